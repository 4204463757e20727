# SPDX-License-Identifier: GPL-3.0-or-later
# manual_options.sh help PROGRAM [COMMAND]...: the long options that --help lists.
# manual_options.sh told PROGRAM [COMMAND]...: those, and all that their descriptions name.
# manual_options.sh entries PAGE: those that have an entry in the page, a line that begins with one.
# manual_options.sh named PAGE...: those that the pages name anywhere.
# Each stands on a line of its own, sorted.
options() { grep -oE -- '--[a-z][a-z-]*' | sort -u; }

what=$1
shift
case $what in
help)
    for command; do
        $command --help | sed -nE 's/^ {2,6}(-.*)/\1/p' | sed 's/   *[^-].*//'
    done | options
    ;;
told) for command; do $command --help; done | options ;;
entries) grep -E '^\*-' "$1" | options ;;
named) cat "$@" | options ;;
esac
