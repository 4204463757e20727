# SPDX-License-Identifier: GPL-3.0-or-later
# Byte-identical code of four loops in pairs of files, in which unrelated code of another length stands
# before it: the true ratio is 1. How many pairs are called different if each file is linked once, and if
# both are linked anew for each round? And how often is a loop found that really is 5 % slower?
pairs=${PAIRS:-10} # of each loop
rounds=${ROUNDS:-12}

cat >loops.c <<'END'
#include <stddef.h>
#define LOOP __attribute__((noinline)) static unsigned
#if defined BRANCHES
LOOP loop(size_t n, const unsigned *x) {
    unsigned low = 0, high = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (x[i] & 1)
            low += x[i];
        else
            high ^= i;
        if (x[i] & 64)
            sum += low;
    }
    return sum + high;
}
#elif defined SWITCH
LOOP loop(size_t n, const unsigned *x) {
    unsigned a = 1, b = 2;
    for (size_t i = 0; i < n; i++)
        switch (x[i] % 6) {
        case 0: a += b; break;
        case 1: b ^= a; break;
        case 2: a -= x[i]; break;
        case 3: b += 3 * a; break;
        case 4: a ^= b >> 1; break;
        default: b -= i;
        }
    return a + b;
}
#elif defined NESTED
LOOP loop(size_t n, const unsigned *x) {
    unsigned sum = 0;
    for (size_t i = 0; i + 8 <= n; i += 5)
        for (size_t j = 0; j < (x[i] & 7); j++)
            sum += x[i + j] ^ j;
    return sum;
}
#else
LOOP loop(size_t n, const unsigned *x) {
    const unsigned char *text = (const unsigned char *)x;
    unsigned words = 0, inside = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned is_blank = text[i] < 48;
        if (!is_blank && !inside)
            words++;
        inside = !is_blank;
    }
    return words;
}
#endif
unsigned f(size_t n, const unsigned *x) {
#ifdef SLOWER
    volatile unsigned more = loop(n / 20, x);
    (void)more;
#endif
    return loop(n, x);
}
END

# before FILE: unrelated code of a random length, which is linked before a loop.
before() {
    printf '.text\n.skip %s\n.section .note.GNU-stack,"",@progbits\n' "$(shuf -n 1 -i 1-1024)" |
        cc -c -x assembler - -o "$1"
}

# Prints the verdict on new.
measure() { # measure LIBRARY...
    rm -f pair.h5
    bench-collect -q -o pair.h5 --rounds "$rounds" --sizes 1000 --function 'unsigned f(size_t n, const unsigned *x)' "$@"
    bench-analyze pair.h5 --ref old --format csv --columns library,verdict | sed -n 's/^new,//p'
}

anew() { # anew OLD NEW: the objects of each
    measure --relink "old=cc -shared -o {out} {pad} $1" --relink "new=cc -shared -o {out} {pad} $2"
}

echo "Byte-identical code, $pairs pairs of each loop, $rounds rounds: called different (goal: 5 %), 5 % slower found (goal: 90 %)"
loops='BRANCHES SWITCH NESTED SCAN'
for loop in $loops; do
    for slower in '' SLOWER; do
        cc -O2 -fPIC -fno-tree-vectorize -fno-if-conversion -fno-if-conversion2 -fno-tree-switch-conversion \
            -D$loop ${slower:+-D$slower} -c loops.c -o "$loop$slower.o"
    done
done
for pair in $(seq "$pairs"); do
    for loop in $loops; do
        before old.o
        before new.o
        cc -shared -o old.so old.o $loop.o
        cc -shared -o new.so new.o $loop.o
        echo "$loop $(measure old=./old.so new=./new.so)" >>once
        echo "$loop $(anew "old.o $loop.o" "new.o $loop.o")" >>same
        echo "$loop $(anew "old.o $loop.o" "old.o ${loop}SLOWER.o")" >>slower
    done
done
count() { # count LOOP FILE VERDICTS: of how many
    grep "^$1" "$2" | grep -cE " ($3)\$" || true
}
for loop in $loops '[A-Z]*'; do
    printf '  %-9s one build of each: %2d of %d different; linked anew: %2d of %d; 5 %% slower: %2d of %d found\n' \
        "$(echo "$loop" | sed 's/^.A.*/all/' | tr A-Z a-z)" \
        "$(count "$loop" once 'faster|slower')" "$(grep -c "^$loop" once)" \
        "$(count "$loop" same 'faster|slower')" "$(grep -c "^$loop" same)" \
        "$(count "$loop" slower slower)" "$(grep -c "^$loop" slower)"
done
