/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of answers that are not true: the reader's process is replaced (see the Makefile) by
 * one that has every answer of an honest one changed, at every byte. */
#include <fcntl.h>
#include <hdf5.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "store/archive/archive_survey.h"
#include "store/archive/choose.h"
#include "store/sandbox/sandbox.h"
#include "store/update/serve.h"
#include "tests/store/fixture.h"

/* --- lies --- */

enum change { FLIP, FLIP_HIGHEST, CLEAR, HUGE_NUMBER, NO_NUMBER, CUT, LENGTHEN, CHANGES };

static struct lie {
    enum serve_question question; /* SERVE_QUESTIONS: nothing is changed */
    size_t answer;                /* which of the answers to it, from 0 */
    enum change change;
    size_t at;
} lie = {.question = SERVE_QUESTIONS};

static size_t answered, longest; /* how many answers to the lie's question came; of that answer */

static void put_number(struct message *m, size_t at, uint64_t number) {
    size_t room = m->size - at;
    memcpy(m->bytes + at, &number, room < sizeof number ? room : sizeof number);
}

static void change(struct message *m) {
    switch (lie.change) {
    case FLIP:
        m->bytes[lie.at] ^= 1;
        break;
    case FLIP_HIGHEST:
        m->bytes[lie.at] ^= 0x80;
        break;
    case CLEAR:
        m->bytes[lie.at] = 0;
        break;
    case HUGE_NUMBER:
        put_number(m, lie.at, (uint64_t)1 << 40);
        break;
    case NO_NUMBER:
        put_number(m, lie.at, UINT64_MAX);
        break;
    case CUT:
        m->size = lie.at;
        break;
    default:
        m->size += 1 + lie.at % 16;
        break;
    }
}

/* Each answer has memory of its own, so that a sanitizer sees what is read beyond its end. */
static void answer(enum serve_question question, const struct message *honest, struct message *m) {
    enum { MORE = 16 };
    int is_changed = question == lie.question && answered++ == lie.answer;
    struct message all = {.size = honest->size};
    all.bytes = calloc(1, honest->size + MORE);
    assert_non_null(all.bytes);
    if (honest->size)
        memcpy(all.bytes, honest->bytes, honest->size);
    if (is_changed)
        longest = honest->size;
    if (is_changed && lie.at <= honest->size)
        change(&all);
    message_release(m);
    m->bytes = malloc(all.size + 1);
    memcpy(m->bytes, all.bytes, all.size);
    m->size = all.size;
    m->room = all.size + 1;
    free(all.bytes);
}

/* --- the honest reader, in this process --- */

static struct serve reader;

/* What it has said. */
static struct known {
    struct message request, reply;
    unsigned char *shared; /* and so many bytes of the memory that it shares */
    size_t shared_size;
} known[64];
static size_t known_count;

static const struct known *ask_reader(const struct message *request) {
    for (size_t i = 0; i < known_count; i++)
        if (known[i].request.size == request->size &&
            memcmp(known[i].request.bytes, request->bytes, request->size) == 0)
            return &known[i];
    assert_true(known_count < sizeof known / sizeof *known);
    struct known *k = &known[known_count++];
    struct err err = {""};
    message_put(&k->request, request->bytes, request->size);
    struct message copy = k->request;
    assert_int_equal(serve_answer(&reader, &copy, &k->reply, &err), 0);
    for (k->shared_size = SERVE_SMALL; k->shared_size > 0; k->shared_size--)
        if (reader.shared[k->shared_size - 1])
            break;
    k->shared = malloc(k->shared_size + 1);
    memcpy(k->shared, reader.shared, k->shared_size);
    return k;
}

static void forget_answers(void) {
    for (size_t i = 0; i < known_count; i++) {
        message_release(&known[i].request);
        message_release(&known[i].reply);
        free(known[i].shared);
    }
    known_count = 0;
}

/* --- in the place of the sandbox --- */

enum { NOBODY = INT_MAX }; /* a process that does not exist */

static int is_replaced;
static unsigned char *shared; /* with the archive */
static const struct known *asked;
static uint64_t killer = UINT64_MAX; /* the position of a run whose summary a reader dies of */

/* The numbers that a request begins with: the question, the first run, how many runs. */
static int kills(const struct message *request) {
    uint64_t n[3] = {SERVE_QUESTIONS};
    memcpy(n, request->bytes, request->size < sizeof n ? request->size : sizeof n);
    return n[0] == SERVE_OUTLINES && killer >= n[1] && killer - n[1] < n[2];
}

