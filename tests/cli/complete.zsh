# SPDX-License-Identifier: GPL-3.0-or-later
# complete.zsh DIRECTORY LINE: what an interactive zsh, which finds _benchmat in DIRECTORY, makes of LINE
# and a key that completes it.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D
complete_and_say() { zle complete-word; print -r -- \"\$BUFFER\" >said; exit }
zle -N complete_and_say; bindkey '^X' complete_and_say"
zpty -w -n shell "$2"$'\C-x'
while zpty -r shell line; do :; done
cat said
