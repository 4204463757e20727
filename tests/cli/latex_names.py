#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that TeX would obey, in every place where a table or a figure has one.

latex_names.py draw            has tables and figures written of them
latex_names.py spelled         no place has a name that is more than a text to TeX
latex_names.py typeset ENGINE  TeX sets each as it is, and reads and writes no file but ours
"""
import csv
import glob
import os
import re
import subprocess
import sys
import unicodedata

# Each with a part that stands in no other.
NAMES = [
    (r"\input{/etc/passwd}", "passwd"),
    (r"\write18{touch obeyed}", "write18"),
    (r"\immediate\openout5=opened", "opened"),
    (r"^^5cend^^7bcarets^^7d", "carets"),
    (r'\directlua{os.execute("touch obeyed")}', "directlua"),
    (r"\catcode`\%=12", "catcode"),
    (r"\end{document}", "document"),
    (r"\end{tikzpicture}\\[9pt]", "9pt"),
    ("% comment", "comment"),
    ("}}closes}", "closes"),
    ("{{opens{", "opens"),
    ("$formula", "formula"),
    ("#1 argument ##", "argument"),
    ("a & cell &&", "cell"),
    ("sub_script^super", "script"),
    ("tie~s", "tie"),
    ("[2pt]option", "2pt"),
    ("*star", "star"),
    ("key=value,/pgf/keys:;", "value"),
    ("it's `quoted'' \"so\"", "quoted"),
    ("a--b---joined,,?`e!`<<f>>|", "joined"),
    ("Größe ñ ø", "ñ"),
    ("decomposed e\u0301", "decomposed"),
    ("long-" + 180 * "x" + "%\\", "long-"),
]

SPELLED = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\texttt{\char34}", "'": r"\textquotesingle{}", "`": r"\textasciigrave{}",
    "[": "{[}", "]": "{]}", "*": "{*}",
}


JOINT = r"\kern0pt"

# What the letters of an older TeX do not have; and what users type themselves may have several lines.
LETTERS = "Жуки ἔργον"
LINES = "above\n\n[3pt]below\n*\n \n"


def spelled(name):
    pairs = zip(name, name[1:] + " ")
    letters = "".join(SPELLED.get(c, c) + JOINT * (c in "-,<>" and c == following) for c, following in pairs)
    return letters.replace("e\u0301", r"\'{e}")


# --- tables and figures ---


def write_table(file, name, library="other", host="here", action="act", parameter="p"):
    """Times of a library, and of another that takes half as long."""
    with open(file, "w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["size", "host", "cpu_model", "action", "library", "round", "seconds", parameter])
        for value in (1, 2, 4):
            for turn in range(3):
                for factor, called in ((1, "half"), (2, library)):
                    seconds = 1e-6 * value * factor * (1 + 0.01 * turn)
                    rows.writerow([8, host, name, action, called, turn, seconds, value])


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def analyze(file, *arguments):
    run("bench-analyze", *arguments, "--format", "latex", "-o", file)


def plot(file, *arguments):
    run("bench-plot", *arguments, "--format", "tikz", "-o", file)


def plot_words(file, archive, text):
    words = (f"{option}={text}" for option in ("--title", "--x-label", "--y-label", "--label=half"))
    plot(file, archive, "--kind", "ratio", *words)


def draw():
    for i, (name, _) in enumerate(NAMES):
        write_table(f"called-{i}.csv", name, name, name, name, "p " + name)
        write_table(f"host-{i}.csv", "cpu", host=name)
        analyze(f"table-{i}.tex", f"called-{i}.csv")
        plot(f"figure-{i}.tex", f"called-{i}.csv", "--kind", "time")
        plot_words(f"words-{i}.tex", f"host-{i}.csv", name)
    plot_words("letters.tex", "host-0.csv", LETTERS)
    plot_words("lines.tex", "host-0.csv", LINES)
    hosts = [f"host-{i}.csv" for i in range(len(NAMES))]
    name = NAMES[0][0]
    cell = ("--explain", "--action", name, "--library", name, "--at", f"p {name}=2")
    analyze("explained.tex", *cell, "called-0.csv")
    analyze("hosts.tex", "--by", "host", *hosts)
    run("bench-store", "import", "-q", "-o", "hosts.h5", *hosts)
    plot("forest.tex", "--kind", "forest", "--size", "200x200", "--library", "other", "--at", "p=1", "hosts.h5")


# --- what became of them ---


def set_by_tex(file):
    """What is no comment; each has a line of its own."""
    with open(file, encoding="utf-8") as lines:
        return "".join(line for line in lines if not line.startswith("%"))


def outputs():
    """Each table and figure, its names, and how often each stands in it at least."""
    for i, (name, _) in enumerate(NAMES):
        yield f"table-{i}.tex", [name], 5
        yield f"figure-{i}.tex", [name], 4 if len(name) < 100 else 3  # a label of a series is short
        yield f"words-{i}.tex", [name], 5 if len(name) < 100 else 4
    yield "hosts.tex", [name for name, _ in NAMES], 1
    yield "forest.tex", [name for name, _ in NAMES if len(name) < 100], 1


def complain(file, name, what):
    sys.exit(f"{file}: {name}: {what}")


def check_spelled():
    for file, names, times in outputs():
        text = set_by_tex(file)
        for name in names:
            if text.count(spelled(name)) < times:
                complain(file, name, f"is there {text.count(spelled(name))} times, not {times}")
        for name, part in NAMES:
            if len(name) < 100 and part in text.replace(spelled(name), ""):  # longer ones are cut in labels
                complain(file, name, "is there as commands, too")


# --- typesetting ---

PREAMBLES = {
    "pdflatex": r"\usepackage[T1]{fontenc} \usepackage{lmodern}",
    "lualatex": r"\usepackage{fontspec} \setmainfont{DejaVuSans.ttf}[Path=/usr/share/fonts/truetype/dejavu/]",
}

# Names may be broken anywhere but by hyphens, which would be theirs; no page is too narrow for the longest.
DOCUMENT = r"""\documentclass{article}
%s
\usepackage{booktabs,pgfplots} \pgfplotsset{compat=1.16}
\hyphenpenalty10000 \exhyphenpenalty10000 \textwidth100cm \hoffset40cm \paperwidth150cm
\begin{document}
%s
\end{document}
"""

MADE = {"all.aux", "all.fls", "all.log", "all.pdf", "texmf"}
SYSTEM = ("/usr/share/", "/var/lib/texmf/", "/etc/texmf/", "/etc/fonts/")


def squeeze(text):
    return unicodedata.normalize("NFC", "".join(text.split()))


def typeset(engine, files):
    """The text of each file, without blanks."""
    inputs = "".join(f"\\newpage File {i}: \\input{{{file}}}\n" for i, file in enumerate(files))
    with open("all.tex", "w", encoding="utf-8") as out:
        out.write(DOCUMENT % (PREAMBLES[engine], inputs))
    command = (engine, "-no-shell-escape", "-recorder", "-interaction=nonstopmode", "-halt-on-error", "all.tex")
    cache = {"TEXMFCACHE": os.path.abspath("texmf")}
    told = subprocess.run(command, stdout=subprocess.PIPE, env={**os.environ, **cache}, check=False)
    if told.returncode:
        sys.exit(f"{engine} failed:\n{told.stdout.decode(errors='replace')[-2000:]}")
    text = subprocess.run(("pdftotext", "-raw", "all.pdf", "-"), capture_output=True, text=True, check=True).stdout
    return re.split(r"File\d+:", squeeze(text))[1:]


def check_files(there):
    made = set(os.listdir()) - there - MADE
    if made:
        sys.exit(f"these were written: {sorted(made)}")
    with open("all.log", encoding="utf-8", errors="replace") as log:
        if "runsystem" in log.read():
            sys.exit("a name was to be run")
    with open("all.fls", encoding="utf-8") as lines:
        used = {tuple(line.rstrip("\n").split(" ", 1)) for line in lines}
    ours = (os.getcwd(), *SYSTEM)
    others = [path for how, path in used if path[0] == "/" and not path.startswith(ours if how == "INPUT" else ours[0])]
    if others:
        sys.exit(f"these were read or written: {others}")


def check_typeset(engine):
    there = {*os.listdir(), "all.tex"}
    wanted = list(outputs())
    if engine == "lualatex":
        wanted.append(("letters.tex", [LETTERS], 5))
    *texts, lines, _ = typeset(engine, [file for file, _, _ in wanted] + ["lines.tex", "explained.tex"])
    check_files(there)
    for (file, names, _), text in zip(wanted, texts, strict=True):
        for name in names:
            count, written = text.count(squeeze(name)), set_by_tex(file).count(spelled(name))
            if count != written:
                complain(file, name, f"is there {count} times, not {written}")
    if not re.search(r"above\[3pt\]below\*", lines):
        complain("lines.tex", LINES, "is not all there")


if __name__ == "__main__":
    {"draw": draw, "spelled": check_spelled, "typeset": check_typeset}[sys.argv[1]](*sys.argv[2:])
