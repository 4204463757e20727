# SPDX-License-Identifier: GPL-3.0-or-later
# chart_words.py boxes FILE [SLACK]: the words that pdftotext -bbox found in FILE do not overlap each
# other, and none leaves the page. SLACK is the part of a box that has no letters, above and below them.
# Words less than LOWEST points high are none of ours: digits in the box of a letter that no font has.
# chart_words.py table CHART TABLE COLUMN: the numbers in the rows of CHART, as bench-plot --format
# terminal writes it, are those of COLUMN and of its interval in TABLE, a CSV of bench-analyze, rounded
# as they are written. There is one row for each library of TABLE.
import csv
import re
import sys

SLACK = 0.25  # as DejaVu Sans has
LOWEST = 5


def read_boxes(path):
    text = open(path, encoding="utf-8").read()
    page = re.search(r'<page width="([\d.]+)" height="([\d.]+)"', text)
    words = re.findall(
        r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', text
    )
    boxes = [([float(n) for n in w[:4]], w[4]) for w in words]
    return [float(n) for n in page.groups()], [(b, w) for b, w in boxes if b[3] - b[1] >= LOWEST]


def overlap(a, b, slack):
    slack = slack * min(a[3] - a[1], b[3] - b[1])
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return across > 0.3 and down > slack


def check_boxes(path, slack=SLACK):
    (width, height), words = read_boxes(path)
    faults = []
    for i, (box, word) in enumerate(words):
        if box[0] < -0.5 or box[1] < -0.5 or box[2] > width + 0.5 or box[3] > height + 0.5:
            faults.append(f"{word} leaves the page: {box}")
        for other, beside in words[:i]:
            if overlap(box, other, float(slack)):
                faults.append(f"{word} overlaps {beside}: {box} {other}")
    if len(words) < 5:
        faults.append(f"only {len(words)} words")
    sys.exit("\n".join(faults) or 0)


UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1}
NUMBER = r"(\d+(?:\.\d+)?)"


# The value and the ends of its interval, NaN where there are none, in units of the last digit.
def parse(text):
    unit = UNITS.get(text.split()[-1], 1)
    numbers = re.findall(NUMBER, text)
    last = 10.0 ** -max(len(n.partition(".")[2]) for n in numbers) * unit
    values = [float(n) * unit for n in numbers]
    if "±" in text:
        values = [values[0], values[0] - values[1], values[0] + values[1]]
    return values, last


def check_table(chart, table, column):
    rows = {row["library"]: row for row in csv.DictReader(open(table, encoding="utf-8"))}
    found = {}
    for line in open(chart, encoding="utf-8"):
        if "│" not in line:
            continue
        name = line.split("│")[0].strip()
        numbers = re.search(rf"({NUMBER}× \[.*\]|{NUMBER}×|{NUMBER} ± .*s|{NUMBER} [nµm]?s)$", line.strip())
        if numbers:
            assert name not in found, f"{name} has two rows"
            found[name] = numbers.group(1)
    assert sorted(found) == sorted(rows), f"{sorted(found)} are not {sorted(rows)}"
    for name, text in found.items():
        values, last = parse(text)
        wanted = [float(rows[name][column + end] or "nan") for end in ("", "_low", "_high")]
        for value, want in zip(values, wanted):
            assert abs(value - want) <= 1.01 * last, f"{name}: {text} is not {wanted}"
    order = [float(rows[name][column]) for name in found]
    assert order == sorted(order), f"rows are not in order: {order}"


if sys.argv[1] == "boxes":
    check_boxes(*sys.argv[2:])
else:
    check_table(*sys.argv[2:])
