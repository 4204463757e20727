# SPDX-License-Identifier: GPL-3.0-or-later
# The report of five libraries at 1000 sizes: its bytes, and milliseconds to the first paint in a
# Chromium that is open already, beside those of an empty page.

echo "A report of 5 libraries x 1000 sizes (goals: 600 kB, first painted within 100 ms)"
awk 'BEGIN {
    srand(3)
    split("alpha beta gamma delta epsilon", names, " ")
    print "action,library,size,seconds"
    for (size = 10; size < 7010; size += 7)
        for (i = 1; i <= 5; i++)
            for (sample = 0; sample < 10; sample++)
                printf "work,%s,%d,%.6g\n", names[i], size,
                    (1e-8 * size * (0.9 + 0.1 * i) + 1e-7) * noise()
}
function noise() {
    return exp(0.03 * sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand()))
}' >report.csv
bench-plot report.csv --report=report.html >/dev/null 2>&1
ls -l report.html | awk '{ printf "  %d bytes\n", $5 }'
echo '<!DOCTYPE html><title>empty</title><p>empty</p>' >empty.html
python3 "$here/first_paint.py" report.html empty.html
