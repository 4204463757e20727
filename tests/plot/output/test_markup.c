/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "plot/output/markup.h"
#include "tests/test.h"

static char *written(const char *text) {
    char *result = NULL;
    size_t size;
    FILE *file = open_memstream(&result, &size);
    markup_write(file, text);
    fclose(file);
    return result;
}

static void expect(const char *text, const char *markup) {
    char *result = written(text);
    assert_string_equal(result, markup);
    free(result);
}

TEST(what_means_something_to_html_is_escaped) {
    expect("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;");
    expect("\" onload='x' &amp;", "&quot; onload=&apos;x&apos; &amp;amp;");
    expect("]]> -->", "]]&gt; --&gt;");
    expect("plain µs ≈ 1×", "plain µs ≈ 1×");
    expect(NULL, "");
}

TEST(what_is_no_text_does_not_get_through) {
    expect("a\x01"
           "b\x1b[31m\x7f",
           "a b [31m ");
    expect("next\xc2\x85line", "next line"); /* U+0085, which HTML reads as an ellipsis */
    expect("cut \xe2\x82", "cut \xef\xbf\xbd\xef\xbf\xbd"); /* half a character */
    expect("\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd");
    expect("two\nlines\tand a tab", "two\nlines and a tab");
}

TEST(no_text_turns_its_surroundings_over) {
    expect("a\xe2\x80\xae"
           "b\xe2\x81\xa6"
           "c\xe2\x80\x8f",
           "a\xef\xbf\xbd"
           "b\xef\xbf\xbd"
           "c\xef\xbf\xbd");
}

static void expect_named(const char *text, const char *markup) {
    static char *const known[] = {"blis", "blis-serial", "<b>", "\xd7\x90\xd7\xa8\xd7\x96", ""};
    struct markup_names names;
    char *result = NULL;
    size_t size;
    markup_names_init(&names, known, 5);
    FILE *file = open_memstream(&result, &size);
    markup_write_named(file, &names, text);
    fclose(file);
    assert_string_equal(result, markup);
    free(result);
    markup_names_release(&names);
}

#define BDI(name) "<bdi class=\"name\">" name "</bdi>"

TEST(names_are_isolated_where_they_stand_by_themselves) {
    expect_named("blis overtakes blis-serial.", BDI("blis") " overtakes " BDI("blis-serial") ".");
    expect_named("t(blis), \xd7\x90\xd7\xa8\xd7\x96 at 10",
                 "t(" BDI("blis") "), " BDI("\xd7\x90\xd7\xa8\xd7\x96") " at 10");
    expect_named("<b> < blis", BDI("&lt;b&gt;") " &lt; " BDI("blis"));
    expect_named("blissful ablis blis_2 lib/blis/x.so blis.control blis-2",
                 "blissful ablis blis_2 lib/blis/x.so blis.control blis-2");
    expect_named("", "");
}
