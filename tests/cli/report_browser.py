#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""report_browser.py REPORT [FOLDER]: uses a report of bench-plot in a real browser, Chromium without a
window, as a reader does with mouse and keyboard, and fails where it does not do what it should.
Pictures of it go to FOLDER.

It speaks the WebDriver protocol (W3C) to chromedriver, by Python's standard library alone."""

import base64
import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "End": "\ue010", "Home": "\ue011",
        "Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015"}

PATIENCE = 600  # seconds until something hangs

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"report_browser: {what}", file=sys.stderr)


class Browser:
    """A session of Chromium. Every page is read from a file: the network is not there."""

    def __init__(self, script=True):
        self.session = None
        self.home = tempfile.TemporaryDirectory(prefix="benchmat-browser-")
        environment = dict(os.environ, HOME=self.home.name)
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], env=environment, text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for line in self.driver.stdout:
            said = re.search(r"started successfully on port (\d+)", line)
            if said:
                break
        else:
            raise SystemExit("report_browser: chromedriver does not begin")
        self.port = int(said.group(1))
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", "--force-device-scale-factor=1",
                     "--proxy-server=127.0.0.1:9"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # which Chromium has for users only
        options = {"args": arguments}
        if not script:
            options["prefs"] = {"profile.managed_default_content_settings.javascript": 2}
        try:
            self.session = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"},
                "timeouts": {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE}}}})["sessionId"]
        except BaseException:
            self.close()
            raise

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, json.dumps(body) if body is not None else None,
                           {"Content-Type": "application/json"})
        value = json.loads(connection.getresponse().read())["value"]
        connection.close()
        if isinstance(value, dict) and "error" in value:
            raise SystemExit(f"report_browser: {value['error']}: {value['message'][:2000]}")
        return value

    def post(self, path, **body):
        return self.ask("POST", f"/session/{self.session}{path}", body)

    def run(self, script, *arguments):
        """What a function of that body returns, in the page."""
        return self.post("/execute/sync", script=script, args=list(arguments))

    def command(self, name, **parameters):
        return self.post("/goog/cdp/execute", cmd=name, params=parameters)

    def resize(self, width, height=900):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=False)

    def emulate(self, media="screen", scheme="light"):
        self.command("Emulation.setEmulatedMedia", media=media,
                     features=[{"name": "prefers-color-scheme", "value": scheme},
                               {"name": "prefers-reduced-motion", "value": "reduce"}])

    def open(self, path):
        self.post("/url", url=pathlib.Path(path).resolve().as_uri())

    def find(self, selector):
        return self.post("/element", using="css selector", value=selector)

    def click(self, element):
        self.ask("POST", f"/session/{self.session}/element/{element[ELEMENT]}/click", {})

    def hover(self, element):
        self.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        self.post("/actions", actions=[{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "origin": element, "x": 0, "y": 0, "duration": 0}]}])

    def leave(self):
        self.post("/actions", actions=[{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "origin": "viewport", "x": 2, "y": 2, "duration": 0}]}])

    def press(self, *keys):
        actions = []
        for key in keys:
            actions += [{"type": kind, "value": KEYS.get(key, key)} for kind in ("keyDown", "keyUp")]
        self.post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def messages(self):
        """What the console said since it was last asked: errors, and what the policy forbade."""
        return [entry["message"] for entry in self.post("/se/log", type="browser")]

    def picture(self, path, selector=None):
        if selector:
            self.run("document.querySelector(arguments[0]).scrollIntoView("
                     "{block: 'start', behavior: 'instant'})", selector)
            data = self.ask("GET", f"/session/{self.session}/screenshot")
        else:
            data = self.command("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        try:
            if self.session:
                self.ask("DELETE", f"/session/{self.session}")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.driver.stdout.close()
            self.home.cleanup()


# --- what a page must be ----------------------------------------------------------------------------

CONTRAST = """
function linear(c) { c /= 255; return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4); }
function luminance(c) { return 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]); }
function parse(text) {
    var numbers = (text.match(/[0-9.]+/g) || []).map(Number);
    return {rgb: numbers.slice(0, 3), alpha: numbers.length > 3 ? numbers[3] : numbers.length ? 1 : 0};
}
function ground(element) {
    for (; element; element = element.parentElement) {
        var colour = parse(getComputedStyle(element).backgroundColor);
        if (colour.alpha > 0) { return colour.rgb; }
    }
    return [255, 255, 255];
}
function contrast(colour, element) {
    var a = luminance(parse(colour).rgb) + 0.05, b = luminance(ground(element)) + 0.05;
    return Math.max(a, b) / Math.min(a, b);
}
function isSeen(element) { return element.getClientRects().length > 0; }
"""


def check_contrast(browser, theme):
    """WCAG 2.1: 4.5 for text (1.4.3), 3 for what has to be seen of a picture (1.4.11)."""
    texts = browser.run(CONTRAST + """
        var seen = {}, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (var node; (node = walker.nextNode());) {
            var element = node.parentElement;
            if (!node.data.trim() || !isSeen(element) || element.closest("script, svg")) { continue; }
            var colour = getComputedStyle(element).color, value = contrast(colour, element);
            seen[colour + " on " + ground(element)] = [value, node.data.trim().slice(0, 30)];
        }
        return seen;""")
    check(len(texts) > 2, f"{theme}: hardly any text was found")
    for colour, (value, text) in texts.items():
        check(value >= 4.5, f"{theme}: the contrast of {colour} is {value:.2f}: {text}")
    letters = browser.run(CONTRAST + """
        var values = {};
        document.querySelectorAll(".plot text").forEach(function (text) {
            if (text.textContent.trim() && isSeen(text)) {
                var colour = getComputedStyle(text).fill;
                values[colour] = contrast(colour, text.closest("figure"));
            }
        });
        return values;""")
    check(len(letters) > 2, f"{theme}: charts have hardly any letters")
    for colour, value in letters.items():
        check(value >= 4.5, f"{theme}: letters {colour} in a chart have a contrast of {value:.2f}")
    lines = browser.run(CONTRAST + """
        var values = {};
        document.querySelectorAll(".plot path[class]").forEach(function (path) {
            var width = Number(path.getAttribute("stroke-width"));
            if (width >= 0.9 && isSeen(path)) {
                var colour = getComputedStyle(path).stroke;
                values[colour] = contrast(colour, path.closest("figure"));
            }
        });
        return values;""")
    check(len(lines) > 1, f"{theme}: charts have hardly any lines")
    for colour, value in lines.items():
        check(value >= 3, f"{theme}: a line {colour} has a contrast of {value:.2f}")


def check_first_screen(browser):
    """The first chart is wholly on it, with its answer above."""
    browser.resize(1280, 800)
    bottom = browser.run("return document.querySelector('.plot').getBoundingClientRect().bottom")
    check(bottom <= 800, f"the first chart ends {bottom - 800:.0f} px below the first screen")


def check_width(browser, width):
    browser.resize(width)
    wide = browser.run("return document.documentElement.scrollWidth")
    check(wide <= width, f"at {width} px the page is {wide} px wide")


def check_long_name(browser):
    browser.run("""
        var link = document.querySelector("nav a");
        link.dataset.was = link.textContent;
        link.textContent = "a".repeat(200);""")
    check_width(browser, 400)
    browser.run("""
        var link = document.querySelector("nav a");
        link.textContent = link.dataset.was;""")


def check_pictures(browser):
    """No two elements share an id, and every reference leads somewhere."""
    twice, lost = browser.run("""
        var ids = {}, twice = [], lost = [];
        document.querySelectorAll("[id]").forEach(function (element) {
            if (ids[element.id]) { twice.push(element.id); }
            ids[element.id] = 1;
        });
        document.querySelectorAll("[href^='#']").forEach(function (element) {
            var id = element.getAttribute("href").slice(1);
            if (!ids[id]) { lost.push(id); }
        });
        document.querySelectorAll("svg *").forEach(function (element) {
            Array.from(element.attributes).forEach(function (attribute) {
                var to = /url\\(#([^)]*)\\)/.exec(attribute.value);
                if (to && !ids[to[1]]) { lost.push(to[1]); }
            });
        });
        return [twice, lost];""")
    check(not twice, f"ids that are there twice: {twice[:5]}")
    check(not lost, f"references to nothing: {lost[:5]}")


def seen_views(browser):
    return browser.run("""
        return Array.from(document.querySelector(".charts").querySelectorAll(".view"))
            .filter(function (view) { return view.getClientRects().length; })
            .map(function (view) { return view.className; });""")


def check_restored(browser):
    """Browsers put back what was chosen before the page was loaded again, without a click."""
    seen = browser.run("""
        document.querySelector(".scale-linear").checked = true;
        dispatchEvent(new Event("pageshow"));""") or seen_views(browser)
    check(seen == ["view ratio linear", "view time linear"], f"linear, as before: {seen}")
    browser.click(browser.find(".charts .scale-log"))


def check_switches(browser, how=""):
    def choose(name):
        browser.click(browser.find(f".charts .{name}"))
        return seen_views(browser)
    check(seen_views(browser) == ["view ratio log", "view time log"], f"views at first{how}")
    check(choose("scale-linear") == ["view ratio linear", "view time linear"], f"linear{how}")
    check(choose("show-time") == ["view time linear"], f"time alone{how}")
    check(choose("scale-log") == ["view time log"], f"time, logarithmic{how}")
    check(choose("show-ratio") == ["view ratio log"], f"ratio alone{how}")
    check(choose("show-both") == ["view ratio log", "view time log"], f"both again{how}")


def tip(browser):
    return browser.run("""
        var tip = document.getElementById("tip"), box = tip.getBoundingClientRect();
        return tip.hidden ? null : {lines: Array.from(tip.children).map(function (line) {
            return line.textContent; }),
            inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth};""")


def focused(browser):
    return browser.run("""
        var at = document.activeElement;
        return at.tagName === "circle" ? {label: at.getAttribute("aria-label"),
            x: at.cx.baseVal.value, line: at.parentNode.getAttribute("aria-label"),
            ring: getComputedStyle(at).stroke !== "none"} : null;""")


def check_tooltips(browser, scale):
    browser.click(browser.find(f".charts .scale-{scale}"))
    points = browser.run(
        f"return Array.from(document.querySelectorAll('.view.time.{scale} circle'))")
    check(len(points) > 1, "charts have points")
    for point in (points[0], points[-1]):
        browser.hover(point)
        label = browser.run("return arguments[0].getAttribute('aria-label')", point)
        said = tip(browser)
        check(said is not None, f"no tooltip at {label}")
        if said:
            check(said["inside"], f"the tooltip of {label} is not wholly seen")
            check(", ".join(said["lines"]) in browser.run(
                "return Array.from(document.querySelectorAll('circle')).map(function (point) {"
                "return point.getAttribute('aria-label'); })"), f"{said['lines']} is of no point")
            check(len(said["lines"]) >= 4, f"the tooltip says too little: {said['lines']}")
    browser.leave()
    check(tip(browser) is None, "the tooltip stays")
    browser.click(browser.find(".charts .scale-log"))


def check_keyboard(browser):
    browser.run("document.querySelector('.view.time.log circle[tabindex=\"0\"]').focus()")
    first = focused(browser)
    check(first is not None and first["ring"], "a focused point is to be seen")
    check(tip(browser) is not None, "no tooltip for the keyboard")
    browser.press("Right")
    second = focused(browser)
    check(second["line"] == first["line"] and second["x"] > first["x"], "right goes along the line")
    check(tip(browser) and tip(browser)["lines"][0] == second["label"].split(",")[0],
          "the tooltip follows the keyboard")
    browser.press("Left")
    check(focused(browser) == first, "left goes back")
    browser.press("End")
    check(focused(browser)["x"] > second["x"], "End goes to the line's end")
    browser.press("Home", "Down")
    check(focused(browser)["line"] != first["line"], "down goes to another line")
    browser.press("Up")
    check(focused(browser)["line"] == first["line"], "up comes back")
    browser.press("Escape")
    check(tip(browser) is None, "Escape hides the tooltip")
    stops = browser.run("return Array.from(document.querySelectorAll('.plot')).map(function (plot) {"
                        "return plot.querySelectorAll('circle[tabindex=\"0\"]').length; })")
    check(set(stops) <= {0, 1}, "a chart is one stop of the tabulator key")
    browser.run("document.querySelector('.charts .show-both').focus()")
    seen = []
    for _ in range(6):
        browser.press("Tab")
        seen.append(focused(browser) is not None)
    check(any(seen), "the tabulator key reaches the points")
    pictures = browser.run("""
        return Array.from(document.querySelectorAll("svg")).filter(function (picture) {
            picture.focus();
            return document.activeElement === picture; }).length;""")
    check(pictures == 0, f"{pictures} pictures are stops of the tabulator key")


def check_table(browser):
    def column(name):
        return browser.run("""
            var table = document.querySelector("table.sortable"), at = 0, heading;
            Array.from(table.tHead.rows[0].cells).some(function (cell) {
                heading = cell;
                if (cell.textContent === arguments_name) { return true; }
                at += cell.colSpan;
            });
            return {order: heading.getAttribute("aria-sort"), button: heading.querySelector("button"),
                values: Array.from(table.tBodies[0].rows).map(function (row) {
                    var cell = row.cells[at];
                    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
                })};""".replace("arguments_name", json.dumps(name)))
    before = column("mean ±")
    check(before["order"] == "none", "a table is unsorted at first")
    browser.click(before["button"])
    rising = column("mean ±")
    check(rising["order"] == "ascending", "aria-sort says ascending")
    numbers = [value for value in rising["values"] if isinstance(value, (int, float))]
    check(numbers == sorted(numbers) and len(numbers) > 1, "a click sorts by number")
    browser.run("arguments[0].focus()", rising["button"])
    browser.press("Enter")
    falling = column("mean ±")
    numbers = [value for value in falling["values"] if isinstance(value, (int, float))]
    check(falling["order"] == "descending" and numbers == sorted(numbers, reverse=True),
          "a key turns the order over")
    browser.press(" ")
    check(column("mean ±")["values"] == before["values"], "a third time restores it")
    browser.click(column("library")["button"])
    names = column("library")["values"]
    check(column("library")["order"] == "ascending" and len(names) == len(before["values"]),
          "names are sorted too")
    check(column("mean ±")["order"] == "none", "one column at a time")
    browser.click(column("library")["button"])
    browser.click(column("library")["button"])


def check_numbers(browser):
    """What is copied of a table, or read out, is numbers as they are in the tables of bench-analyze."""
    cells = browser.run("""
        return Array.from(document.querySelectorAll("td")).map(function (cell) {
            return {text: cell.textContent, pieces: cell.childNodes.length, v: cell.dataset.v};
        });""")
    numbers = [cell for cell in cells if cell["text"][:1].isdigit()]
    check(len(numbers) > 10, "tables have numbers")
    check(all(cell["pieces"] == 1 for cell in numbers), "a number is one node")
    for cell in cells:
        check(cell["text"][:1] not in (".", "×"), f"a piece of a number: {cell['text']}")
    ratios = [cell["text"] for cell in numbers if cell["text"].endswith("×")]
    check(len(ratios) > 1, "ratios are whole")
    copied = browser.run("""
        var table = document.querySelector("table.sortable");
        getSelection().selectAllChildren(table);
        var text = getSelection().toString();
        getSelection().removeAllRanges();
        return text;""")
    check(all(ratio in copied for ratio in ratios if ratio in browser.run(
        "return document.querySelector('table.sortable').textContent")), "ratios are copied whole")


def check_copying(browser):
    """A click takes the whole command along. The page's clock is held until that was looked at."""
    button = browser.find(".copied button")
    browser.run("""arguments[0].scrollIntoView({block: 'center'});
        window.usual = setTimeout;
        window.setTimeout = function (later) { window.later = later; };""", button)
    browser.click(button)
    said, chosen, command = browser.run("""
        return [arguments[0].textContent, getSelection().toString(),
                document.querySelector("pre").textContent];""", button)
    check(said == "Copied" and chosen.strip() == command, f"copying a command: {said}, {chosen}")
    said = browser.run("""window.setTimeout = window.usual;
        window.later();
        return arguments[0].textContent;""", button)
    check(said == "Copy", f"later the button says {said}")


def check_harmless(browser):
    """Whatever names there are, nothing but the page's own script and elements is there."""
    found = browser.run("""
        var known = {HTML: 1, HEAD: 1, META: 1, TITLE: 1, LINK: 1, STYLE: 1, BODY: 1, HEADER: 1, MAIN: 1,
            NAV: 1, SECTION: 1, H1: 1, H2: 1, H3: 1, P: 1, A: 1, UL: 1, LI: 1, STRONG: 1, SPAN: 1,
            BDI: 1, DL: 1, DIV: 1, DT: 1, DD: 1, PRE: 1, CODE: 1, DETAILS: 1, SUMMARY: 1, TABLE: 1,
            CAPTION: 1, THEAD: 1, TBODY: 1, TR: 1, TH: 1, TD: 1, FIELDSET: 1, LEGEND: 1, LABEL: 1,
            INPUT: 1, FIGURE: 1, FIGCAPTION: 1, SCRIPT: 1, BUTTON: 1, B: 1,
            NOSCRIPT: 1, svg: 1, g: 1, path: 1, text: 1, tspan: 1, rect: 1, circle: 1, title: 1, defs: 1,
            clipPath: 1};
        return {
            strange: Array.from(document.querySelectorAll("*")).map(function (element) {
                return element.tagName; }).filter(function (tag) { return !known[tag]; }),
            scripts: document.scripts.length,
            handlers: Array.from(document.querySelectorAll("*")).filter(function (element) {
                return Array.from(element.attributes).some(function (attribute) {
                    return /^on|^style$/i.test(attribute.name) ||
                        (/href|src|action/i.test(attribute.name) && !/^(#|data:,$)/.test(attribute.value)); });
            }).length,
            steering: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.documentElement.innerHTML),
            hit: window.hit === undefined ? 0 : 1};""")
    check(not found["strange"], f"elements that are none of ours: {found['strange'][:5]}")
    check(found["scripts"] == 1, f"{found['scripts']} scripts")
    check(found["handlers"] == 0, "an attribute that would run or load something")
    check(not found["steering"], "characters that steer the direction of writing")
    check(not found["hit"], "a name was run")


def check_paper(browser):
    browser.emulate("print", "dark")
    seen = browser.run("""
        return {ground: getComputedStyle(document.body).backgroundColor,
                switches: document.querySelector(".switches").getClientRects().length};""")
    check(seen["ground"] == "rgb(255, 255, 255)", f"paper is white, not {seen['ground']}")
    check(seen["switches"] == 0, "paper has no switches")
    browser.emulate("", "dark")
    check_orphans(browser)


def printed_pages(browser):
    """The lines of each printed page."""
    printed = base64.b64decode(browser.command("Page.printToPDF")["data"])
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=printed, capture_output=True,
                          check=True).stdout.decode()
    return [[line.strip() for line in page.splitlines() if line.strip()]
            for page in text.split("\f") if page.strip()]


