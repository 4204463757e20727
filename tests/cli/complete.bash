# SPDX-License-Identifier: GPL-3.0-or-later
# complete.bash SCRIPT LINE WORD...: what bash is given by SCRIPT for LINE, which it divides into the
# WORDs, with the cursor at the end.
. "$1"
COMP_LINE=$2 COMP_POINT=${#2}
shift 2
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_benchmat "$1"
printf '%s\n' "${COMPREPLY[@]}"
