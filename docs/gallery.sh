#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# docs/gallery.sh BIN OUTPUT PICTURES: measures what docs/gallery.md shows, unless OUTPUT has it,
# runs the commands of that page there, and puts the pictures into PICTURES.
set -eu
docs=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$1" && pwd)
mkdir -p "$2" "$3"
pictures=$(cd "$3" && pwd)
PATH=$bin:$PATH
[ -s "$2/results.h5" ] || "$docs/demo.sh" "$bin" "$2"
cp "$docs/examples/threads.csv" "$2"
cd "$2"

# commands WORD: the lines of the page that begin with "$ WORD".
commands() {
    sed -n "s/^ *\\$ \\($1.*\\)/\\1/p" "$docs/gallery.md"
}

# The page's archives are appended to, so that each is measured once, whole or not at all.
if [ ! -e measured ]; then
    rm -f actions.h5 threads.h5 earlier.h5 later.h5 roof.h5 chase.h5 samples.h5
    commands bench-collect | grep ' -o ' >measure.sh
    sh -eux measure.sh
    : >measured
fi
commands bench-analyze >draw.sh
commands bench-plot >>draw.sh
commands bench-store >>draw.sh
sh -eux draw.sh

/usr/bin/python3 -c 'import matplotlib' 2>/dev/null && python=/usr/bin/python3 || python=python3
gnuplot -e 'set terminal pngcairo; set output "gnuplot.png"' "$docs/gallery/gnuplot.gp"
gnuplot -e 'set terminal pngcairo; set output "btl.png"' "$docs/gallery/btl.gp"
gnuplot -e 'set terminal pngcairo' "$docs/gallery/boxes.gp"
$python "$docs/gallery/with_matplotlib.py"
$python "$docs/gallery/boxes_with_matplotlib.py"
if command -v chromium >/dev/null; then
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1100 \
        --screenshot=report.png report.html >/dev/null 2>&1 || echo "gallery: no picture of the report"
fi
# A page is soon loaded with pictures of 128 colours: they look the same, and are half as large.
rm -f demo.png
$python - "$pictures" *.png <<'PY'
import sys
from PIL import Image

for name in sys.argv[2:]:
    picture = Image.open(name).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    picture.save(sys.argv[1] + "/" + name, optimize=True)
PY
ls -l "$pictures"/*.png | sed 's|[^ ]*/||' | awk '{ printf "  %-16s %6.0f KB\n", $NF, $5 / 1024 }'
