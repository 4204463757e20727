# SPDX-License-Identifier: GPL-3.0-or-later
# How many digits of means and standard deviations are right.

echo "Digits that are right, of NIST's nine reference sets (goal: 13 and more; 15 is all)"
exactness | /usr/bin/python3 "$here/exactness.py"
