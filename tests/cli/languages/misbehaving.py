"""misbehaving.py MODE --worker: does axpy, and misbehaves in the first timed run;
as "busy" it takes 5 ms of processor time for each call."""
import os
import signal
import subprocess
import sys
import time

import benchmat

mode = sys.argv[1]
run = benchmat.Bench.run


def misbehave(self, calls):
    seconds = run(self, calls if mode != "never" else 1)
    print("this is standard output", flush=True)
    if mode == "late":
        signal.pause()
    elif mode == "asleep":
        time.sleep(1.1)
    elif mode == "exit":
        print("out of luck", flush=True)
        os._exit(5)
    elif mode == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif mode == "error":
        raise ValueError("out of luck")
    elif mode == "twice":
        os.write(4, b"seconds 1e-9\nseconds 1e-9\n")
    elif mode == "child":
        subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    elif mode == "kill":
        with open("pid") as collector:
            os.kill(int(collector.read()), signal.SIGKILL)
        signal.pause()
    return {"nonsense": "quick", "nan": float("nan"), "negative": -seconds,
            "long": 1000 + seconds, "never": 0.0, "asleep": 0.0}.get(mode, seconds)


class Wrong(benchmat.Bench):
    def numbers(self, output):
        numbers = list(super().numbers(output))
        numbers[0] += 1
        return numbers[:-1] if mode == "few" else numbers


if mode in ("wrong", "few"):
    benchmat.Bench = Wrong
else:
    benchmat.Bench.run = misbehave
if mode == "version":
    read = os.read(3, 100)
    os.write(4, b"hello 7 CPython\n")
    signal.pause()


def axpy(bench):
    x, y = bench.fill(bench.size), bench.fill(bench.size)
    bench.output(y)

    def call():
        for i in range(bench.size):
            y[i] += 0.7390851332151607 * x[i]
        until = time.process_time() + 0.005
        while mode == "busy" and time.process_time() < until:
            pass

    bench.call(call)


benchmat.serve(axpy=axpy)
