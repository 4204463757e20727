/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kills: three processes collect into one archive, and a thousand times one of them is killed.
 * However busy the machine is, each kill waits for one more commit to be acknowledged. */
#include "tests/store/collectors.h"

enum { KILLS = 1000, KILLS_PER_ARCHIVE = 100 };

/* Each archive is new, as founding one may be interrupted as well. */
static long kill_many(const char *path, uint64_t chance, long *kills, long *acknowledged) {
    struct collectors c;
    long wrong = 0, counted;
    int heard[2];
    char byte;
    if (pipe(heard))
        return 1;
    unlink(path);
    collectors_init(&c, path, chance);
    c.heard = heard[1];
    collectors_start_all(&c);
    for (int i = 0; i < KILLS_PER_ARCHIVE && read(heard[0], &byte, 1) == 1; i++)
        wrong += collectors_kill_one(&c, 50000) != 0;
    wrong += collectors_end(&c) != 0;
    wrong += collectors_wrong(&c, &counted);
    *kills += c.kills + COLLECTORS;
    *acknowledged += counted;
    collectors_release(&c);
    close(heard[0]);
    close(heard[1]);
    return wrong;
}

int main(void) {
    char *directory = sample_directory(), path[128];
    long kills = 0, acknowledged = 0, wrong = 0;
    snprintf(path, sizeof path, "%s/results.h5", directory);
    for (uint64_t chance = 1; kills < KILLS; chance++)
        wrong += kill_many(path, chance, &kills, &acknowledged);
    printf("%ld kills, %ld commits acknowledged, %ld wrong\n", kills, acknowledged, wrong);
    sample_remove(directory);
    return wrong != 0;
}
