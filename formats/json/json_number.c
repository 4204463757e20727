/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/json/json_number.h"

enum state {
    OUTSIDE,
    STRING,
    ESCAPE,
    WORD,
    SIGN,
    ZERO,
    WHOLE,
    POINT,
    FRACTION,
    E,
    E_SIGN,
    EXPONENT,
    STATES,
    BAD
};

enum kind { OTHER, QUOTE, BACKSLASH, LETTER, LETTER_E, NOUGHT, DIGIT, DOT, MINUS, PLUS, KINDS };

static const unsigned char kinds[256] = {
    ['"'] = QUOTE,  ['\\'] = BACKSLASH, ['e'] = LETTER_E, ['E'] = LETTER_E, ['0'] = NOUGHT,
    ['.'] = DOT,    ['-'] = MINUS,      ['+'] = PLUS,     ['1'] = DIGIT,    ['2'] = DIGIT,
    ['3'] = DIGIT,  ['4'] = DIGIT,      ['5'] = DIGIT,    ['6'] = DIGIT,    ['7'] = DIGIT,
    ['8'] = DIGIT,  ['9'] = DIGIT,      ['a'] = LETTER,   ['b'] = LETTER,   ['c'] = LETTER,
    ['d'] = LETTER, ['f'] = LETTER,     ['g'] = LETTER,   ['h'] = LETTER,   ['i'] = LETTER,
    ['j'] = LETTER, ['k'] = LETTER,     ['l'] = LETTER,   ['m'] = LETTER,   ['n'] = LETTER,
    ['o'] = LETTER, ['p'] = LETTER,     ['q'] = LETTER,   ['r'] = LETTER,   ['s'] = LETTER,
    ['t'] = LETTER, ['u'] = LETTER,     ['v'] = LETTER,   ['w'] = LETTER,   ['x'] = LETTER,
    ['y'] = LETTER, ['z'] = LETTER,     ['A'] = LETTER,   ['B'] = LETTER,   ['C'] = LETTER,
    ['D'] = LETTER, ['F'] = LETTER,     ['G'] = LETTER,   ['H'] = LETTER,   ['I'] = LETTER,
    ['J'] = LETTER, ['K'] = LETTER,     ['L'] = LETTER,   ['M'] = LETTER,   ['N'] = LETTER,
    ['O'] = LETTER, ['P'] = LETTER,     ['Q'] = LETTER,   ['R'] = LETTER,   ['S'] = LETTER,
    ['T'] = LETTER, ['U'] = LETTER,     ['V'] = LETTER,   ['W'] = LETTER,   ['X'] = LETTER,
    ['Y'] = LETTER, ['Z'] = LETTER,     ['_'] = LETTER,
};

/* [state][kind], the kinds as they are listed. */
static const unsigned char next[STATES][KINDS] = {
    [OUTSIDE] = {OUTSIDE, STRING, OUTSIDE, WORD, WORD, ZERO, WHOLE, BAD, SIGN, BAD},
    [STRING] = {STRING, OUTSIDE, ESCAPE, STRING, STRING, STRING, STRING, STRING, STRING, STRING},
    [ESCAPE] = {STRING, STRING, STRING, STRING, STRING, STRING, STRING, STRING, STRING, STRING},
    [WORD] = {OUTSIDE, STRING, WORD, WORD, WORD, WORD, WORD, WORD, WORD, WORD},
    [SIGN] = {BAD, BAD, BAD, WORD, BAD, ZERO, WHOLE, BAD, BAD, BAD},
    [ZERO] = {OUTSIDE, BAD, BAD, BAD, E, BAD, BAD, POINT, BAD, BAD},
    [WHOLE] = {OUTSIDE, BAD, BAD, BAD, E, WHOLE, WHOLE, POINT, BAD, BAD},
    [POINT] = {BAD, BAD, BAD, BAD, BAD, FRACTION, FRACTION, BAD, BAD, BAD},
    [FRACTION] = {OUTSIDE, BAD, BAD, BAD, E, FRACTION, FRACTION, BAD, BAD, BAD},
    [E] = {BAD, BAD, BAD, BAD, BAD, EXPONENT, EXPONENT, BAD, E_SIGN, E_SIGN},
    [E_SIGN] = {BAD, BAD, BAD, BAD, BAD, EXPONENT, EXPONENT, BAD, BAD, BAD},
    [EXPONENT] = {OUTSIDE, BAD, BAD, BAD, BAD, EXPONENT, EXPONENT, BAD, BAD, BAD},
};

/* Passes the bytes from I on that leave STATE as it is: most of them. */
static size_t pass(unsigned char state, const char *text, size_t i, size_t n) {
    if (state == WHOLE || state == FRACTION)
        while (i < n && text[i] >= '0' && text[i] <= '9')
            i++;
    else if (state == STRING)
        while (i < n && text[i] != '"' && text[i] != '\\')
            i++;
    else if (state == OUTSIDE)
        while (i < n && (text[i] == ' ' || text[i] == '\n'))
            i++;
    return i;
}

size_t json_number_check(struct json_number_scan *scan, const char *text, size_t n) {
    unsigned char state = scan->state;
    size_t i = 0;
    while ((i = pass(state, text, i, n)) < n &&
           (state = next[state][kinds[(unsigned char)text[i]]]) != BAD)
        i++;
    scan->state = state == BAD ? OUTSIDE : state;
    return i;
}
