# SPDX-License-Identifier: GPL-3.0-or-later
# Completes the command lines of benchmat in bash, by asking its programs (store/command_line/completion.h).

_benchmat() {
    local line=${COMP_LINE:0:COMP_POINT} words=() part rest text i
    # Bash also divides words at = and :, which belong to ours.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        rest=${line#"${line%%[![:space:]]*}"}
        [[ $i -gt 0 && $rest == "$line" ]] || words+=("")
        part=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || part=$rest
        words[-1]+=$part
        line=${rest#"$part"}
    done
    [[ $part != [=:] ]] || part=
    local before=${words[-1]%"$part"}
    COMPREPLY=()
    while IFS=$'\t' read -r text _; do
        if [[ $text == @files ]]; then
            compopt -o filenames 2>/dev/null
            while IFS= read -r text; do
                COMPREPLY+=("$text")
            done < <(compgen -f -- "$part")
        else
            [[ $text != *= ]] || compopt -o nospace 2>/dev/null
            COMPREPLY+=("${text#"$before"}")
        fi
    done < <("${1/#\~/$HOME}" --complete "${words[@]:1}" 2>/dev/null)
}

complete -F _benchmat bench-collect bench-store bench-analyze bench-plot
