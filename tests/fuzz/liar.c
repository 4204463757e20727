/* SPDX-License-Identifier: GPL-3.0-or-later */
/* liar SECONDS|COUNTx SEED MATFILE: has the sandboxed child lie to whoever started it, for so long
 * or so many times: with lengths, offsets and overlaps, with endless streams and early ends, with
 * answers to other questions and with memory that is shared.
 *
 * What a child claims of an archive may be wrong, but whoever believes it or not must end by
 * itself, take no more memory and room than answers may, give at most one clean line, and leave an
 * archive that it could not change as it was, and nothing beside it. Prints what came of how many;
 * a lie that breaks a rule is named by its seed: `liar 1x SEED MATFILE` tells it again. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "formats/text/unicode.h"
#include "store/archive/archive_survey.h"
#include "store/archive/choose.h"
#include "store/file/journal.h"
#include "store/hdf5/h5.h"
#include "store/mat73/mat73.h"
#include "store/sandbox/sandbox.h"
#include "store/tools/merge.h"
#include "store/tools/removal.h"
#include "store/tools/repack.h"
#include "store/tools/salvage.h"
#include "store/tools/verify.h"
#include "tests/fuzz/mutation.h"
#include "tests/store/put.h"
#include "tests/store/sample.h"

enum {
    MEGABYTE = 1 << 20,
    MOST_ANSWER = 4 * MEGABYTE,
    MOST_MEMORY = 400 * MEGABYTE, /* of who asks */
    MOST_LENGTH = 32 * MEGABYTE,  /* of what they change */
    LIMIT = 120,                  /* seconds: a case takes some hundredths of one */
};

/* --- lying --- */

enum lie {
    LIE_MUTATED, /* some bytes are others, as mutation.h has it */
    LIE_NUMBER,  /* a number, where small ones are, is another */
    LIE_OVERLAP, /* a part of it stands over another */
    LIE_ZEROS,
    LIE_SHORT,
    LIE_LONG,
    LIE_OTHER,   /* the answer to the question before */
    LIE_TWICE,   /* and once more */
    LIE_LENGTH,  /* another length than what follows has */
    LIE_EARLY,   /* the end comes within it */
    LIE_ENDLESS, /* as long as anybody listens */
    LIE_SHARED,  /* other bytes in memory that is shared */
    LIES
};

static const char *const lies[LIES] = {"mutated", "number", "overlap", "zeros",
                                       "short",   "long",   "other",   "twice",
                                       "length",  "early",  "endless", "shared"};

/* Shared with all children. */
static struct {
    enum lie lie;
    long at;           /* the message from which on there are lies; 0: none */
    int goes_on;       /* not only that one */
    _Atomic long sent; /* messages of children so far */
} * plan;

/* Memory that a child shares with who started it. */
static struct {
    unsigned char *bytes;
    size_t size;
} shared;

void *__real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int __real_message_send(int socket, const struct message *m, const struct message_wait *wait);
int __wrap_message_send(int socket, const struct message *m, const struct message_wait *wait);
struct sandbox_limits __real_sandbox_limits(uint64_t size);
struct sandbox_limits __wrap_sandbox_limits(uint64_t size);

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
    void *bytes = __real_mmap(at, size, protection, flags, fd, offset);
    if (bytes != MAP_FAILED && flags & MAP_SHARED && flags & MAP_ANONYMOUS) {
        shared.bytes = bytes;
        shared.size = size;
    }
    return bytes;
}

/* So that what is endless ends soon. */
struct sandbox_limits __wrap_sandbox_limits(uint64_t size) {
    struct sandbox_limits limits = __real_sandbox_limits(size);
    limits.reply = MOST_ANSWER;
    return limits;
}

static void send_bytes(int socket, const void *bytes, size_t size) {
    for (const unsigned char *at = bytes; size;) {
        ssize_t n = send(socket, at, size, MSG_NOSIGNAL);
        if (n <= 0)
            _exit(0);
        at += n;
        size -= (size_t)n;
    }
}

