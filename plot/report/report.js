/* Written without the two characters that XML reads as markup. */
"use strict";
(function () {
    function each(list, act) {
        Array.prototype.forEach.call(list, act);
    }

    function all(selector, within) {
        return Array.from((within || document).querySelectorAll(selector));
    }

    /* --- tooltips --- */

    var tip = document.getElementById("tip"), near = null, tips = new WeakMap();

    /* Those of a chart are taken when one comes to it: a page has thousands. */
    function take_tips(plot) {
        all(".points title", plot).forEach(function (title) {
            var point = title.parentNode;
            tips.set(point, title.textContent.split("\n"));
            point.setAttribute("aria-label", tips.get(point).join(", "));
            if (!point.hasAttribute("tabindex")) {
                point.setAttribute("tabindex", "-1");
            }
            title.remove();
        });
    }

    function place(point) {
        var at = point.getBoundingClientRect(), size = tip.getBoundingClientRect();
        var left = at.left + at.width / 2 - size.width / 2;
        var most = document.documentElement.clientWidth - size.width - 8;
        var above = at.top - size.height - 6;
        tip.style.left = Math.max(8, Math.min(left, most)) + "px";
        tip.style.top = (above > 4 ? above : at.bottom + 6) + "px";
    }

    function hide() {
        tip.hidden = true;
        if (near) {
            near.classList.remove("near");
        }
        near = null;
    }

    function show(point) {
        if (near === point) {
            return;
        }
        hide();
        near = point;
        point.classList.add("near");
        tip.textContent = "";
        tips.get(point).forEach(function (line, i) {
            var element = document.createElement(i ? "div" : "b");
            var text = document.createElement("bdi");
            text.textContent = line;
            element.appendChild(text);
            tip.appendChild(element);
        });
        tip.hidden = false;
        place(point);
    }

    /* The nearest point of the chart that the pointer is close to. */
    function nearest(plot, event) {
        var best = null, least = 12;
        var at = new DOMPoint(event.clientX, event.clientY)
            .matrixTransform(plot.getScreenCTM().inverse());
        all(".points circle", plot).forEach(function (point) {
            var away = Math.hypot(point.cx.baseVal.value - at.x, point.cy.baseVal.value - at.y);
            if (least > away) {
                least = away;
                best = point;
            }
        });
        return best;
    }

    function follow(plot) {
        function move(event) {
            var point = nearest(plot, event);
            if (point) {
                show(point);
            } else {
                hide();
            }
        }
        plot.addEventListener("pointerenter", function () { take_tips(plot); });
        plot.addEventListener("pointermove", move);
        plot.addEventListener("pointerdown", move);
        plot.addEventListener("pointerleave", hide);
    }

    /* --- arrow keys: left and right along a line, up and down to another --- */

    function beside(point, step) {
        var line = all("circle", point.parentNode);
        return line[Math.max(0, Math.min(line.length - 1, line.indexOf(point) + step))];
    }

    function across(plot, point, step) {
        var lines = all(".line", plot), x = point.cx.baseVal.value;
        var line = lines[(lines.indexOf(point.parentNode) + step + lines.length) % lines.length];
        return all("circle", line).reduce(function (best, other) {
            var away = Math.abs(other.cx.baseVal.value - x);
            return Math.abs(best.cx.baseVal.value - x) > away ? other : best;
        });
    }

    var moves = {
        ArrowRight: function (plot, point) { return beside(point, 1); },
        ArrowLeft: function (plot, point) { return beside(point, -1); },
        Home: function (plot, point) { return beside(point, -1e9); },
        End: function (plot, point) { return beside(point, 1e9); },
        ArrowDown: function (plot, point) { return across(plot, point, 1); },
        ArrowUp: function (plot, point) { return across(plot, point, -1); }
    };

    /* A chart is one stop of the tabulator key: the point where one was last. */
    function walk(plot) {
        var stop = null;
        function enter(point) {
            if (stop) {
                stop.setAttribute("tabindex", "-1");
            }
            stop = point;
            stop.setAttribute("tabindex", "0");
        }
        all("circle[tabindex]", plot).forEach(function (point, i) {
            if (i) {
                point.setAttribute("tabindex", "-1");
            } else {
                stop = point;
            }
        });
        /* On the picture itself this would make it a stop, too. */
        plot.parentNode.addEventListener("focusin", function (event) {
            take_tips(plot);
            if (tips.has(event.target)) {
                enter(event.target);
                show(event.target);
            }
        });
        plot.parentNode.addEventListener("focusout", hide);
        plot.addEventListener("keydown", function (event) {
            var move = moves[event.key];
            if (move ? tips.has(event.target) : false) {
                event.preventDefault();
                move(plot, event.target).focus();
            }
        });
    }

    function enliven(within) {
        all(".plot", within).forEach(function (plot) {
            follow(plot);
            walk(plot);
        });
    }

    enliven(document);
    document.addEventListener("keydown", function (event) {
        if (event.key === "Escape") {
            hide();
        }
    });
    document.addEventListener("scroll", function () {
        if (near) {
            place(near);
        }
    }, {passive: true, capture: true});

    /* --- charts of the other scale are text until they are chosen --- */

    function unwrap(charts) {
        var first = charts.querySelector("input[name^=scale]");
        if (first ? first.checked : true) {
            return;
        }
        var text = charts.querySelector("noscript");
        text.outerHTML = text.innerHTML;
        enliven(charts.lastElementChild);
    }

    function unwrap_chosen() {
        all(".charts:has(noscript)").forEach(unwrap);
    }

    document.addEventListener("change", unwrap_chosen);
    /* A browser puts back what was chosen before the page was loaded again. */
    addEventListener("pageshow", unwrap_chosen);

    /* --- tables --- */

    var prefixes = {p: 1e-12, n: 1e-9, "µ": 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12};

    /* What a cell without a key of its own says, with the unit in the cells that follow. */
    function read_number(row, place, width) {
        var text = row.cells[place].textContent, number = parseFloat(text);
        var unit = width > 1 ? row.cells[place + width - 1].textContent : "";
        var prefix = /^([pnµmkMGT])(?:s|B|flop)/.exec(unit);
        return prefix ? number * prefixes[prefix[1]] : number;
    }

    function key(row, place, width) {
        var cell = row.cells[place], is_text = row.parentNode.dataset.text;
        return {number: cell.dataset.v === undefined
                    ? (is_text ? read_number(row, place, width) : NaN) : Number(cell.dataset.v),
                text: cell.textContent};
    }

    /* What is no number stays behind all numbers, whichever way. */
    function compare(a, b, way) {
        var lacks = Number(isNaN(a.number)) - Number(isNaN(b.number));
        if (lacks) {
            return lacks;
        }
        return way * (isNaN(a.number) ? a.text.localeCompare(b.text) : a.number - b.number);
    }

    function sort(table, heading, place, rows) {
        var next = {none: "ascending", ascending: "descending", descending: "none"};
        var order = next[heading.getAttribute("aria-sort") || "none"];
        var sorted = rows.map(function (row, i) {
            return {row: row, key: key(row, place, heading.colSpan), i: i};
        });
        if (order !== "none") {
            sorted.sort(function (a, b) {
                return compare(a.key, b.key, order === "ascending" ? 1 : -1) || a.i - b.i;
            });
        }
        all("th[aria-sort]", table.tHead).forEach(function (other) {
            other.setAttribute("aria-sort", "none");
        });
        heading.setAttribute("aria-sort", order);
        table.classList.toggle("sorted", order !== "none");
        sorted.forEach(function (entry) {
            table.tBodies[0].appendChild(entry.row);
        });
    }

    function make_sortable(table) {
        var rows = Array.from(table.tBodies[0].rows), place = 0;
        each(table.tHead.rows[0].cells, function (heading) {
            var at = place, button = document.createElement("button");
            place += heading.colSpan;
            button.type = "button";
            button.textContent = heading.textContent;
            heading.textContent = "";
            heading.appendChild(button);
            heading.setAttribute("aria-sort", "none");
            button.addEventListener("click", function () {
                sort(table, heading, at, rows);
            });
        });
    }

    all("table.sortable").forEach(make_sortable);

    /* --- folded tables: text becomes rows when it is opened --- */

    /* The width of what follows the whole number at the beginning, such as ".25×", in half digits. */
    function width_of_tail(text) {
        var at = 0;
        while (text[at] >= "0" ? "9" >= text[at] : false) {
            at++;
        }
        return 2 * (text.length - at) - (text.indexOf(".", at) === -1 ? 0 : 1);
    }

    function make_cell(text, kind, padding, tone) {
        var cell = document.createElement("td");
        cell.className = kind.split("").join(" ") + (padding ? " k" + padding : "") + tone;
        if (kind === "l") {
            cell.appendChild(document.createElement("bdi")).textContent = text;
        } else {
            cell.textContent = text;
        }
        return cell;
    }

    function fill(table, lines, kinds, tones) {
        var body = table.tBodies[0], columns = [], most = kinds.map(function () { return 0; });
        var names = {g: " good", b: " bad", o: " open"};
        each(table.tHead.rows[0].cells, function (heading, column) {
            for (var i = 0; heading.colSpan > i; i++) {
                columns.push(column);
            }
        });
        var widths = lines.map(function (line) {
            return line.map(function (text, p) {
                var width = kinds[p][0] === "r" ? width_of_tail(text) : 0;
                most[p] = Math.max(most[p], width);
                return width;
            });
        });
        lines.forEach(function (line, i) {
            var row = document.createElement("tr");
            row.className = i ? (line[0] === lines[i - 1][0] ? "" : "group") : "";
            line.forEach(function (text, p) {
                var padding = text ? Math.min(24, most[p] - widths[i][p]) : 0;
                var tone = names[(tones[columns[p]] || "")[i]] || "";
                row.appendChild(make_cell(text, kinds[p], padding, tone));
            });
            body.appendChild(row);
        });
        body.dataset.text = "1";
    }

    all("details.rows").forEach(function (fold) {
        fold.querySelector("pre").hidden = true;
        fold.addEventListener("toggle", function () {
            var text = fold.querySelector("pre");
            if (text) {
                var lines = text.textContent.split("\n").slice(1).map(function (line) {
                    return line.split("\t");
                });
                var drawn = fold.querySelector("template").content.cloneNode(true);
                var table = drawn.querySelector("table");
                fill(table, lines, text.dataset.pieces.split(" "), text.dataset.tones.split(" "));
                make_sortable(table);
                text.replaceWith(drawn);
            }
        });
    });

    /* --- commands --- */

    all(":not(.rows) > pre").forEach(function (command) {
        var row = document.createElement("div"), button = document.createElement("button");
        row.className = "copied";
        button.type = "button";
        button.textContent = "Copy";
        command.parentNode.insertBefore(row, command);
        row.appendChild(command);
        row.appendChild(button);
        button.addEventListener("click", function () {
            getSelection().selectAllChildren(command.firstChild);
            button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
            setTimeout(function () { button.textContent = "Copy"; }, 2000);
        });
    });

    /* --- what only works with this script is said by it --- */

    all(".charts:has(circle)").slice(0, 1).forEach(function (charts) {
        var hint = document.createElement("p");
        hint.className = "line hint";
        hint.textContent =
            "Point at a line, or walk along it with the arrow keys, to read its numbers.";
        var switches = charts.querySelector(".switches");
        if (switches) {
            switches.append(hint);
        } else {
            charts.prepend(hint);
        }
    });

    /* --- on paper nothing can be opened: verdicts and what explains them are whole --- */

    addEventListener("beforeprint", function () {
        all("section:has(.charts) details:not(.rows):not([open])").forEach(function (fold) {
            fold.open = true;
            fold.dataset.shut = "";
        });
    });
    addEventListener("afterprint", function () {
        all("details[data-shut]").forEach(function (fold) {
            fold.open = false;
            delete fold.dataset.shut;
        });
    });
})();
