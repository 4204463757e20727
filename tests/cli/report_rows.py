#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""report_rows.py REPORT ROWS: opens a report with a folded table of ROWS rows in Chromium without a
window, and fails if the table is not whole and sorted by what its numbers mean when it is opened."""

import sys

from report_browser import Browser, check, failures


def check_rows(browser, wanted):
    seen = browser.run("""
        var fold = document.querySelector("details.rows"), said = fold.querySelector("pre").textContent;
        return [document.querySelectorAll("tbody tr").length, said.split("\\n").length - 1];""")
    check(seen[0] < 100, f"{seen[0]} rows are drawn before anybody opens them")
    check(seen[1] == wanted, f"{seen[1]} rows of text in place of {wanted}")
    opened = browser.post("/execute/async", args=[], script="""
        var done = arguments[0], fold = document.querySelector("details.rows");
        fold.addEventListener("toggle", function () {
            done(fold.querySelectorAll("tbody tr").length);
        });
        fold.open = true;""")
    check(opened == wanted, f"{opened} rows in place of {wanted}")
    values = browser.run("""
        var table = document.querySelector("details.rows table"), at = 0;
        Array.from(table.tHead.rows[0].cells).some(function (cell) {
            if (cell.textContent === "mean ±") { cell.querySelector("button").click(); return true; }
            at += cell.colSpan;
        });
        var powers = {ps: 1e-12, ns: 1e-9, "µs": 1e-6, ms: 1e-3, s: 1};
        return Array.from(table.tBodies[0].rows).map(function (row) {
            return parseFloat(row.cells[at].textContent) * powers[row.cells[at + 2].textContent]; });""")
    check(len(values) == wanted and all(a <= b * (1 + 1e-12) for a, b in zip(values, values[1:])),
          "times of several units are sorted by what they are")
    stuck = browser.run("""
        var scroll = document.querySelector("details.rows .scroll"), head = scroll.querySelector("th");
        scroll.scrollTop = 3000;
        return [scroll.scrollTop, head.getBoundingClientRect().top - scroll.getBoundingClientRect().top];""")
    check(stuck[0] > 1000 and abs(stuck[1]) < 2, f"the heading does not stay: {stuck}")


def check_paper(browser):
    browser.emulate("print")
    said = browser.run("""
        return getComputedStyle(document.querySelector("details.rows > summary"), "::after").content;""")
    check("not printed" in said, f"paper does not say that rows are missing: {said}")
    browser.emulate()


def main():
    browser = Browser()
    try:
        browser.resize(1280, 800)
        browser.open(sys.argv[1])
        check_paper(browser)
        check_rows(browser, int(sys.argv[2]))
        check(not browser.messages(), "the console complains")
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
