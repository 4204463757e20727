/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/job/left_notes.h"

#include <stdio.h>
#include <string.h>

#include "formats/text/unicode.h"

void left_notes_line(char line[LEFT_NOTES_LINE], const struct action_info *action,
                     const struct library *library, const char *where, const struct wire_left *left,
                     const char *outcome) {
    char process[sizeof left->name];
    memcpy(process, left->name, sizeof process);
    utf8_clean(process, '?');
    snprintf(line, LEFT_NOTES_LINE,
             "%.100s%s%.64s%s%.120s left %d process%s running (%s), which %s ended; %s",
             *action->name ? action->name : action->plugin, *library->name ? ": " : "",
             library->name, *where ? " at " : "", where, left->count, left->count == 1 ? "" : "es",
             process, left->count == 1 ? "was" : "were", outcome);
}

static void tell(struct left_watch *watch, const struct action_info *action,
                 const struct library *library, size_t member,
                 const struct design_point *design_point, const struct wire_left *left) {
    struct left_notes *notes = (struct left_notes *)watch;
    char line[LEFT_NOTES_LINE], name[LEFT_NOTES_LINE];
    (void)member, (void)design_point;
    left_notes_line(name, action, library, "", &(struct wire_left){0}, "");
    if (facts_find(&notes->told, name))
        return;
    facts_set_integer(&notes->told, name, left->count);
    left_notes_line(line, action, library, "", left,
                    "no cell is marked, as that was outside of the rounds");
    notes->observer->note(notes->observer, NOTE_FAULT, line);
}

void left_notes_begin(struct left_notes *notes, struct observer *observer) {
    *notes = (struct left_notes){.watch = {tell}, .observer = observer};
}

void left_notes_end(struct left_notes *notes) {
    facts_release(&notes->told);
}