#define REPLACES(result, function, ...)                                                            \
    result __real_##function(__VA_ARGS__);                                                         \
    result __wrap_##function(__VA_ARGS__);                                                         \
    result __wrap_##function(__VA_ARGS__)

REPLACES(void, sandbox_end, struct sandbox *s) {
    if (s->pid != NOBODY)
        __real_sandbox_end(s);
    s->pid = 0;
}

REPLACES(int, sandbox_start, struct sandbox *s, const struct sandbox_terms *terms,
         sandbox_work *work, void *context, struct err *err) {
    if (!is_replaced)
        return __real_sandbox_start(s, terms, work, context, err);
    *s =
        (struct sandbox){.path = terms->path, .limits = terms->limits, .pid = NOBODY, .socket = -1};
    s->strength = CONFINE_FILTER;
    shared = ((struct serve *)context)->shared;
    return 0;
}

REPLACES(int, sandbox_distrust, struct sandbox *s, struct err *err) {
    if (!is_replaced)
        return __real_sandbox_distrust(s, err);
    s->pid = 0;
    return err_set(err, ERR_DAMAGED, "an impossible answer");
}

REPLACES(int, sandbox_send, struct sandbox *s, const struct message *request, struct err *err) {
    if (!is_replaced)
        return __real_sandbox_send(s, request, err);
    assert_int_equal(s->pid, NOBODY);
    asked = ask_reader(request);
    return 0;
}

REPLACES(int, sandbox_receive, struct sandbox *s, struct message *reply, struct err *err) {
    if (!is_replaced)
        return __real_sandbox_receive(s, reply, err);
    uint64_t question;
    memcpy(&question, asked->request.bytes, sizeof question);
    if (kills(&asked->request)) {
        s->pid = 0;
        return err_set(err, ERR_DAMAGED, "reading it crashed");
    }
    if (question == SERVE_HEADS)
        memcpy(shared, asked->shared, asked->shared_size);
    answer((enum serve_question)question, &asked->reply, reply);
    return 0;
}

REPLACES(int, sandbox_ask, struct sandbox *s, const struct message *request, struct message *reply,
         struct err *err) {
    if (!is_replaced)
        return __real_sandbox_ask(s, request, reply, err);
    int code = __wrap_sandbox_send(s, request, err);
    return code ? code : __wrap_sandbox_receive(s, reply, err);
}

/* --- what is asked, and all that is told, as a sum --- */

static uint64_t told;

