/* SPDX-License-Identifier: GPL-3.0-or-later */
/* killed_collectors: three bench-collect write one archive, and a thousand times one is killed.
 * However busy the machine is, each kill waits for one more cell to be kept. */
#include "tests/store/killed.h"

enum { KILLS = 1000, KILLS_PER_ARCHIVE = 100, TOO_MANY_WRONG = 10 };

static struct killed k;

/* Each archive is new, as founding one may be interrupted as well. */
static long kill_many(uint64_t chance, long *kills, long *acknowledged, long *interrupted) {
    char *directory = sample_directory();
    long wrong = 0;
    killed_begin(&k, directory, chance);
    while (k.kills < KILLS_PER_ARCHIVE - KILLED_COLLECTORS && wrong < TOO_MANY_WRONG)
        wrong += killed_kill_one(&k, 400000);
    wrong += killed_end(&k);
    wrong += killed_wrong(&k);
    *kills += k.kills;
    *acknowledged += k.acknowledged;
    *interrupted += k.interrupted;
    if (!wrong)
        sample_remove(directory);
    else
        fprintf(stderr, "look into %s\n", directory);
    return wrong;
}

int main(void) {
    long kills = 0, acknowledged = 0, interrupted = 0, wrong = 0;
    for (uint64_t chance = 1; kills < KILLS && wrong < TOO_MANY_WRONG; chance++)
        wrong += kill_many(chance, &kills, &acknowledged, &interrupted);
    printf("%ld kills of bench-collect, %ld cells acknowledged, %ld runs interrupted, %ld wrong\n",
           kills, acknowledged, interrupted, wrong);
    return wrong != 0;
}
