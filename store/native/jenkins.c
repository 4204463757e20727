/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/native/jenkins.h"

struct state {
    uint32_t a, b, c;
};

static inline uint32_t turn(uint32_t x, int bits) {
    return x << bits | x >> (32 - bits);
}

static inline void mix_turn(struct state *s, int bits) {
    uint32_t a = (s->a - s->c) ^ turn(s->c, bits), c = s->c + s->b;
    *s = (struct state){s->b, c, a};
}

/* A little-endian word of up to four bytes. */
static inline uint32_t word(const unsigned char *bytes, size_t size) {
    uint32_t sum = 0;
    for (size_t i = 0; i < size && i < 4; i++)
        sum |= (uint32_t)bytes[i] << 8 * i;
    return sum;
}

static inline void add(struct state *s, const unsigned char *bytes, size_t size) {
    s->a += word(bytes, size);
    s->b += size > 4 ? word(bytes + 4, size - 4) : 0;
    s->c += size > 8 ? word(bytes + 8, size - 8) : 0;
}

uint32_t jenkins_hash(const unsigned char *bytes, size_t size) {
    uint32_t start = 0xdeadbeef + (uint32_t)size;
    struct state s = {start, start, start};
    if (size == 0)
        return s.c;
    for (; size > 12; bytes += 12, size -= 12) {
        add(&s, bytes, 12);
        mix_turn(&s, 4);
        mix_turn(&s, 6);
        mix_turn(&s, 8);
        mix_turn(&s, 16);
        mix_turn(&s, 19);
        mix_turn(&s, 4);
    }
    add(&s, bytes, size);

    static const int turns[] = {14, 11, 25, 16, 4, 14, 24};
    for (int i = 0; i < 7; i++) {
        uint32_t c = (s.c ^ s.b) - turn(s.b, turns[i]);
        s = (struct state){s.b, c, s.a};
    }
    return s.b;
}
