#compdef bench-collect bench-store bench-analyze bench-plot
# SPDX-License-Identifier: GPL-3.0-or-later
# Completes the command lines of benchmat in zsh, by asking its programs (store/command_line/completion.h).

local line text files
local -a described open

for line in ${(f)"$(${~words[1]} --complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"}; do
    text=${line%%$'\t'*}
    if [[ $text == @files ]]; then
        files=1
    elif [[ $text == *= ]]; then
        open+=($text)
    elif [[ $text == $line ]]; then
        described+=(${text//:/\\:})
    else
        described+=("${text//:/\\:}:${line#*$'\t'}")
    fi
done
(( ! $#described )) || _describe -V ${words[1]:t} described
(( ! $#open )) || compadd -S '' -- $open
if [[ -n $files ]]; then
    compset -P '--*='
    _files
fi
(( $compstate[nmatches] ))
