/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/latex.h"

#include <string.h>

#include "formats/text/unicode.h"

/* Characters that are special in LaTeX, or that its older fonts lack or replace by others. */
static const struct {
    const char *text, *latex;
} spelling[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "\\texttt{\\char34}"}, /* which older fonts, and ligatures of newer ones, have curled */
    {"'", "\\textquotesingle{}"},
    {"`", "\\textasciigrave{}"},
    {"[", "{[}"}, /* after \\ it would begin an option */
    {"]", "{]}"},
    {"*", "{*}"}, /* likewise */
    {"±", "$\\pm$"},
    {"×", "$\\times$"},
    {"÷", "$\\div$"},
    {"≈", "$\\approx$"},
    {"≤", "$\\le$"},
    {"≥", "$\\ge$"},
    {"−", "$-$"},
    {"√", "$\\surd$"},
    {"Σ", "$\\Sigma$"},
    {"²", "$^2$"},
    {"³", "$^3$"},
    {"µ", "\\textmu{}"},
    {"μ", "\\textmu{}"},
    {"·", "\\textperiodcentered{}"},
    {"…", "\\dots{}"},
    {"—", "---"},
    {"½", "$\\frac12$"},
    {"⅓", "$\\frac13$"},
    {"¼", "$\\frac14$"},
    {"⅛", "$\\frac18$"},
    {"–", "--"},
    {"→", "$\\to$"},
    {"τ", "$\\tau$"},
    {"⁄", "/"},
    {"⁻", "$^-$"},
    {"⁰", "$^0$"},
    {"¹", "$^1$"},
    {"⁴", "$^4$"},
    {"⁵", "$^5$"},
    {"⁶", "$^6$"},
    {"⁷", "$^7$"},
    {"⁸", "$^8$"},
    {"⁹", "$^9$"},
    {"₀", "$_0$"},
    {"₁", "$_1$"},
    {"₂", "$_2$"},
    {"₃", "$_3$"},
    {"₄", "$_4$"},
    {"₅", "$_5$"},
    {"₆", "$_6$"},
    {"₇", "$_7$"},
    {"₈", "$_8$"},
    {"₉", "$_9$"},
    {"κ", "$\\kappa$"},
    {"σ", "$\\sigma$"},
    {"λ", "$\\lambda$"},
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"∞", "$\\infty$"},
    {"\uFFFD", "?"},
    {"\u2028", " "},
    {"\u2029", " "},
    /* What steers the direction of writing, or joins and parts letters: nothing to be seen. */
    {"\u061C", ""},
    {"\u200B", ""},
    {"\u200C", ""},
    {"\u200D", ""},
    {"\u200E", ""},
    {"\u200F", ""},
    {"\u202A", ""},
    {"\u202B", ""},
    {"\u202C", ""},
    {"\u202D", ""},
    {"\u202E", ""},
    {"\u2060", ""},
    {"\u2066", ""},
    {"\u2067", ""},
    {"\u2068", ""},
    {"\u2069", ""},
    {"\uFEFF", ""},
};

/* A mark that follows its letter in Unicode, and the command that precedes it in LaTeX. */
static const struct {
    uint32_t mark;
    const char *command;
} accents[] = {
    {0x300, "\\`"}, {0x301, "\\'"}, {0x302, "\\^"},  {0x303, "\\~"}, {0x304, "\\="},
    {0x306, "\\u"}, {0x307, "\\."}, {0x308, "\\\""}, {0x30A, "\\r"}, {0x30B, "\\H"},
    {0x30C, "\\v"}, {0x323, "\\d"}, {0x327, "\\c"},  {0x328, "\\k"}, {0x331, "\\b"},
};

/* Of two of these LaTeX makes another character, and with newer fonts even across {}. */
static const char joined[] = "-,<>";

enum { SPELLINGS = sizeof spelling / sizeof *spelling, MOST_ACCENTS = 4 };

/* Returns the place in SPELLING of the character at the start of TEXT, or SPELLINGS. */
static size_t find(const char *text) {
    size_t i = 0;
    while (i < SPELLINGS && strncmp(text, spelling[i].text, strlen(spelling[i].text)) != 0)
        i++;
    return i;
}

/* Returns TEXT from the first character on that is written. */
static const char *skip_unseen(const char *text) {
    size_t i;
    while (*text && (i = find(text)) < SPELLINGS && !*spelling[i].latex)
        text += strlen(spelling[i].text);
    return text;
}

/* The command for the mark at the start of TEXT, or NULL; *LENGTH becomes that of the mark. */
static const char *accent(const char *text, size_t *length) {
    uint32_t code;
    *length = utf8_decode(text, &code);
    for (size_t i = 0; *length && i < sizeof accents / sizeof *accents; i++)
        if (accents[i].mark == code)
            return accents[i].command;
    return NULL;
}

/* The length of the character at the start of TEXT, whose place in SPELLING is I; a mark has no
 * letter before it then. */
static size_t length_of_letter(const char *text, size_t i) {
    size_t length;
    uint32_t code;
    if (i < SPELLINGS)
        return strlen(spelling[i].text);
    if (accent(text, &length))
        return 0;
    length = utf8_decode(text, &code);
    return length ? length : 1;
}

/* Writes the character at the start of TEXT with its marks; returns where the next begins. */
static const char *write_character(FILE *file, const char *text) {
    const char *commands[MOST_ACCENTS], *command;
    size_t i = find(text), letter = length_of_letter(text, i), count = 0, length;
    const char *next = skip_unseen(text + letter);
    for (; (command = accent(next, &length)); next = skip_unseen(next + length))
        if (count < MOST_ACCENTS)
            commands[count++] = command;
    for (size_t c = count; c-- > 0;)
        fprintf(file, "%s{", commands[c]);
    if (i < SPELLINGS)
        fputs(spelling[i].latex, file);
    else
        fwrite(text, 1, letter, file);
    for (size_t c = 0; c < count; c++)
        putc('}', file);
    if (strchr(joined, *text) && *next == *text)
        fputs("\\kern0pt", file);
    return next;
}

void latex_write(FILE *file, const char *text) {
    text = skip_unseen(text);
    while (*text)
        text = write_character(file, text);
}

void latex_write_comment(FILE *file, const char *text) {
    fputs("% ", file);
    for (; *text; text++) {
        putc(*text == '\r' ? ' ' : *text, file);
        if (*text == '\n')
            fputs("% ", file);
    }
    putc('\n', file);
}
