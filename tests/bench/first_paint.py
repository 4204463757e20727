#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""first_paint.py PAGE...: opens the pages in turn in one tab of Chromium without a window, and prints
the median of the milliseconds until each is painted for the first time."""

import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))

from report_browser import Browser
from report_speed import first_paint

REPEATS = 25


def main():
    pages = sys.argv[1:]
    paints = {page: [] for page in pages}
    browser = Browser()
    try:
        browser.resize(1280, 800)
        browser.command("Performance.enable", timeDomain="threadTicks")
        for repeat in range(REPEATS + 1):
            for page in pages:
                paint, _ = first_paint(browser, page)
                if repeat:
                    paints[page].append(paint)
    finally:
        browser.close()
    for page, times in paints.items():
        quarters = statistics.quantiles(times, n=4)
        print(f"  {page}: {quarters[1]:.0f} ms (quartiles {quarters[0]:.0f} and {quarters[2]:.0f})")


if __name__ == "__main__":
    main()
