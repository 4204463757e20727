/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/processes/enquiry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/processes/team.h"

enum { ARENA_BYTES = 1 << 16, MOST_HANGS = 2 };

struct enquiry {
    struct team team; /* of one */
};

static const struct library nobody = {.name = (char *)(uintptr_t) "nobody", .implementation = -1};

static int begin(struct enquiry *enquiry, const struct subject *subject,
                 const struct process_conditions *conditions, struct err *err) {
    const struct library *members[] = {&nobody};
    return team_begin(&enquiry->team, conditions, subject, 0, ARENA_BYTES, members, 1, err);
}

static int describe(struct subject *subject, const char *path,
                    const struct process_conditions *conditions, struct err *err) {
    static struct wire_described described;
    struct subject unknown = {.name = "", .type = 'd', .plugin = (char *)(uintptr_t)path};
    struct enquiry enquiry;
    enum cell_status fate;
    struct question question = {
        WIRE_DESCRIBE, "", 0, &described, sizeof described, team_load_limit(conditions)};
    int status = begin(&enquiry, &unknown, conditions, err);
    if (status == 0)
        status = team_ask_loaded(&enquiry.team, 0, &question, &fate, err);
    team_end(&enquiry.team);
    if (status == ERR_FAILED && !strstr(err->message, path))
        err_prefix(err, status, "%s", path);
    return status ? status : subject_of_plugin(subject, path, &described, err);
}

int enquiry_begin(struct subject *subject, const char *path,
                  const struct process_conditions *conditions, struct err *err) {
    *subject = (struct subject){0};
    int status = describe(subject, path, conditions, err);
    if (status)
        return status;
    struct enquiry *enquiry = calloc(1, sizeof *enquiry);
    if (!enquiry)
        return err_set(err, ERR_FAILED, "no memory to ask %s", path);
    subject->enquiry = enquiry;
    return begin(enquiry, subject, conditions, err);
}

void enquiry_end(struct subject *subject) {
    if (subject->enquiry)
        team_end(&subject->enquiry->team);
    free(subject->enquiry);
    subject->enquiry = NULL;
}

static void take_terms(struct account *account, const struct wire_terms *terms) {
    account->terms = (struct terms){terms->flops, terms->bytes, terms->tolerance};
    account->arena_bytes = terms->arena_bytes;
    account->output_bytes = terms->output_bytes;
}

static int ask(const struct subject *subject, struct account *account, struct err *err) {
    struct team *team = &subject->enquiry->team;
    struct wire_setup request = {.size = account->spot.size};
    struct wire_terms terms;
    struct question question = {WIRE_TERMS, &request,     sizeof request,
                                &terms,     sizeof terms, team_load_limit(team->conditions)};
    struct err why;
    memcpy(request.parameters, account->spot.parameters, sizeof request.parameters);
    int status = team_ask_loaded(team, 0, &question, &account->fate, &why);
    if (status == ERR_INTERRUPTED)
        return err_set(err, status, "%s", why.message);
    if (status) {
        snprintf(account->why, sizeof account->why, "setting up: %.240s", why.message);
        return 0;
    }
    account->fate = CELL_OK;
    take_terms(account, &terms);
    return 0;
}

int enquiry_ask(const struct subject *subject, const struct spot *spot, struct err *err) {
    struct account account = {.spot = *spot};
    if (subject_knows(subject, spot) || !subject->enquiry)
        return 0;
    if (subject->accounts->hangs >= MOST_HANGS) {
        account.fate = CELL_NOT_MEASURED;
        snprintf(account.why, sizeof account.why, "not tried: setting up hung %d times before",
                 MOST_HANGS);
        return subject_keep(subject, &account, err);
    }
    int status = ask(subject, &account, err);
    subject->accounts->hangs += account.fate == CELL_HUNG;
    return status ? status : subject_keep(subject, &account, err);
}
