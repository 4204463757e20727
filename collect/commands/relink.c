/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/commands/relink.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/commands/keeper.h"
#include "collect/commands/placeholders.h"
#include "collect/libraries/pad.h"
#include "formats/text/shell_words.h"
#include "formats/text/unicode.h"

enum { OUT, PAD, SEED, PLACEHOLDERS };
enum { PAD_LENGTHS = 4096 };

static const struct placeholder unknown[PLACEHOLDERS] = {
    [OUT] = {.name = "out"}, [PAD] = {.name = "pad"}, [SEED] = {.name = "seed"}};

int relink_check(const char *command, struct err *err) {
    struct shell_words words = {0};
    int status = shell_words_split(&words, command, err);
    shell_words_release(&words);
    if (status)
        return err_prefix(err, ERR_USAGE, "'%.200s'", command);
    const char *operator= shell_words_find_operator(command);
    if (operator)
        return err_set(err, ERR_USAGE,
                       "'%.200s' needs a shell for '%c': quote it, or write sh -c '...'", command,
                       *operator);
    if (!placeholders_have(command, "out"))
        return err_set(err, ERR_USAGE, "'%.200s' has no {out}, the file that it is to make",
                       command);
    if (!placeholders_have(command, "pad") && !placeholders_have(command, "seed"))
        return err_set(err, ERR_USAGE,
                       "'%.200s' makes the same file each time; put {pad} before the objects, as "
                       "in 'cc -shared -o {out} {pad} a.o'",
                       command);
    if (placeholders_check(command, unknown, PLACEHOLDERS, err))
        return err_set(err, ERR_USAGE,
                       "'%.200s': there are {out}, {pad} and {seed}; write {{ for a brace",
                       command);
    return 0;
}

/* --- running --- */

/* Writes the first line that is not blank. */
static void quote(int printed, char *line, size_t size) {
    char text[1024];
    ssize_t length = pread(printed, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    char *begin = text + strspn(text, " \t\r\n");
    begin[strcspn(begin, "\r\n")] = '\0';
    utf8_clean(begin, '?');
    snprintf(line, size, "%s", begin);
}

static int run(char *const *words, const struct relink_limits *limits, struct err *err) {
    const double usual = 3600;
    double seconds = limits->timeout > 0 ? limits->timeout : usual;
    int printed = memfd_create("link", MFD_CLOEXEC);
    if (printed < 0)
        return err_set(err, ERR_FAILED, "no memory for what %.100s prints", words[0]);
    struct kept kept = keeper_run(words, printed, seconds, limits->stop);
    char line[400] = "";
    if (kept.status)
        quote(printed, line, sizeof line);
    close(printed);
    if (limits->left)
        wire_left_add(limits->left, &kept.left);
    if (kept.failure)
        return err_set(err, ERR_FAILED, "%.100s: %s", words[0], strerror(kept.failure));
    if (kept.code == ERR_INTERRUPTED)
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    if (kept.is_lost)
        return err_set(err, ERR_FAILED, "something killed the process that ends what %.100s leaves",
                       words[0]);
    if (kept.code)
        return err_set(err, ERR_FAILED,
                       "%.100s did not end within %.4g s; --timeout says how long it may take",
                       words[0], seconds);
    if (!kept.status)
        return 0;
    if (*line)
        return err_set(err, ERR_FAILED, "%.100s failed: %s", words[0], line);
    return err_set(err, ERR_FAILED, "%.100s failed with %s %d", words[0],
                   WIFEXITED(kept.status) ? "status" : "signal",
                   WIFEXITED(kept.status) ? WEXITSTATUS(kept.status) : WTERMSIG(kept.status));
}

int relink_make(const char *command, uint32_t seed, const char *out,
                const struct relink_limits *limits, struct err *err) {
    char pad[PATH_MAX];
    struct shell_words words = {0};
    struct placeholder known[PLACEHOLDERS];
    memcpy(known, unknown, sizeof known);
    known[OUT].word = out;
    known[PAD].word = pad;
    known[SEED].value = seed;
    if (snprintf(pad, sizeof pad, "%s.pad.o", out) >= (int)sizeof pad)
        return err_set(err, ERR_FAILED, "%.300s: too long a name", out);
    int status = pad_write(pad, seed % PAD_LENGTHS, err);
    if (status == 0)
        status = shell_words_split(&words, command, err);
    for (size_t i = 0; status == 0 && i < words.count; i++) {
        char *filled = placeholders_fill(words.items[i], known, PLACEHOLDERS);
        free(words.items[i]);
        words.items[i] = filled;
        if (!filled)
            status = err_set(err, ERR_FAILED, "no memory for a command");
    }
    if (status == 0) {
        unlink(out);
        status = run(words.items, limits, err);
    }
    if (status == 0 && access(out, R_OK) != 0)
        status = err_set(err, ERR_FAILED, "%.100s made no file {out}", words.items[0]);
    unlink(pad);
    shell_words_release(&words);
    return status;
}