static void hear(const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        told = (told ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
}

static void hear_text(const char *text) {
    hear(text ? text : "nothing", text ? strlen(text) + 1 : 3);
}

static void hear_facts(const struct facts *facts) {
    for (size_t i = 0; i < facts->count; i++) {
        hear_text(facts->items[i].name);
        hear_text(facts->items[i].text);
        hear(&facts->items[i].real, sizeof facts->items[i].real);
    }
}

static int list_runs(struct archive *a, struct err *err) {
    (void)err;
    for (size_t i = 0; i < archive_run_count(a); i++)
        hear_text(archive_run_name(a, i));
    return 0;
}

static int choose_all(struct archive *a, struct err *err) {
    struct choices choices;
    int code =
        archive_choose(a, &(struct choice_terms){.runs = "all", .since = NAN}, &choices, err);
    for (size_t i = 0; i < choices.count && !code; i++) {
        hear(&choices.items[i].run, sizeof choices.items[i].run);
        hear_text(choices.items[i].action);
    }
    choices_release(&choices);
    return code;
}

static int read_first(struct archive *a, struct err *err) {
    struct run *run;
    char digest[DIGEST_TEXT];
    int code = archive_read_run(a, 0, NULL, &run, err);
    if (code)
        return code;
    code = digest_run(run, digest, err);
    hear(digest, sizeof digest);
    run_free(run);
    return code;
}

static int hear_outline(void *context, size_t number, const struct run *run,
                        const struct archive_fault *fault, struct err *err) {
    (void)context;
    (void)number;
    if (!run)
        return err_set(err, ERR_DAMAGED, "%s", fault->message);
    hear_text(run->name);
    hear_facts(&run->facts);
    for (size_t i = 0; i < run->measurement_count; i++) {
        const struct measurement *m = &run->measurements[i];
        hear_text(m->name);
        hear_facts(&m->facts);
        hear(m->sizes, m->points * sizeof *m->sizes);
        for (size_t k = 0; k < m->series_count; k++)
            hear_text(m->series[k].name);
    }
    return 0;
}

static int survey(struct archive *a, struct err *err) {
    return archive_survey(a, hear_outline, NULL, err);
}

/* Told honestly first. No lie takes a fact away: a text that is none is not believed. */
static int describe(struct archive *a, struct err *err) {
    static size_t facts;
    struct archive_description d;
    int code = archive_describe(a, &d, err);
    if (code)
        return code;
    facts = facts ? facts : d.facts.count;
    assert_int_equal(d.facts.count, facts);
    hear_facts(&d.facts);
    for (size_t i = 0; i < d.other_count; i++)
        hear_text(d.others[i]);
    archive_description_release(&d);
    return 0;
}

static int inspect(struct archive *a, struct err *err) {
    char digest[DIGEST_TEXT];
    int code = archive_inspect_run(a, 0, digest, err);
    hear(digest, code ? 0 : sizeof digest);
    return code;
}

static int hear_head(void *context, const struct run *run, const struct measurement *whole,
                     struct err *err) {
    (void)context;
    (void)err;
    hear_facts(&run->facts);
    hear_text(whole->name);
    hear_facts(&whole->facts);
    hear(whole->sizes, whole->points * sizeof *whole->sizes);
    hear(whole->seeds, whole->points * sizeof *whole->seeds);
    for (size_t i = 0; i < whole->series_count; i++) {
        hear_text(whole->series[i].name);
        hear_facts(&whole->series[i].facts);
    }
    return 0;
}

static int hear_samples(void *context, const struct measurement *m, size_t first, struct err *err) {
    (void)context;
    (void)first;
    (void)err;
    for (size_t i = 0; i < m->series_count; i++)
        for (size_t d = 0; d < DETAILS; d++)
            if (series_details[d].shape == PER_SAMPLE && m->series[i].details[d])
                hear(m->series[i].details[d], measurement_elements(m, PER_SAMPLE) * sizeof(double));
    for (size_t i = 0; i < m->series_count; i++)
        if (m->series[i].seconds)
            hear(m->series[i].seconds, measurement_elements(m, PER_SAMPLE) * sizeof(double));
    return 0;
}

static int hear_end(void *context, struct err *err) {
    (void)context;
    (void)err;
    return 0;
}

static int stream(struct archive *a, struct err *err) {
    static const struct choice_visitor visitor = {
        .begin = hear_head, .points = hear_samples, .end = hear_end};
    struct choice items[] = {{0, "axpy"}, {1, "sweep"}, {2, "axpy"}};
    const struct choices choices = {.items = items, .count = 3};
    return choices_stream(a, &choices, READER_ALL, &visitor, NULL, err);
}

static const struct question {
    enum serve_question asks;
    int (*ask)(struct archive *a, struct err *err);
} questions[] = {
    {SERVE_LIST, list_runs},
    {SERVE_ACTIONS, choose_all},
    {SERVE_READ, read_first},
    {SERVE_OUTLINES, survey},
    {SERVE_DESCRIBE, describe},
    {SERVE_INSPECT, inspect},
    {SERVE_INSPECT_ROOT, archive_inspect_root},
    {SERVE_HEADS, stream},
};

/* --- the tests --- */

static void add_attribute(hid_t file, const char *name, hid_t type, const void *value) {
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Awrite(attribute, type, value) >= 0);
    H5Aclose(attribute);
    H5Sclose(space);
}

/* As another program might: a text without letters, and what is no text. */
static void add_attributes(void) {
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    add_attribute(file, "empty", H5T_C_S1, "");
    add_attribute(file, "number", H5T_NATIVE_INT, &(int){7});
    assert_true(H5Fclose(file) >= 0);
}

/* Three runs, the second of which has two actions. */
static int prepare(void **state) {
    if (enter(state))
        return -1;
    for (int i = 0; i < 3; i++) {
        struct run *run = sample_run();
        if (i == 1)
            sample_parameters(run);
        append(path, run);
        run_free(run);
    }
    add_attributes();
    struct stat st;
    reader = (struct serve){.path = path, .fd = open(path, O_RDONLY)};
    assert_int_equal(fstat(reader.fd, &st), 0);
    reader.size = (uint64_t)st.st_size;
    reader.shared = calloc(1, SERVE_SHARED);
    is_replaced = 1;
    return 0;
}

