# SPDX-License-Identifier: GPL-3.0-or-later
# MAT-files of version 7 beside matio: 128 MB of numbers, and many small variables.
# Goals: reading as fast on one CPU, 1.7 times on two, many variables in half the time; writing 1.5
# times as fast, with files as large to 5 %.

echo "MAT-files, beside matio"
mat_files . | sed 's/^/  /'