static void change_number(struct mutation_file *m) {
    static const uint64_t extremes[] = {
        0,          1,          2,          255,        4096,
        INT32_MAX,  UINT32_MAX, INT64_MAX,  UINT64_MAX, UINT64_MAX - 1,
        1ull << 20, 1ull << 26, 1ull << 28, 1ull << 40, 1ull << 52,
        1ull << 61, 1ull << 63};
    uint64_t number = 0;
    size_t at = 0, places = m->size - sizeof number + 1;
    for (int i = 0; i < 32; i++) {
        at = mutation_below(places);
        if (mutation_draw() % 4) /* most of what decides stands first */
            at = mutation_below(8) * sizeof number % places;
        memcpy(&number, m->bytes + at, sizeof number);
        if (number < MEGABYTE)
            break;
    }
    number = mutation_draw() % 3 ? extremes[mutation_below(sizeof extremes / sizeof *extremes)]
                                 : number + mutation_below(9) - 4;
    memcpy(m->bytes + at, &number, sizeof number);
}

static void overlap(struct mutation_file *m) {
    size_t size = mutation_below(m->size);
    memmove(m->bytes + mutation_below(m->size - size), m->bytes + mutation_below(m->size - size),
            size);
}

static void put_zeros(struct mutation_file *m) {
    size_t at = mutation_below(m->size);
    memset(m->bytes + at, 0, mutation_below(m->size - at) + 1);
}

static void spoil(struct mutation_file *m) {
    switch (plan->lie) {
    case LIE_MUTATED:
        mutation_apply(m);
        break;
    case LIE_NUMBER:
        for (size_t i = mutation_below(3) + 1; i > 0 && m->size >= sizeof(uint64_t); i--)
            change_number(m);
        break;
    case LIE_OVERLAP:
        overlap(m);
        break;
    case LIE_ZEROS:
        put_zeros(m);
        break;
    case LIE_SHORT:
        m->size -= mutation_below(mutation_draw() % 2 ? 9 : m->size) % m->size;
        break;
    case LIE_LONG:
        m->size += mutation_below(64) + 1;
        break;
    default:
        break;
    }
}

static void send_message(int socket, const struct mutation_file *m, uint64_t length) {
    send_bytes(socket, &length, sizeof length);
    send_bytes(socket, m->bytes, m->size);
}

static void scribble(void) {
    for (size_t at = 0; at + sizeof(uint64_t) <= shared.size; at += 1 + mutation_below(4096))
        shared.bytes[at] = (unsigned char)mutation_draw();
}

/* A child's answer has the bytes M, which have room for more, after OTHER. */
static void lie(int socket, struct mutation_file *m, const struct mutation_file *other) {
    static const uint64_t lengths[] = {0, 1, MOST_ANSWER, MOST_ANSWER + 1, UINT64_MAX, INT64_MAX};
    switch (plan->lie) {
    case LIE_OTHER:
        send_message(socket, other, other->size);
        break;
    case LIE_TWICE:
        send_message(socket, m, m->size);
        send_message(socket, m, m->size);
        break;
    case LIE_LENGTH:
        send_message(socket, m, lengths[mutation_below(sizeof lengths / sizeof *lengths)]);
        _exit(0);
    case LIE_EARLY: {
        uint64_t length = m->size;
        m->size = mutation_below(m->size);
        send_message(socket, m, length);
        _exit((int)mutation_below(2));
    }
    case LIE_ENDLESS:
        for (uint64_t length = MOST_ANSWER;; length = MOST_ANSWER)
            for (send_bytes(socket, &length, sizeof length); length >= m->size; length -= m->size)
                send_bytes(socket, m->bytes, m->size);
    case LIE_SHARED:
        scribble();
        send_message(socket, m, m->size);
        break;
    default:
        spoil(m);
        send_message(socket, m, m->size);
    }
}

