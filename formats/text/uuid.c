/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/uuid.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

void uuid_new(char text[UUID_SIZE]) {
    unsigned char b[16];

    /* If the system gives no random bytes, use the clock and the process id. */
    size_t size = sizeof b;
    if (getentropy(b, size) != 0) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t state = (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
        state ^= (uint64_t)getpid() << 40;
        for (size_t i = 0; i < size; i++) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            b[i] = (unsigned char)(state >> 56);
        }
    }

    b[6] = (unsigned char)((b[6] & 0x0f) | 0x40); /* version 4: random */
    b[8] = (unsigned char)((b[8] & 0x3f) | 0x80); /* variant of RFC 4122 */
    snprintf(text, UUID_SIZE,
             "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
             b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
             b[15]);
}
