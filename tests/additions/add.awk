# SPDX-License-Identifier: GPL-3.0-or-later
# additions.awk: adds what a file of tests/additions/ says to the tree in the working directory, and prints
# the paths that it touches.
#
#     goal 3                          touches so many files of the product, or fewer
#     edit PATH                       a file that is there
#     after REGEX, before REGEX       the lines with a + that follow go there; one line of the file matches
#     new PATH                        a file of the lines with a + that follow
function fail(why) {
    printf "additions: %s: %s; draw it anew\n", FILENAME, why >"/dev/stderr"
    failed = 1
    exit 1
}
function read_lines(path, line) {
    count = 0
    while ((getline line <path) > 0)
        lines[++count] = line
    close(path)
    if (!count)
        fail("there is no " path)
}
function write_lines(path, i) {
    if (!path)
        return
    if (!is_new)
        for (i = 1; i <= count; i++)
            print lines[i] >path
    close(path)
    print path
}
function insert(text, i) {
    for (i = ++count; i > place; i--)
        lines[i] = lines[i - 1]
    lines[place++] = text
}
/^#/ || /^$/ || $1 == "goal" { next }
$1 == "edit" || $1 == "new" {
    write_lines(path)
    path = $2
    is_new = $1 == "new"
    place = 0
    if (!is_new)
        read_lines(path)
    else if ((getline line <path) >= 0)
        fail(path " is there already")
    next
}
$1 == "after" || $1 == "before" {
    wanted = substr($0, length($1) + 2)
    matches = 0
    for (i = 1; i <= count; i++)
        if (lines[i] ~ wanted) {
            place = $1 == "after" ? i + 1 : i
            matches++
        }
    if (matches != 1)
        fail(matches " lines of " path " match " wanted)
    next
}
/^\+/ {
    if (is_new)
        print substr($0, 2) >path
    else if (!place)
        fail("nothing says where in " path " a line goes")
    else
        insert(substr($0, 2))
    next
}
{ fail("a line says nothing: " $0) }
END {
    if (!failed)
        write_lines(path)
}
