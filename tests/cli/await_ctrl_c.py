# SPDX-License-Identifier: GPL-3.0-or-later
# await_ctrl_c.py TEXT: prints TEXT on the terminal and ends when Ctrl-C comes, which cannot come too early. A
# shell loses one that comes while it starts a command.
import signal
import sys

signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
with open("/dev/tty", "w") as terminal:
    print(sys.argv[1], file=terminal)
signal.sigwait([signal.SIGINT])
