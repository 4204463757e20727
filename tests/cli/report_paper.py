#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""report_paper.py REPORT: prints a report from Chromium, each section on sheets of its own and ever
further down, so that each heading comes to the foot of a sheet. Fails if one ends a sheet."""

import sys

from report_browser import Browser, check_orphans, failures


def take_apart(browser):
    browser.run("""
        document.querySelectorAll("main > section").forEach(function (section) {
            var space = document.createElement("div");
            space.className = "space";
            space.style.breakBefore = "page";
            section.before(space);
        });""")


ABOVE_EACH = """
    var height = arguments[0] + "px";
    document.querySelectorAll(".space").forEach(function (space) { space.style.height = height; });"""


def main():
    browser = Browser()
    try:
        browser.open(sys.argv[1])
        take_apart(browser)
        check_orphans(browser, 40, ABOVE_EACH)
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
