# SPDX-License-Identifier: GPL-3.0-or-later
# on_terminal.py ROWS COLUMNS COMMAND...: runs a command on a terminal of that size, and prints what
# was on it at the end, lines that scrolled away included, and then how often something was drawn in
# place of what was there. With INTERRUPT set, presses Ctrl-C when the output has that text. Ends
# with the command's status, or with 99 if the terminal was left in another mode.
import fcntl
import os
import pty
import re
import struct
import sys
import termios


def run(rows, columns, command):
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.environ.pop("COLUMNS", None)
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.execvp(command[0], command)
    mode = termios.tcgetattr(terminal)
    data, interrupt = b"", os.environ.get("INTERRUPT", "").encode()
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        data += part
        if interrupt and interrupt in data:
            os.write(terminal, b"\x03")
            interrupt = b""
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        is_sane = termios.tcgetattr(terminal) == mode
    except termios.error:
        is_sane = True  # nobody has it open any more
    # Ctrl-C discards what the terminal had not shown yet, from the middle of a character on, too.
    errors = "replace" if "INTERRUPT" in os.environ else "strict"
    return data.decode(errors=errors), status if is_sane else 99


# Returns the lines; knows what bench-collect uses of ECMA-48.
def screen(text, rows, columns):
    lines, y, x, top = [[]], 0, 0, 0
    for token in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|.|\n", text, re.S):
        if token[0] == "\x1b":
            count = int(token[2:-1].split(";")[0] or 1)
            if token[-1] == "A":
                y = max(top, y - count)
            elif token[-1] == "J":
                del lines[y + 1:], lines[y][x:]
            elif token[-1] == "K":
                del lines[y][x:]
            elif token[-1] != "m":
                sys.exit(f"unknown: {token!r}")
            continue
        if token == "\r":
            x = 0
            continue
        if token == "\n" or x == columns:
            y, x = y + 1, 0 if x == columns else x
            top = max(top, y - rows + 1)
            if y == len(lines):
                lines.append([])
        if token != "\n":
            lines[y] += " " * (x - len(lines[y]))
            lines[y][x:x + 1] = token
            x += 1
    return ["".join(line) for line in lines]


rows, columns = int(sys.argv[1]), int(sys.argv[2])
text, status = run(rows, columns, sys.argv[3:])
print("\n".join(screen(text, rows, columns)))
print("redrawn:", len(re.findall(r"\x1b\[\d+A\x1b\[J", text)))
sys.exit(status if status >= 0 else 128 - status)