/* Who asks has a limit of time, who answers has none. */
int __wrap_message_send(int socket, const struct message *m, const struct message_wait *wait) {
    static unsigned char kept[2][MOST_ANSWER + 64];
    static struct mutation_file last;
    static int turn;
    if (wait->seconds > 0 || m->failed || m->size > MOST_ANSWER)
        return __real_message_send(socket, m, wait);
    long number = ++plan->sent;
    struct mutation_file now = {kept[turn = !turn], m->size};
    if (m->size)
        memcpy(now.bytes, m->bytes, m->size);
    struct mutation_file spoilt = last.bytes ? last : now;
    last = now;
    if (!plan->at || m->size == 0 || (plan->goes_on ? number < plan->at : number != plan->at))
        return __real_message_send(socket, m, wait);
    lie(socket, &now, &spoilt);
    return 0;
}

/* --- who is lied to --- */

static char directory[] = "/tmp/benchmat-liar-XXXXXX";
static const struct access *how;
static uint64_t sum; /* of all that was read, so that all of it is looked at */

static int do_nothing(const struct system *system, int fd) {
    (void)system;
    (void)fd;
    return 0;
}

static int do_nothing_by_name(const struct system *system, const char *path) {
    (void)system;
    (void)path;
    return 0;
}

static void look_at(const void *bytes, size_t size) {
    for (size_t i = 0; bytes && i < size; i++)
        sum += ((const unsigned char *)bytes)[i];
}

static void look_at_text(const char *text) {
    look_at(text, text ? strlen(text) : 0);
}

static void look_at_measurement(const struct measurement *m) {
    for (size_t s = 0; s < m->series_count; s++) {
        look_at_text(m->series[s].name);
        look_at(m->series[s].seconds, measurement_elements(m, PER_SAMPLE) * sizeof(double));
        for (size_t d = 0; d < DETAILS; d++)
            look_at(m->series[s].details[d],
                    measurement_elements(m, series_details[d].shape) * sizeof(double));
    }
    for (size_t i = 0; i < m->parameter_count; i++)
        look_at(m->parameters[i].values, m->points * sizeof *m->parameters[i].values);
}

static void look_at_run(const struct run *run) {
    for (size_t i = 0; run && i < run->facts.count; i++)
        look_at_text(run->facts.items[i].text);
    for (size_t i = 0; run && i < run->measurement_count; i++)
        look_at_measurement(&run->measurements[i]);
}

static int see_summary(void *nothing, size_t number, const struct run *summary,
                       const struct archive_fault *fault, struct err *err) {
    (void)nothing;
    (void)err;
    sum += number;
    look_at_text(fault ? fault->message : summary->name);
    for (size_t i = 0; summary && i < summary->measurement_count; i++)
        look_at_text(summary->measurements[i].name);
    return 0;
}

static int see_whole(void *nothing, const struct run *run, const struct measurement *whole,
                     struct err *err) {
    (void)nothing;
    (void)whole;
    (void)err;
    look_at_text(run->name);
    return 0;
}

static int see_points(void *nothing, const struct measurement *window, size_t first,
                      struct err *err) {
    (void)nothing;
    (void)err;
    sum += first;
    for (size_t s = 0; s < window->series_count; s++)
        look_at(window->series[s].seconds,
                measurement_elements(window, PER_SAMPLE) * sizeof(double));
    return 0;
}

static int see_end(void *nothing, struct err *err) {
    (void)nothing;
    (void)err;
    return 0;
}

static int read_whole(struct archive *archive, struct err *err) {
    int code = 0;
    for (size_t i = 0; i < archive_run_count(archive) && !code; i++) {
        struct run *run = NULL;
        char digest[DIGEST_TEXT];
        code = archive_read_run(archive, i, NULL, &run, err);
        look_at_run(run);
        run_free(run);
        if (!code)
            code = archive_inspect_run(archive, i, digest, err);
    }
    return code;
}

static int survey_whole(struct archive *archive, struct err *err) {
    struct archive_description description;
    int code = archive_survey(archive, see_summary, NULL, err);
    if (!code)
        code = archive_describe(archive, &description, err);
    if (!code)
        archive_description_release(&description);
    return code ? code : archive_inspect_root(archive, err);
}

