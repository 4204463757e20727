# SPDX-License-Identifier: GPL-3.0-or-later
# error_model.py ARCHIVE ACTION REFERENCE OURS EQUAL: recomputes from an archive's samples what
# bench-analyze --equal EQUAL --format json says in the file OURS of the rows of one action: every
# number of error_model.h, by NumPy and SciPy. Fails on the first that is off by more than 1e-9; says
# how many rows it has seen. As a module it computes the errors of any D.
import json
import sys

try:
    import h5py
    import numpy as np
    from scipy import optimize, special, stats
except ImportError:
    sys.exit(77)

TRIM, IMAGINARY, PROFILE, FLOOR, NEAR, LEAST, UNCORRELATED = 0.4, 0.0035, 0.5, 0.5, 1, 1e-20, 16


def trimmed(d):
    d = np.sort(d[np.isfinite(d)])
    cut = int(np.floor(TRIM * len(d)))
    return d[cut:len(d) - cut].mean() if len(d) else np.nan


def round_means(library, reference):
    """[points][rounds] D, from [points][rounds][seeds] seconds."""
    with np.errstate(all="ignore"):
        d = np.log(library) - np.log(reference)
    return np.array([[trimmed(r) for r in point] for point in d])


class Cells:
    """A library's or the control's D."""

    def __init__(self, d):
        self.d = d
        self.n = np.isfinite(d).sum(1)
        with np.errstate(all="ignore"):
            known = [row[np.isfinite(row)] for row in d]
            self.mean = np.array([k.mean() if len(k) else np.nan for k in known])
            self.v = np.array([k.var(ddof=1) if len(k) > 1 else np.nan for k in known])
        self.v[self.v < LEAST] = 0
        self.scatters = self.v > 0
        half = (self.n - 1) / 2
        self.shift = np.where(self.scatters, np.log(np.maximum(half, 0.5)) -
                              special.digamma(np.maximum(half, 0.5)), np.nan)
        self.logs = np.where(self.scatters, np.log(np.where(self.scatters, self.v, 1)), np.nan) + self.shift


def autocorrelation(cells):
    lags, weights = [], []
    for c in cells:
        for p in np.flatnonzero((c.n >= 3) & c.scatters):
            e = c.d[p][np.isfinite(c.d[p])] - c.mean[p]
            lags.append((e[1:] * e[:-1]).sum() / (e * e).sum())
            weights.append(c.n[p] - 1)
    if not lags:
        return 0.0

    def expected(rho):
        out = []
        for w in weights:
            n = int(w) + 1
            g = rho ** abs(np.subtract.outer(np.arange(n), np.arange(n))) if rho else np.eye(n)
            centre = np.eye(n) - 1 / n
            g = centre @ g @ centre
            out.append(np.trace(g, 1) / np.trace(g))
        return np.average(out, weights=weights)

    lag = (np.dot(lags, weights) + UNCORRELATED * expected(0)) / (sum(weights) + UNCORRELATED)
    if lag <= expected(0):
        return 0.0
    if lag >= expected(0.95):
        return 0.95
    return optimize.brentq(lambda rho: expected(rho) - lag, 1e-15, 0.95, xtol=1e-16, rtol=1e-15)


def factor(rho, n):
    g = rho ** abs(np.subtract.outer(np.arange(n), np.arange(n))) if rho else np.eye(n)
    centre = np.eye(n) - 1 / n
    return g.sum() / n ** 2 / (np.trace(centre @ g) / (n - 1) / n)


def between(cells):
    products = pairs = 0
    for c in cells:
        scale = np.sqrt(np.nanmean((c.d - c.mean[:, None]) ** 2, 1)) if len(c.d) else []
        z = (c.d - c.mean[:, None]) / np.where(c.scatters, scale, np.nan)[:, None]
        for r in z.T:
            r = r[np.isfinite(r)]
            products += r.sum() ** 2 - (r * r).sum()
            pairs += len(r) * (len(r) - 1)
    return min(max(products / pairs, 0), 1) if pairs else 0


