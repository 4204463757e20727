/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/text/latex.h"

#include <string.h>

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

/* Of two of these LaTeX makes another character, and with newer fonts even across {}. */
static const char joined[] = "-,<>";

enum { SPELLINGS = sizeof spelling / sizeof *spelling };

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

/* Writes the character at the start of TEXT if it has a special spelling, otherwise one byte;
 * returns where the next begins. */
static const char *write_character(FILE *file, const char *text) {
    size_t i = find(text);
    const char *next = skip_unseen(text + (i < SPELLINGS ? strlen(spelling[i].text) : 1));
    if (i < SPELLINGS)
        fputs(spelling[i].latex, file);
    else
        putc(*text, file);
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