static int stream_whole(struct archive *archive, struct err *err) {
    static const struct choice_visitor visitor = {
        .begin = see_whole, .points = see_points, .end = see_end};
    static const struct choice_terms all = {.runs = "all", .since = NAN};
    struct choices choices;
    int code = archive_choose(archive, &all, &choices, err);
    if (code)
        return code;
    code = choices_stream(archive, &choices, READER_ALL, &visitor, NULL, err);
    choices_release(&choices);
    return code;
}

static int with_archive(int (*read)(struct archive *archive, struct err *err), struct err *err) {
    struct archive *archive;
    int code = archive_open_with(&archive, "results.h5", how, err);
    if (code)
        return code;
    code = read(archive, err);
    archive_close(archive);
    return code;
}

static int work_read(struct err *err) {
    return with_archive(read_whole, err);
}

static int work_survey(struct err *err) {
    return with_archive(survey_whole, err);
}

static int work_stream(struct err *err) {
    return with_archive(stream_whole, err);
}

static void hear_verify(void *nothing, const struct verify_finding *finding) {
    (void)nothing;
    look_at_text(finding->fault);
}

static int work_verify(struct err *err) {
    return verify_archive("results.h5", how, hear_verify, NULL, err);
}

static void hear_salvage(void *nothing, const struct salvage_finding *finding) {
    (void)nothing;
    look_at_text(finding->fault);
}

static int work_salvage(struct err *err) {
    return salvage_archive("results.h5", "new.h5", how, hear_salvage, NULL, err);
}

static int work_search(struct err *err) {
    return salvage_archive("listless.h5", "new.h5", how, hear_salvage, NULL, err);
}

static int work_mat(struct err *err) {
    struct runs runs;
    int code = mat73_read("results.mat", NULL, how, &runs, err);
    for (size_t i = 0; !code && i < runs.count; i++)
        look_at_run(runs.items[i]);
    if (!code)
        runs_release(&runs);
    return code;
}

static struct run *another_run(void) {
    struct run *run = sample_run();
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000009");
    return run;
}

static int append_to(const char *path, struct err *err) {
    struct run *run = another_run();
    int code = archive_append_with(path, run, how, err);
    run_free(run);
    return code;
}

static int work_append(struct err *err) {
    return append_to("results.h5", err);
}

static int work_found(struct err *err) {
    return append_to("new.h5", err);
}

/* What was kept before a lie stays, so that the archive is another also where it fails. */
static int work_collect(struct err *err) {
    struct run *run = another_run();
    struct archive_run *writer = NULL;
    int code = archive_run_begin(&writer, "results.h5", run, how, err);
    if (!code)
        code = put_cell(writer, 0, 0, 0, err);
    if (writer) {
        struct err end_err = {""};
        int end = archive_run_end(writer, "complete", &end_err);
        code = code ? code : end ? err_set(err, end, "%s", end_err.message) : 0;
    }
    run_free(run);
    return code;
}

static void hear_merge(void *nothing, const struct merge_finding *finding) {
    (void)nothing;
    look_at_text(finding->name);
}

static int work_merge(struct err *err) {
    return merge_archives("results.h5", (char *[]){(char[]){"other.h5"}}, 1, how, hear_merge, NULL,
                          err);
}

static int work_repack(struct err *err) {
    uint64_t before, after;
    return repack_archive("results.h5", how, &before, &after, err);
}

static int work_delete(struct err *err) {
    return removal_remove("results.h5", (const char *[]){"run_000001"}, 1, how, err);
}

static const struct work {
    const char *name;
    int (*run)(struct err *err);
    int keeps_parts; /* a failure may leave more than there was */
} works[] = {
    {"read", work_read, 0},       {"survey", work_survey, 0},   {"stream", work_stream, 0},
    {"verify", work_verify, 0},   {"salvage", work_salvage, 0}, {"search", work_search, 0},
    {"mat", work_mat, 0},         {"append", work_append, 0},   {"found", work_found, 0},
    {"collect", work_collect, 1}, {"merge", work_merge, 0},     {"repack", work_repack, 0},
    {"delete", work_delete, 0},
};

