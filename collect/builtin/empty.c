/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench-empty: does nothing. What it takes, statically linked where that can be, is what launching
 * takes of every command's time. */
int main(void) {
    return 0;
}