ABOVE_ALL = "document.body.style.paddingTop = arguments[0] + 'px';"


def check_orphans(browser, step=125, move=ABOVE_ALL):
    """Wherever the pages happen to end, none ends with a heading, nor with one and its first sentence.
    MOVE leaves so many pixels free, up to those of a sheet."""
    headings = set(browser.run("""
        return Array.from(document.querySelectorAll("h2, h3, caption, figcaption strong, thead"))
            .map(function (heading) { return heading.innerText.trim().replace(/\\s+/g, " "); });"""))
    begun = browser.run("""
        return Array.from(document.querySelectorAll("h2 + p")).map(function (sentence) {
            return sentence.innerText.trim().slice(0, 40); });""")
    for space in range(0, 1000, step):
        browser.run(move, space)
        for number, lines in enumerate(printed_pages(browser), 1):
            end = " ".join(lines[-1].split())
            check(end not in headings, f"with {space} px above, page {number} ends with: {end}")
            check(not any(end.startswith(sentence) for sentence in begun),
                  f"with {space} px above, page {number} ends right below its heading")
    browser.run(move, 0)


def main():
    report = sys.argv[1]
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    browser = Browser()
    try:
        browser.resize(1400)
        browser.emulate()
        browser.open(report)
        check_first_screen(browser)
        browser.resize(1400)
        check_restored(browser)
        check_switches(browser)
        check_pictures(browser)
        check_harmless(browser)
        check_tooltips(browser, "log")
        check_tooltips(browser, "linear")
        check_keyboard(browser)
        check_table(browser)
        check_numbers(browser)
        check_copying(browser)
        for scheme in ("light", "dark"):
            browser.emulate(scheme=scheme)
            check_contrast(browser, scheme)
            if folder:
                browser.resize(1400)
                browser.picture(folder / f"{scheme}.png")
        for width in (400, 1400, 320, 800):
            check_width(browser, width)
            if folder and width == 400:
                browser.picture(folder / "narrow.png")
        check_long_name(browser)
        check_paper(browser)
        said = browser.messages()
        check(not said, f"the console says: {said[:3]}")
    finally:
        browser.close()
    browser = Browser(script=False)
    try:
        browser.resize(1400)
        browser.emulate()
        browser.open(report)
        check(browser.run("return document.querySelectorAll('button').length") == 0,
              "the script runs where it is switched off")
        advice = browser.run("""
            var words = /\\b(click|point at|arrow keys|sort|copy|press|hover)\\b/i;
            return (words.exec(document.body.innerText) || [""])[0];""")
        check(not advice, f"without script the page advises what needs it: {advice}")
        check_switches(browser, " without script")
    finally:
        browser.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