enum { WORKS = sizeof works / sizeof *works };

/* --- files --- */

/* What every case begins with, and what is allowed to be there in its end. */
static struct given {
    const char *name;
    unsigned char *bytes;
    size_t size;
} given[] = {{"results.h5", NULL, 0},
             {"other.h5", NULL, 0},
             {"listless.h5", NULL, 0},
             {"results.mat", NULL, 0}};

enum { GIVEN = sizeof given / sizeof *given };

static const char *const allowed[] = {"results.h5-journal", "other.h5-journal", "new.h5",
                                      "new.h5-journal"};

static void give_up(const char *what) {
    fprintf(stderr, "liar: %s: %s\n", what, strerror(errno));
    exit(1);
}

static unsigned char *read_file(const char *path, size_t *size) {
    unsigned char *bytes = malloc(8 * MEGABYTE);
    FILE *f = fopen(path, "rb");
    if (!f || !bytes)
        give_up(path);
    *size = fread(bytes, 1, 8 * MEGABYTE, f);
    fclose(f);
    return bytes;
}

static void write_file(const struct given *file) {
    FILE *f = fopen(file->name, "wb");
    if (!f || fwrite(file->bytes, 1, file->size, f) != file->size || fclose(f))
        give_up(file->name);
}

static void remove_all(void) {
    DIR *open = opendir(".");
    for (struct dirent *entry; open && (entry = readdir(open));)
        if (*entry->d_name != '.')
            unlink(entry->d_name);
    closedir(open);
}

static int is_allowed(const char *name) {
    int is = *name == '.';
    for (size_t i = 0; i < GIVEN; i++)
        is |= strcmp(name, given[i].name) == 0;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        is |= strcmp(name, allowed[i]) == 0;
    return is;
}

static int is_same(const struct given *file) {
    size_t size;
    unsigned char *bytes = read_file(file->name, &size);
    int is = size == file->size && memcmp(bytes, file->bytes, size) == 0;
    free(bytes);
    return is;
}

/* Whether the next one who opens the archive would find a change to undo. */
static int is_interrupted(const char *path) {
    struct journal_finding finding = {JOURNAL_NONE, NULL};
    char *journal = journal_path(path);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int failure = fd < 0 ? 0 : journal_examine(&system_host, journal, fd, &finding);
    close(fd);
    free(journal);
    return failure || finding.state != JOURNAL_NONE || finding.flaw;
}

/* --- one case --- */

/* Exit statuses of a case that no sanitizer has. */
enum { REFUSED = 3, BROKEN };

static const char *broken_rule(const struct work *work, int code, const struct err *err) {
    struct rusage usage;
    struct stat st;
    getrusage(RUSAGE_SELF, &usage);
    if (code > 0 || code < ERR_REWRITTEN)
        return "there is no such code";
    if (code && (!*err->message || strchr(err->message, '\n') || !utf8_is_clean(err->message)))
        return "what is told is no clean line";
#ifndef ADDRESS_SANITIZER
    if (usage.ru_maxrss > MOST_MEMORY / 1024)
        return "it took too much memory";
#endif
    for (size_t i = 1; i < GIVEN; i++)
        if (!is_same(&given[i]))
            return given[i].name;
    if (code && code != ERR_UNSURE && !work->keeps_parts && !is_same(&given[0]))
        return "the archive has changed";
    if (code && stat("new.h5", &st) == 0)
        return "there is a new archive";
    if ((stat("results.h5", &st) == 0 && st.st_size > MOST_LENGTH) ||
        (stat("new.h5", &st) == 0 && st.st_size > MOST_LENGTH))
        return "the archive is longer than all answers";
    if (is_interrupted("results.h5") || is_interrupted("new.h5"))
        return "the archive is left in the middle of a change";
    DIR *open = opendir(".");
    for (struct dirent *entry; (entry = readdir(open));)
        if (!is_allowed(entry->d_name))
            return "something is left beside the archive";
    closedir(open);
    return NULL;
}

