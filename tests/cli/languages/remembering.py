# Says that a call takes 100 ns, and three times that where each gets other numbers. With "old" it
# speaks the protocol of before, in which no set-up is asked for others.
import os
import sys
import time

import benchmat

is_old = "old" in sys.argv
with os.fdopen(3) as requests, os.fdopen(4, "w") as answers:
    for request in requests:
        word, *rest = request.split()
        answer = "ready" if is_old else "ready fresh"
        if word == "hello":
            answer = "hello 1 Python"
        elif word == "describe":
            answer = "describe d"
        elif word == "setup":
            assert not (is_old and rest[-1] == "fresh")
            seconds = 3e-7 if rest[-1] == "fresh" else 1e-7
            numbers = benchmat.Bench(int(rest[0]), int(rest[1]), rest[2], {}).fill(int(rest[0]))
        elif word == "run":
            time.sleep(int(rest[0]) * seconds)
            answer = "seconds %r" % (int(rest[0]) * seconds)
        elif word == "output":
            answer = "output %d %s" % (len(numbers), " ".join(map(repr, [-numbers[0], *numbers[1:]])))
        else:
            break
        print(answer, file=answers, flush=True)