def profile(cells, control):
    """w, and whether anything tells it; CELLS has the control's as well."""
    curves = [c.logs - np.nanmean(c.logs) for c in cells if c.scatters.sum() >= 3]
    if len(curves) < 3:
        is_known = control is not None and control.scatters.sum() >= 3
        curves = [control.logs - np.nanmean(control.logs)] if is_known else []
    logs = np.full(len(cells[0].logs), np.nan)
    for p in range(len(logs)):
        at = np.sort([c[p] for c in curves if np.isfinite(c[p])])
        if len(at):
            logs[p] = at[(len(at) - 1) // 2]
    w = np.ones(len(logs))
    for p in range(len(logs)):
        near = logs[max(p - NEAR, 0):p + NEAR + 1]
        if np.isfinite(near).any():
            w[p] = np.exp(np.nanmean(near))
    return w, bool(curves)


def prior(cells, w, c):
    """s0^2, d0 and the degrees of freedom of all these cells."""
    e = np.concatenate([(x.logs - np.log(w))[x.scatters] for x in cells])
    d = np.concatenate([(x.n - 1)[x.scatters] for x in cells]).astype(float)
    if len(e) < 2:
        return np.nan, 0, 0
    rest = e.var(ddof=1) - special.polygamma(1, d / 2).mean()
    d0, s0 = 1e6, np.exp(e.mean())
    if rest > special.polygamma(1, 5e5):
        d0 = 2 * optimize.brentq(lambda x: special.polygamma(1, x) / rest - 1, 1e-9, 6e5,
                                 xtol=1e-14, rtol=1e-14)
        s0 *= np.exp(special.digamma(d0 / 2) - np.log(d0 / 2))
    return s0, d0, d.sum() / (1 + (len(e) - 1) * c * c)


def scatter(own, all_cells, w, is_told, rho, c):
    """V and its degrees of freedom at each point."""
    if own.scatters.sum() >= 3:
        s0, d0, most = prior([own], w, c)
    else:
        s0, d0, most = prior(all_cells, w, max(c, 0.5))
    most *= PROFILE if is_told else 1
    floor = FLOOR * w * np.nanmean(own.v / w) if (own.n > 1).any() else np.nan
    v, df = np.full(len(w), np.nan), np.full(len(w), np.nan)
    for p in np.flatnonzero(own.n > 1):
        d = own.n[p] - 1
        m = (d0 * w[p] * s0 + d * own.v[p]) / (d0 + d) if d0 else own.v[p]
        v[p] = max(m, floor[p]) * factor(rho, own.n[p]) / own.n[p]
        df[p] = min(d0 + d, max(most, d))
    return v, df


def lasting(control, v, c, k):
    """tau^2 and its variance."""
    seen = control.n > 1 if control else np.array([], bool)
    if not seen.any():
        return 0.0, 0.0
    m2, v = control.mean[seen] ** 2, v[seen]
    n = len(v)

    def excess(t):
        return (m2 / (v + t))[m2 > 0].sum() + (k * k / t - 1 if k else 0) - n

    with np.errstate(divide="ignore"):
        if not k and not excess(0) > 0:
            return 0.0, 0.0
    high = m2.max() + k * k
    t = optimize.brentq(lambda u: excess(np.exp(u)), np.log(high) - 60, np.log(high), xtol=1e-14)
    t = np.exp(t)
    weights = (1 / (v + t) ** 2).sum() + (1 / t ** 2 if k else 0)
    return t, (1 + (n - 1) * c * c) * 2 / weights


class Model:
    """The errors of libraries' D, {name: [points][rounds]}, with that of the control or None."""

    def __init__(self, libraries, control=None, imaginary=IMAGINARY):
        self.libraries = {name: Cells(d) for name, d in libraries.items()}
        self.control = Cells(control) if control is not None else None
        self.cells = list(self.libraries.values()) + ([self.control] if self.control else [])
        self.rho, self.c = autocorrelation(self.cells), between(self.cells)
        self.w, self.is_told = profile(self.cells, self.control)
        self.tau2, self.tau2_variance = 0.0, 0.0
        if self.control:
            self.tau2, self.tau2_variance = lasting(self.control, self.scatter(self.control)[0],
                                                    self.c, imaginary)

    def scatter(self, own):
        return scatter(own, self.cells, self.w, self.is_told, self.rho, self.c)

    def error(self, own, at):
        """Mean, standard error and degrees of freedom of a cell."""
        v, df = self.scatter(own)
        V = v[at] + self.tau2
        uncertainty = 2 * v[at] ** 2 / df[at] + self.tau2_variance
        return own.mean[at], np.sqrt(V), max(2 * V * V / uncertainty, 1) if uncertainty else df[at]

    def estimate(self, library, at):
        return self.error(self.libraries[library], at)

    def between_two(self, a, b, at):
        """The same of ln t(a) - ln t(b)."""
        return self.error(Cells(self.libraries[a].d - self.libraries[b].d), at)

    def average(self, rounds, sizes):
        """The same of a mean over so many sizes, from its value in each round."""
        n = len(rounds)
        v = np.var(rounds, ddof=1) * factor(self.rho, n) / n
        V = v + self.tau2 / sizes
        uncertainty = 2 * v * v / (n - 1) + self.tau2_variance / sizes ** 2
        return np.mean(rounds), np.sqrt(V), max(2 * V * V / uncertainty, 1) if uncertainty else n - 1


def main(archive, action, reference, ours, equal):
    group = h5py.File(archive, "r")["run_000001/" + action]
    rows = json.load(open(ours))
    names = {r["library"] for r in rows}
    seconds = {k: group[k][...] for k in group
               if isinstance(group[k], h5py.Dataset) and group[k].ndim == 3}
    copies = {k: group[k].attrs["control_of"].decode() for k in seconds
              if "control_of" in group[k].attrs}
    sizes = list(group["sizes"][...])
    model = Model({k: round_means(seconds[k], seconds[reference]) for k in seconds
                   if k not in copies and k != reference and k in names},
                  next((round_means(seconds[k], seconds[of]) for k, of in copies.items()), None))
    tested = [r for r in rows if r["library"] != reference and r["p"] is not None]
    compared, seen = 0, 0

    def close(what, row, theirs, precision=1e-9):
        nonlocal seen
        seen += 1
        mine = row[what]
        is_off = mine is None or not abs(mine - theirs) <= precision * max(abs(theirs), 1e-3)
        if np.isfinite(theirs) != (mine is not None) or np.isfinite(theirs) and is_off:
            sys.exit(f"{what} of {row['library']} at {row['size']}: {theirs!r}, not {mine!r}")

    for row in rows:
        if row["library"] == reference or row["status"] != "ok":
            continue
        at = sizes.index(row["size"])
        if model.libraries[row["library"]].n[at] < 2:
            continue
        m, se, nu = model.estimate(row["library"], at)
        half = stats.t.ppf(0.975, nu) * se
        close("ratio_se", row, se)
        close("ratio_degrees", row, nu)
        close("ratio", row, np.exp(m))
        close("ratio_low", row, np.exp(m - half))
        close("ratio_high", row, np.exp(m + half))
        close("p", row, 2 * stats.t.sf(abs(m) / se, nu))
        inside = np.log1p(equal) - abs(m)
        close("p_equal", row, 2 * stats.t.sf(inside / se, nu) if inside > 0 else 1)
        t = stats.t.isf(0.025 / len(tested), nu)
        detectable = np.expm1(se * (t * (1 - 1 / (4 * nu)) +
                                    stats.norm.ppf(0.8) * np.sqrt(1 + t * t / (2 * nu))))
        close("detectable", row, detectable, 1e-8)  # GSL's quantiles far out
        compared += 1
    expected = len([r for r in tested if r["ratio_se"] is not None])
    if compared != expected or not compared:
        sys.exit(f"{expected} rows were tested, not {compared}")
    print(f"{compared} rows agree, {seen} numbers; rho {model.rho:.3g}, c {model.c:.3g}, "
          f"tau {np.sqrt(model.tau2):.3g}")


if __name__ == "__main__":
    main(*sys.argv[1:5], float(sys.argv[5]))