static void live(const struct work *work) {
    struct err err = {""};
    alarm(LIMIT);
    int code = work->run(&err);
    const char *broken = broken_rule(work, code, &err);
    if (broken)
        fprintf(stderr, "%s: %d: %s\n", broken, code, err.message);
    _exit(broken ? BROKEN : code ? REFUSED : 0);
}

/* Its exit status, or negative: a signal. */
static int run_case(const struct work *work) {
    int status = 0;
    remove_all();
    for (size_t i = 0; i < GIVEN; i++)
        write_file(&given[i]);
    plan->sent = 0;
    pid_t pid = fork();
    if (pid == 0)
        live(work);
    if (pid < 0 || waitpid(pid, &status, 0) != pid)
        give_up(work->name);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static long honest_messages(const struct work *work) {
    plan->at = 0;
    if (run_case(work) != 0)
        give_up(work->name);
    return plan->sent;
}

/* --- all cases --- */

static struct { long cases, refused, wrong; } told;

static void tell_lie(uint64_t seed, const long messages[WORKS]) {
    mutation_seed(seed);
    size_t w = mutation_below(WORKS);
    plan->lie = mutation_draw() % 2 ? LIE_NUMBER : (enum lie)mutation_below(LIES);
    plan->at = 1 + (long)mutation_below((size_t)messages[w]);
    plan->goes_on = mutation_draw() % 4 == 0;
    int status = run_case(&works[w]);
    int is_right = status == 0 || status == REFUSED;
    told.cases++;
    told.refused += status == REFUSED;
    told.wrong += !is_right;
    if (!is_right)
        fprintf(stderr, "liar 1x %llu: %s, %s in message %ld of %ld: %s %d\n",
                (unsigned long long)seed, works[w].name, lies[plan->lie], plan->at, messages[w],
                status < 0 ? "signal" : "status", abs(status));
}

static void prepare(const char *mat) {
    if (!(given[3].bytes = read_file(mat, &given[3].size)) || !mkdtemp(directory) ||
        chdir(directory))
        give_up(directory);
    struct run *run = sample_run();
    sample_parameters(run);
    for (int i = 0; i < 2; i++) {
        char uuid[40];
        snprintf(uuid, sizeof uuid, "0b8f6b9e-0000-4000-8000-%012d", i + 1);
        facts_set_text(&run->facts, FACT_UUID, uuid);
        if (archive_append("results.h5", run, NULL) || (i && archive_append("other.h5", run, NULL)))
            give_up("an archive");
    }
    facts_set_text(&run->facts, FACT_UUID, "0b8f6b9e-0000-4000-8000-000000000007");
    if (archive_append("other.h5", run, NULL))
        give_up("an archive");
    run_free(run);
    for (size_t i = 0; i < 2; i++)
        given[i].bytes = read_file(given[i].name, &given[i].size);
    given[2].bytes = read_file(given[0].name, &given[2].size);
    memset(given[2].bytes + LAYOUT_USER_BLOCK, 0, 48);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 64;
    char *unit;
    double limit = strtod(argv[1], &unit), end = *unit == 'x' ? INFINITY : now() + limit;
    uint64_t seed = strtoull(argv[2], NULL, 10);
    struct system system = system_host;
    system.sync = do_nothing;
    system.sync_directory = do_nothing_by_name;
    const struct access access = {.lock_timeout = -1, .system = &system};
    how = &access;
    plan =
        __real_mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    h5_prepare();
    prepare(argv[3]);
    long messages[WORKS];
    for (size_t w = 0; w < WORKS; w++)
        messages[w] = honest_messages(&works[w]);
    while (*unit == 'x' ? told.cases < (long)limit : now() < end)
        tell_lie(seed + (uint64_t)told.cases, messages);
    printf("%ld lies to %d kinds of work: %ld refused; %ld broke the rules\n", told.cases,
           (int)WORKS, told.refused, told.wrong);
    remove_all();
    rmdir(directory);
    return told.wrong != 0;
}
