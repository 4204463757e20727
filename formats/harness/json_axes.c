/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/harness/json_axes.h"

#include <stdio.h>
#include <string.h>

#include "formats/import/format.h"
#include "formats/import/header_words.h"

/* Whether NAME is a programming language or what runs it, perhaps with a version. */
static int is_language(const char *name) {
    static const char languages[] =
        "c c++ cpp d r v rust go golang java javascript js typescript ts node nodejs deno bun "
        "python py pypy cpython ruby lua luajit julia php perl haskell ocaml fortran zig nim odin "
        "swift kotlin scala csharp c# dotnet fsharp f# dart elixir erlang clojure racket crystal "
        "matlab octave";
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(name, " -_.(0123456789"), name);
    return words_have(languages, word);
}

void json_axis_note(struct json_axis *axis, const char *name) {
    int is = is_language(name);
    axis->has_thing |= !header_is_operation(name, strlen(name));
    axis->has_other |= !is;
    axis->has_language |= is && strlen(name) > 1;
}

int json_axes_are_turned(const struct json_axis *outside, const struct json_axis *inside) {
    int are_languages = inside->has_language && !inside->has_other && outside->has_other;
    return are_languages || (!outside->has_thing && inside->has_thing);
}