static int clean_up(void **state) {
    is_replaced = 0;
    forget_answers();
    serve_release(&reader);
    close(reader.fd);
    free(reader.shared);
    return leave(state);
}

/* The question, asked of A, or where that is NULL of an archive that is opened for it. */
static int ask(const struct question *q, struct archive **a, struct err *err) {
    told = 0xCBF29CE484222325u;
    answered = 0;
    int code = *a ? 0 : archive_open(a, path, err);
    return code ? code : q->ask(*a, err);
}

static void fail_after(const struct lie *how, const char *what) {
    fail_msg("question %d, answer %zu, change %d at %zu: %s", how->question, how->answer,
             how->change, how->at, what);
}

/* Honestly, after that lie: SUM is to be what is told. */
static void ask_again(const struct question *q, const struct lie *how, struct archive **a,
                      uint64_t sum) {
    struct err err = {""};
    lie.question = SERVE_QUESTIONS;
    if (ask(q, a, &err))
        fail_after(how, err.message);
    if (told != sum)
        fail_after(how, "it is believed later");
}

static void ask_liar(const struct question *q, const struct lie *how, struct archive **a,
                     uint64_t sum) {
    struct err err = {""};
    lie = *how;
    int code = ask(q, a, &err);
    if (code && (code != ERR_DAMAGED || !strstr(err.message, "impossible answer")))
        fail_after(how, err.message);
    if (!code && how->change == LENGTHEN && q->asks != SERVE_ACTIONS)
        fail_after(how, "an answer that goes on is believed");
    int is_believed = !code && told != sum;
    if (!is_believed)
        ask_again(q, how, a, sum);
    if (is_believed || q->asks == SERVE_LIST || q->asks == SERVE_ACTIONS) {
        archive_close(*a);
        *a = NULL;
    }
}

/* Of what is longer than that each byte is changed in one way, and so each number, which has eight
 * bytes, in all. */
enum { LONG = 1000 };

static void lie_everywhere(const struct question *q, size_t number, uint64_t sum) {
    struct archive *a = NULL;
    struct lie how = {.question = q->asks, .answer = number, .at = SIZE_MAX};
    struct err err = {""};
    lie = how;
    assert_int_equal(ask(q, &a, &err), 0);
    archive_close(a);
    a = NULL;
    size_t size = longest;
    for (how.at = 0; how.at <= size; how.at++)
        for (how.change = how.at < size ? FLIP : LENGTHEN; how.change < CHANGES; how.change++)
            if (size < LONG || how.change == how.at % CHANGES)
                ask_liar(q, &how, &a, sum);
    archive_close(a);
}

EACH_TEST(prepare, clean_up);

TEST(no_lie_does_harm) {
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct archive *a = NULL;
        struct err err = {""};
        lie = (struct lie){.question = questions[i].asks, .answer = SIZE_MAX};
        assert_int_equal(ask(&questions[i], &a, &err), 0);
        archive_close(a);
        uint64_t sum = told;
        size_t answers = answered;
        assert_true(answers >= 1);
        for (size_t number = 0; number < answers; number++)
            lie_everywhere(&questions[i], number, sum);
    }
}

static int blame(void *context, size_t run, const struct run *summary,
                 const struct archive_fault *fault, struct err *err) {
    char(*blamed)[64] = context;
    (void)err;
    assert_true((summary == NULL) == (fault != NULL));
    snprintf(blamed[run], sizeof *blamed, "%.60s", fault ? fault->message : summary->name);
    return 0;
}

/* Asked about all runs at once, a reader may die of any of them. */
TEST(who_kills_a_reader_is_blamed_alone) {
    static const char *const names[] = {"run_000001", "run_000002", "run_000003"};
    lie.question = SERVE_QUESTIONS;
    for (killer = 0; killer < 3; killer++) {
        char told_of[3][64] = {"", "", ""};
        struct archive *a;
        struct err err = {""};
        assert_int_equal(archive_open(&a, path, &err), 0);
        assert_int_equal(archive_survey(a, blame, told_of, &err), 0);
        for (size_t i = 0; i < 3; i++)
            assert_string_equal(told_of[i], i == killer ? "reading it crashed" : names[i]);
        archive_close(a);
    }
    killer = UINT64_MAX;
}
