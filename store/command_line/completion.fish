# SPDX-License-Identifier: GPL-3.0-or-later
# Completes the command lines of benchmat in fish, by asking its programs (store/command_line/completion.h).

function __benchmat_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    set -l option (string match -r -- '^--[^=]*=' "$word"; or echo)
    for line in (eval $program --complete (string escape -- $words "$word") 2>/dev/null)
        if test "$line" = @files
            for path in (__fish_complete_path (string replace -- "$option" '' "$word"))
                echo -- $option$path
            end
        else
            echo -- $line
        end
    end
end

for program in bench-collect bench-store bench-analyze bench-plot
    complete -c $program -f -a '(__benchmat_complete)'
end
