"use strict";
(() => {
  // src/board.ts
  var NAME = /^([a-z]{1,2})([1-9]\d{0,2})$/;
  function fileName(col) {
    let name = "";
    for (let n = col + 1; n > 0; n = Math.floor((n - 1) / 26)) {
      name = String.fromCharCode(97 + (n - 1) % 26) + name;
    }
    return name;
  }
  function squareName(row, col) {
    return fileName(col) + (row + 1);
  }
  function place(square) {
    const found = NAME.exec(square);
    if (!found) return null;
    let col = 0;
    for (const letter of found[1]) col = col * 26 + letter.charCodeAt(0) - 96;
    return { row: Number(found[2]) - 1, col: col - 1 };
  }
  var Board = class {
    constructor(rows, cols, holes = []) {
      this.rows = rows;
      this.cols = cols;
      this.holes = new Set([...holes].filter((square) => this.spans(square)));
    }
    rows;
    cols;
    holes;
    get size() {
      return this.rows * this.cols - this.holes.size;
    }
    spans(square) {
      const at = place(square);
      return at !== null && at.row < this.rows && at.col < this.cols;
    }
    has(square) {
      return this.spans(square) && !this.holes.has(square);
    }
    /** By rank, then by file. */
    *squares() {
      for (let row = 0; row < this.rows; row++) {
        for (let col = 0; col < this.cols; col++) {
          const square = squareName(row, col);
          if (!this.holes.has(square)) yield square;
        }
      }
    }
    neighbours(square, [r, s]) {
      const at = place(square);
      if (!at) return [];
      const found = /* @__PURE__ */ new Set();
      for (const [across, up] of [[r, s], [s, r]]) {
        for (const x of [across, -across]) {
          for (const y of [up, -up]) {
            const next = { row: at.row + y, col: at.col + x };
            if (next.row < 0 || next.col < 0) continue;
            const name = squareName(next.row, next.col);
            if (name !== square && this.has(name)) found.add(name);
          }
        }
      }
      return [...found];
    }
    /** The colour of a1 is even. */
    isEven(square) {
      const at = place(square);
      return at !== null && (at.row + at.col) % 2 === 0;
    }
    /** The components of the move graph without some squares: a number for each square left. */
    components(leaper, removed) {
      const of = /* @__PURE__ */ new Map();
      let count = 0;
      for (const start of this.squares()) {
        if (removed.has(start) || of.has(start)) continue;
        of.set(start, count);
        const open = [start];
        for (let at = open.pop(); at !== void 0; at = open.pop()) {
          for (const next of this.neighbours(at, leaper)) {
            if (removed.has(next) || of.has(next)) continue;
            of.set(next, count);
            open.push(next);
          }
        }
        count++;
      }
      return { of, count };
    }
  };
  function attacks(n, queens) {
    const attacked = /* @__PURE__ */ new Set();
    const pairs = [];
    const at = queens.map((queen) => place(queen));
    const sees = (a, b) => a.row === b.row || a.col === b.col || Math.abs(a.row - b.row) === Math.abs(a.col - b.col);
    at.forEach((a, i) => {
      at.slice(i + 1).forEach((b, j) => {
        if (sees(a, b)) pairs.push([queens[i], queens[i + 1 + j]]);
      });
    });
    for (let row = 0; row < n; row++) {
      for (let col = 0; col < n; col++) {
        const here = { row, col };
        const taken = at.some((a) => a.row === row && a.col === col);
        if (!taken && at.some((a) => sees(a, here))) attacked.add(squareName(row, col));
      }
    }
    return { attacked, pairs };
  }

  // src/api.ts
  async function ask(operation, request, how = {}) {
    try {
      const response = await fetch(`/api/v1/${operation}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Accept: how.progress ? "text/event-stream" : "*/*"
        },
        body: JSON.stringify(request),
        signal: how.signal ?? null
      });
      const type = response.headers.get("content-type") ?? "";
      if (how.progress && type.startsWith("text/event-stream") && response.body) {
        return await events(response.body, how.progress);
      }
      return { status: response.status, text: await response.text() };
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") {
        return { status: 0, text: "stopped" };
      }
      return { status: 0, text: "the server cannot be reached: is hippodrome serve still running?" };
    }
  }
  async function events(body, progress) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let buffer = "";
    for (; ; ) {
      const { value, done } = await reader.read();
      if (done) return { status: 0, text: "the server ended before it answered" };
      buffer += value;
      for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
        const lines3 = buffer.slice(0, end).split("\n");
        buffer = buffer.slice(end + 2);
        const name = lines3.find((line) => line.startsWith("event: "))?.slice(7);
        const data = lines3.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6)).join("\n");
        if (name === "progress") progress(JSON.parse(data));
        if (name === "answer") return { status: 200, text: data };
        if (name === "failure") {
          const failure = JSON.parse(data);
          return { status: failure.status, text: failure.line };
        }
      }
    }
  }
  function json(answer) {
    return JSON.parse(answer.text);
  }
  function lines(answer) {
    return answer.text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  }
  function sentence(text) {
    const line = text.trim().replace(/^(error|unknown|none|stuck): /, "");
    return line.charAt(0).toUpperCase() + line.slice(1) + (/[.!?]$/.test(line) ? "" : ".");
  }

  // src/dom.ts
  function h(tag, attributes = {}, ...children) {
    const element2 = document.createElement(tag);
    set(element2, attributes);
    for (const child of children) if (child !== null) element2.append(child);
    return element2;
  }
  function svg(tag, attributes = {}, ...children) {
    const element2 = document.createElementNS("http://www.w3.org/2000/svg", tag);
    set(element2, attributes);
    element2.append(...children);
    return element2;
  }
  function set(element2, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on") && typeof value === "function") {
        element2.addEventListener(name.slice(2), value);
      } else if (value === true) {
        element2.setAttribute(name, "");
      } else if (value !== false && value !== null && value !== void 0) {
        element2.setAttribute(name, String(value));
      }
    }
  }
  function button(text, onclick, attributes = {}) {
    return h("button", { type: "button", onclick, ...attributes }, text);
  }
  var ids = 0;
  function labelled(text, control, hint = "") {
    control.id ||= `field-${++ids}`;
    const label = h("label", { for: control.id }, text);
    if (!hint) return h("div", { class: "field" }, label, control);
    const about = h("p", { class: "hint", id: `${control.id}-hint` }, hint);
    control.setAttribute("aria-describedby", about.id);
    return h("div", { class: "field" }, label, control, about);
  }
  function choice(legend, options, chosen, onchange) {
    const name = `choice-${++ids}`;
    return h(
      "fieldset",
      { class: "choice" },
      h("legend", {}, legend),
      h(
        "div",
        { class: "options" },
        ...options.map(
          ([value, text]) => h(
            "label",
            {},
            h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }),
            h("span", {}, text)
          )
        )
      )
    );
  }
  function select(options, chosen, onchange) {
    const element2 = h(
      "select",
      {},
      ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))
    );
    element2.addEventListener("change", () => onchange(element2.value));
    return element2;
  }
  function number(value, least, most, onchange) {
    const input = h("input", { type: "number", min: least, max: most, value, inputmode: "numeric" });
    input.addEventListener("change", () => {
      const given = Math.round(Number(input.value));
      const right = Math.min(most, Math.max(least, Number.isFinite(given) ? given : least));
      input.value = String(right);
      onchange(right);
    });
    return input;
  }
  function grouped(digits) {
    return digits.replace(/\B(?=(\d{3})+(?!\d))/g, " ");
  }
  var pending = 0;
  function say(text) {
    const region = document.getElementById("live");
    window.clearTimeout(pending);
    pending = window.setTimeout(() => {
      if (region) region.textContent = text;
    }, 60);
  }
  function download(name, data, type = "text/plain") {
    const blob = typeof data === "string" ? new Blob([data], { type }) : data;
    const address = URL.createObjectURL(blob);
    const link = h("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    window.setTimeout(() => URL.revokeObjectURL(address), 1e4);
  }

  // src/read.ts
  function read(text) {
    const given = { rows: 0, cols: 0, holes: [], leaper: null, closed: null, path: [], queens: [] };
    const trimmed = text.trim();
    if (trimmed.startsWith("<")) {
      const inside = /<metadata[^>]*>([^<]*)<\/metadata>/.exec(trimmed)?.[1];
      return inside ? read(inside.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) : null;
    }
    if (trimmed.startsWith("{")) json2(trimmed, given);
    else if (trimmed.startsWith("hippodrome-certificate")) certificate(trimmed, given);
    else if (/p\(\s*\d+\s*,/.test(trimmed)) {
      for (const [, file, rank] of trimmed.matchAll(/p\(\s*(\d+)\s*,\s*(\d+)\s*\)/g)) {
        given.path.push(squareName(Number(rank) - 1, Number(file) - 1));
      }
    } else if (/^step\b/i.test(trimmed)) table(trimmed, given);
    else if (/[a-z]\s*\d/i.test(trimmed.split("\n")[0] ?? "")) {
      given.path = [...trimmed.toLowerCase().matchAll(/[a-z]{1,2}\d{1,3}/g)].map(([square]) => square);
    } else grid(trimmed, given);
    for (const square of [...given.path, ...given.queens, ...given.holes]) {
      const at = place(square);
      given.rows = Math.max(given.rows, (at?.row ?? -1) + 1);
      given.cols = Math.max(given.cols, (at?.col ?? -1) + 1);
    }
    const fits = given.rows > 0 && given.rows <= 100 && given.cols > 0 && given.cols <= 100;
    return fits ? given : null;
  }
  function json2(text, given) {
    try {
      const object = JSON.parse(text);
      const board = object["board"];
      given.rows = Number(board?.rows ?? 0);
      given.cols = Number(board?.cols ?? 0);
      given.holes = board?.holes ?? [];
      given.leaper = object["leaper"] ?? null;
      given.closed = typeof object["kind"] === "string" ? object["kind"] === "closed" : null;
      given.path = (object["squares"] ?? []).map((square) => String(square).toLowerCase());
      const columns = object["columns"];
      given.queens = (columns ?? []).map((file, row) => squareName(row, Number(file) - 1));
      if (columns) given.rows = given.cols = columns.length;
    } catch {
    }
  }
  function certificate(text, given) {
    for (const line of text.split("\n")) {
      const [word, value = ""] = line.split(" ");
      if (word === "board") [given.rows, given.cols] = value.split("x").map(Number);
      else if (word === "hole") given.holes.push(value);
      else if (word === "leaper") given.leaper = value.split(",").map(Number);
      else if (word === "tour") given.closed = value === "closed";
      else if (word === "visit" || word === "move") given.path.push(value);
      else if (word === "queen") given.queens.push(value);
    }
  }
  function table(text, given) {
    const [head = "", ...rows] = text.split("\n");
    const column = head.trim().toLowerCase().split(/[,;\t]/).indexOf("square");
    for (const row of rows) {
      const square = row.trim().toLowerCase().split(/[,;\t]/)[column];
      if (square) given.path.push(square);
    }
  }
  function grid(text, given) {
    const ranks = text.split("\n").map((line) => (line.includes("|") ? line.slice(line.indexOf("|") + 1) : line).trim().split(/[\s,|]+/)).filter((cells) => cells.length > 0 && cells.every((cell) => /^(\d+|[#.-])$/.test(cell)));
    given.rows = ranks.length;
    given.cols = Math.max(0, ...ranks.map((cells) => cells.length));
    const steps = [];
    ranks.forEach((cells, line) => {
      cells.forEach((cell, col) => {
        const square = squareName(ranks.length - 1 - line, col);
        if (/^\d+$/.test(cell)) steps.push([Number(cell), square]);
        else given.holes.push(square);
      });
    });
    given.path = steps.sort(([a], [b]) => a - b).map(([, square]) => square);
  }
  function named(text, rows, cols) {
    const found = [...text.matchAll(/\b[a-z]{1,2}[1-9]\d{0,2}\b/g)].map(([square]) => square);
    return found.filter((square) => {
      const at = place(square);
      return at !== null && at.row < rows && at.col < cols;
    });
  }

  // src/scene.ts
  function scene(board) {
    const cells = /* @__PURE__ */ new Map();
    for (let row = 0; row < board.rows; row++) {
      for (let col = 0; col < board.cols; col++) {
        const square = squareName(row, col);
        const hole = board.holes.has(square);
        cells.set(square, hole ? { looks: ["hole"], says: ["hole"] } : { looks: [], says: [] });
      }
    }
    return { rows: board.rows, cols: board.cols, cells, path: [], piece: null, strokes: [], queens: [] };
  }
  function mark(scene2, square, look, says = "") {
    const cell = square ? scene2.cells.get(square) : void 0;
    if (!cell) return;
    cell.looks.push(look);
    if (says) cell.says.push(says);
  }
  function dot(scene2, square, look, says) {
    mark(scene2, square, look, says);
    const cell = scene2.cells.get(square);
    if (cell) cell.big ??= "•";
  }
  function drawWalk(scene2, path, upTo, numbers) {
    scene2.path = path.slice(0, upTo + 1);
    scene2.piece = path[upTo] ?? null;
    scene2.path.forEach((square, i) => {
      mark(scene2, square, "visited", `step ${i + 1}`);
      const cell = scene2.cells.get(square);
      if (cell && numbers) cell.big = String(i + 1);
    });
    mark(scene2, scene2.path[0] ?? null, "first");
    mark(scene2, scene2.piece, "here", "the knight is here");
  }
  function drawDegrees(scene2, board, neighbours) {
    const visited = new Set(scene2.path);
    for (const square of board.squares()) {
      if (visited.has(square)) continue;
      const degree = neighbours(square).filter((next) => !visited.has(next)).length;
      mark(scene2, square, `heat${Math.min(degree, 8)}`, `degree ${degree}`);
      const cell = scene2.cells.get(square);
      if (cell.big === void 0) cell.small = String(degree);
    }
  }

  // src/state.ts
  var VIEWS = ["watch", "play", "count", "queens", "check"];
  var METHODS = ["rule", "auto", "construct", "search"];
  var TIES = ["first", "last", "degree2", "centre-far", "centre-near", "squirrel", "random"];
  var MAX_SIDE = 100;
  var START = {
    view: "watch",
    rows: 8,
    cols: 8,
    holes: [],
    leaper: [1, 2],
    closed: false,
    from: "a1",
    to: null,
    method: "rule",
    tie: "first",
    seed: 0,
    back: false,
    step: 0,
    heat: false,
    numbers: true,
    played: [],
    n: 8,
    queens: [],
    blocked: []
  };
  function question(state) {
    return {
      board: `${state.rows}x${state.cols}`,
      hole: state.holes,
      leaper: state.leaper.join(","),
      ...state.closed ? { closed: true } : {},
      ...state.from ? { from: state.from } : {},
      ...state.to ? { to: state.to } : {}
    };
  }
  function boardOf(state) {
    return new Board(state.rows, state.cols, state.holes);
  }
  var list = (squares2) => squares2.join(".");
  function encode(state) {
    const fields = [
      ["v", state.view, START.view],
      ["b", `${state.rows}x${state.cols}`, "8x8"],
      ["h", list(state.holes), ""],
      ["l", state.leaper.join("-"), "1-2"],
      ["k", state.closed ? "closed" : "open", "open"],
      ["f", state.from ?? "", "a1"],
      ["t", state.to ?? "", ""],
      ["m", state.method, START.method],
      ["tb", state.tie, START.tie],
      ["s", String(state.seed), "0"],
      ["r", state.back ? "1" : "", ""],
      ["i", String(state.step), "0"],
      ["heat", state.heat ? "1" : "", ""],
      ["num", state.numbers ? "1" : "0", "1"],
      ["p", list(state.played), ""],
      ["n", String(state.n), "8"],
      ["q", list(state.queens), ""],
      ["x", list(state.blocked), ""]
    ];
    return fields.filter(([, value, usual]) => value !== usual).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
  }
  var within = (text, least, most, usual) => {
    const number2 = Number(text);
    return text !== null && text !== "" && Number.isInteger(number2) && number2 >= least && number2 <= most ? number2 : usual;
  };
  function decode(hash) {
    const fields = new URLSearchParams(hash.replace(/^#/, ""));
    const one = (key, all, usual) => {
      const value = fields.get(key);
      return value !== null && all.includes(value) ? value : usual;
    };
    const [rows, cols] = (fields.get("b") ?? "").split("x");
    const n = within(fields.get("n"), 1, MAX_SIDE, START.n);
    const size = {
      rows: within(rows ?? null, 1, MAX_SIDE, START.rows),
      cols: within(cols ?? null, 1, MAX_SIDE, START.cols)
    };
    const squares2 = (key, board2) => [...new Set((fields.get(key) ?? "").split("."))].filter((square2) => board2.has(square2));
    const whole = new Board(size.rows, size.cols);
    const holes = squares2("h", whole);
    const board = new Board(size.rows, size.cols, holes);
    const square = (key, usual) => {
      const value = fields.get(key) ?? usual;
      return value !== null && board.has(value) ? value : null;
    };
    const leap = (fields.get("l") ?? "").split("-");
    const leaper = [within(leap[0] ?? null, 0, 99, 1), within(leap[1] ?? null, 1, 99, 2)];
    return {
      view: one("v", VIEWS, START.view),
      ...size,
      holes,
      leaper,
      closed: fields.get("k") === "closed",
      from: square("f", "a1"),
      to: square("t", null),
      method: one("m", METHODS, START.method),
      tie: one("tb", TIES, "first"),
      seed: within(fields.get("s"), 0, Number.MAX_SAFE_INTEGER, 0),
      back: fields.get("r") === "1",
      step: within(fields.get("i"), 0, 1e6, 0),
      heat: fields.get("heat") === "1",
      numbers: fields.get("num") !== "0",
      played: walk(squares2("p", board), board, leaper),
      n,
      queens: squares2("q", new Board(n, n)),
      blocked: squares2("x", new Board(n, n))
    };
  }
  function walk(squares2, board, leaper) {
    const steps = squares2.findIndex(
      (square, i) => i > 0 && !board.neighbours(squares2[i - 1], leaper).includes(square)
    );
    return steps < 0 ? squares2 : squares2.slice(0, steps);
  }
  function settled(state) {
    const whole = new Board(state.rows, state.cols);
    const holes = state.holes.filter((square) => whole.has(square));
    const board = new Board(state.rows, state.cols, holes);
    const keep = (square) => square && board.has(square) ? square : null;
    const queens = new Board(state.n, state.n);
    return {
      ...state,
      holes,
      from: keep(state.from),
      to: keep(state.to),
      played: walk(state.played.filter((square) => board.has(square)), board, state.leaper),
      queens: state.queens.filter((square) => queens.has(square)),
      blocked: state.blocked.filter((square) => queens.has(square))
    };
  }
  function byRank(a, b) {
    const [x, y] = [place(a), place(b)];
    return x.row - y.row || x.col - y.col;
  }

  // src/check.ts
  var Check = class {
    constructor(app) {
      this.app = app;
      this.file.addEventListener("change", () => {
        const [file] = this.file.files ?? [];
        if (file) void this.take(file);
      });
      this.element.append(
        h("h2", { id: "check-title" }, "Check a tour or a certificate"),
        labelled("Paste it here, or drop a file on the page", this.area, "Any format that hippodrome writes, and grids and lists as people print them."),
        labelled("Or choose a file", this.file),
        h("label", { class: "check" }, this.strict, "It has to answer the question below"),
        h("div", { class: "row" }, button("Check", () => void this.check(), { class: "main" })),
        this.verdict,
        this.reason,
        this.line
      );
    }
    app;
    element = h("section", { class: "card", "aria-labelledby": "check-title" });
    area = h("textarea", { rows: 9, spellcheck: "false", placeholder: "a1 b3 c5 …" });
    strict = h("input", { type: "checkbox", checked: true });
    verdict = h("h3");
    reason = h("p", {});
    line = h("pre", { hidden: true, tabindex: "0" });
    given = null;
    wrong = [];
    file = h("input", { type: "file", accept: ".txt,.csv,.json,.pl,.tour,.cert,.svg" });
    /** Takes a dropped or chosen file. */
    async take(file) {
      this.area.value = await file.text();
      await this.check();
    }
    async check() {
      const text = this.area.value;
      const { state } = this.app;
      this.wrong = [];
      this.given = read(text);
      const isQueens = (this.given?.queens.length ?? 0) > 0;
      const asked = this.strict.checked && !isQueens ? question(state) : {};
      const answer = await ask("check", { ...asked, file: text });
      this.line.hidden = true;
      if (answer.status !== 200) {
        this.show("open", "Not checked", sentence(answer.text));
        return;
      }
      const report = json(answer);
      const at = report.line === null ? void 0 : text.split("\n")[report.line - 1];
      if (report.verdict === "verified") {
        this.show("yes", "Verified", sentence(report.what));
      } else if (report.verdict === "obligations") {
        this.show("open", "Verified, if these are right", report.obligations.join("; "));
      } else if (report.verdict === "unknown") {
        this.show("open", "Not known", sentence(report.reason ?? ""));
      } else {
        this.show("no", `Wrong${report.line === null ? "" : `, line ${report.line}`}`, `${sentence(report.reason ?? "")} (${report.code})`);
        this.point(report.reason ?? "", at);
      }
    }
    show(mood, verdict, reason) {
      this.verdict.textContent = verdict;
      this.reason.textContent = reason;
      this.element.dataset["mood"] = mood;
      say(`${verdict}. ${reason}`);
      this.app.render();
    }
    /** The squares that the reason or the line names are where the error is. */
    point(reason, line) {
      const { rows, cols } = this.size();
      this.wrong = named(reason, rows, cols);
      if (line !== void 0 && line.length < 400) {
        this.line.hidden = false;
        this.line.textContent = line;
        if (this.wrong.length === 0 && this.given && this.given.path.length > 0) {
          this.wrong = named(line, rows, cols).slice(0, 2);
        }
      }
      this.app.render();
    }
    size() {
      const { state } = this.app;
      const { given } = this;
      const smaller = given && given.queens.length === 0 && given.rows <= state.rows && given.cols <= state.cols;
      return !given || smaller ? state : given;
    }
    draw(scene2) {
      const { state } = this.app;
      const { given } = this;
      const { rows, cols } = this.size();
      if (rows !== scene2.rows || cols !== scene2.cols || given?.holes.length) {
        Object.assign(scene2, scene(new Board(rows, cols, given?.holes ?? [])));
      }
      mark(scene2, state.from, "from", "start");
      mark(scene2, state.to, "to", "end");
      const known = (given?.path ?? []).filter((square) => scene2.cells.has(square));
      const last = this.wrong.length > 0 ? known.findIndex((square, i) => this.wrong.includes(square) && this.wrong.includes(known[i + 1] ?? square)) : -1;
      drawWalk(scene2, known, last >= 0 ? Math.min(last + 1, known.length - 1) : known.length - 1, state.numbers);
      scene2.queens = given?.queens ?? [];
      for (const square of this.wrong) mark(scene2, square, "wrong", "the error is here");
      if (this.wrong.length === 2) scene2.strokes.push({ from: this.wrong[0], to: this.wrong[1], look: "wrong" });
      return `Board of ${rows} ranks and ${cols} files with what was given`;
    }
    pick() {
    }
    refresh() {
    }
    goods() {
      return { path: this.given?.path ?? [], queens: this.given?.queens ?? [] };
    }
  };

  // src/view.ts
  var UNIT = 60;
  var EDGE = 26;
  var KNIGHT = "M13 39 L35 39 C36 30 36 18 28 12 L27 6 L22 10 C15 12 11 19 8 26 L11 30 L15 29 L21 25 C20 30 14 32 13 39 Z";
  var QUEEN = "M7 14 L14 29 L31 29 L38 14 L29 21 L22.5 8 L16 21 Z M13 32 L32 32 L33 38 L12 38 Z";
  function centre(rows, square) {
    const at = place(square);
    return { x: EDGE + (at.col + 0.5) * UNIT, y: (rows - 1 - at.row + 0.5) * UNIT };
  }
  function extent(rows, cols) {
    return { width: EDGE + cols * UNIT, height: rows * UNIT + EDGE };
  }
  function pathData(rows, path) {
    return path.map((square, i) => {
      const { x, y } = centre(rows, square);
      return `${i === 0 ? "M" : "L"}${x} ${y}`;
    }).join("");
  }
  var BoardView = class {
    constructor(onpick) {
      this.onpick = onpick;
      this.element = svg("svg", { class: "board", role: "grid", "aria-label": "Board" });
      this.element.addEventListener("click", (event) => {
        const square = event.target.closest("[data-square]")?.getAttribute("data-square");
        if (square) this.pick(square);
      });
      this.element.addEventListener("keydown", (event) => this.key(event));
      this.element.addEventListener("focusin", (event) => {
        const square = event.target.getAttribute("data-square");
        if (square) this.roveTo(square, false);
      });
    }
    onpick;
    element;
    cells = /* @__PURE__ */ new Map();
    size = "";
    rows = 0;
    cols = 0;
    focus = "a1";
    lines = svg("g", { class: "overlay", "aria-hidden": "true" });
    pieces = svg("g", { class: "overlay", "aria-hidden": "true" });
    pick(square) {
      this.roveTo(square, false);
      this.onpick(square);
    }
    /** Arrows move the focus, Enter and Space do what a click does. */
    key(event) {
      const at = place(this.focus);
      if (!at || event.altKey || event.metaKey) return;
      const last = { row: this.rows - 1, col: this.cols - 1 };
      const to = {
        ArrowUp: { row: at.row + 1, col: at.col },
        ArrowDown: { row: at.row - 1, col: at.col },
        ArrowLeft: { row: at.row, col: at.col - 1 },
        ArrowRight: { row: at.row, col: at.col + 1 },
        Home: { row: event.ctrlKey ? last.row : at.row, col: 0 },
        End: { row: event.ctrlKey ? 0 : at.row, col: last.col },
        PageUp: { row: last.row, col: at.col },
        PageDown: { row: 0, col: at.col }
      }[event.key];
      if (to) {
        event.preventDefault();
        event.stopPropagation();
        const row = Math.min(last.row, Math.max(0, to.row));
        const col = Math.min(last.col, Math.max(0, to.col));
        this.roveTo(squareName(row, col), true);
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        this.onpick(this.focus);
      }
    }
    roveTo(square, take) {
      this.cells.get(this.focus)?.group.setAttribute("tabindex", "-1");
      const next = this.cells.get(square);
      if (!next) return;
      this.focus = square;
      next.group.setAttribute("tabindex", "0");
      if (take) next.group.focus();
    }
    render(scene2, label) {
      if (this.size !== `${scene2.rows}x${scene2.cols}`) this.build(scene2);
      if (this.element.getAttribute("aria-label") !== label) this.element.setAttribute("aria-label", label);
      for (const [square, cell] of scene2.cells) this.cell(square, cell);
      this.lines.replaceChildren(...lines2(scene2));
      this.pieces.replaceChildren(...pieces(scene2));
    }
    build(scene2) {
      const { rows, cols } = scene2;
      [this.rows, this.cols, this.size] = [rows, cols, `${rows}x${cols}`];
      const { width, height } = extent(rows, cols);
      this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.element.setAttribute("aria-rowcount", String(rows));
      this.element.setAttribute("aria-colcount", String(cols));
      this.element.classList.toggle("dense", Math.max(rows, cols) > 30);
      this.element.style.minWidth = `calc(${cols + 1} * var(--least))`;
      this.element.style.minHeight = `calc(${rows + 1} * var(--least))`;
      this.element.style.maxWidth = `${width * 1.9}px`;
      this.cells.clear();
      const grounds = svg("g", { "aria-hidden": "true" });
      const parts = [];
      for (let row = rows - 1; row >= 0; row--) {
        const line = svg("g", { role: "row", "aria-rowindex": rows - row });
        for (let col = 0; col < cols; col++) {
          const square = squareName(row, col);
          const { x, y } = centre(rows, square);
          const box = { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT };
          const group = svg(
            "g",
            { role: "gridcell", tabindex: "-1", "data-square": square, "aria-colindex": col + 1 },
            svg("rect", { ...box, class: "hit" }),
            svg("rect", { x: box.x + 3, y: box.y + 3, width: UNIT - 6, height: UNIT - 6, rx: 4, class: "ring" })
          );
          line.append(group);
          const ground = svg("rect", { ...box, "data-square": square });
          grounds.append(ground);
          this.cells.set(square, { ground, group, big: null, small: null, key: "" });
        }
        parts.push(line);
      }
      this.element.replaceChildren(grounds, this.lines, labels(rows, cols), ...parts, this.pieces);
      this.focus = this.cells.has(this.focus) ? this.focus : "a1";
      this.cells.get(this.focus).group.setAttribute("tabindex", "0");
    }
    cell(square, cell) {
      const drawn = this.cells.get(square);
      const at = place(square);
      const tone = (at.row + at.col) % 2 === 0 ? "dark" : "light";
      const says = [square, ...cell.says].join(", ");
      const key = `${cell.looks.join(" ")}|${cell.big ?? ""}|${cell.small ?? ""}|${says}`;
      if (drawn.key === key) return;
      drawn.key = key;
      drawn.ground.setAttribute("class", ["ground", tone, ...cell.looks].join(" "));
      drawn.group.setAttribute("class", ["cell", tone, ...cell.looks].join(" "));
      drawn.group.setAttribute("aria-label", says);
      const { x, y } = centre(this.rows, square);
      drawn.big = this.text(drawn, drawn.big, cell.big, { class: "big", x, y });
      drawn.small = this.text(drawn, drawn.small, cell.small, { class: "small", x: x + UNIT / 2 - 11, y: y - UNIT / 2 + 14 });
    }
    text(drawn, old, text, how) {
      if (text === void 0) {
        old?.remove();
        return null;
      }
      const element2 = old ?? svg("text", { ...how, "aria-hidden": "true" });
      element2.textContent = text;
      if (!old) drawn.group.append(element2);
      return element2;
    }
  };
  function labels(rows, cols) {
    const group = svg("g", { class: "labels", "aria-hidden": "true" });
    const every = Math.max(rows, cols) > 40 ? 5 : 1;
    for (let row = 0; row < rows; row += every) {
      const text = svg("text", { x: EDGE / 2 - 2, y: (rows - 1 - row + 0.5) * UNIT });
      text.textContent = String(row + 1);
      group.append(text);
    }
    for (let col = 0; col < cols; col += every) {
      const text = svg("text", { x: EDGE + (col + 0.5) * UNIT, y: rows * UNIT + EDGE / 2 + 1 });
      text.textContent = fileName(col);
      group.append(text);
    }
    return group;
  }
  function lines2(scene2) {
    const parts = [];
    if (scene2.path.length > 1) {
      parts.push(svg("path", { class: "walk", d: pathData(scene2.rows, scene2.path) }));
    }
    for (const { from, to, look } of scene2.strokes) {
      parts.push(svg("path", { class: `stroke ${look}`, d: pathData(scene2.rows, [from, to]) }));
    }
    return parts;
  }
  function pieces(scene2) {
    const queens = scene2.queens.map((square) => [square, QUEEN, "queen"]);
    const all = scene2.piece ? [...queens, [scene2.piece, KNIGHT, "knight"]] : queens;
    return all.map(([square, shape, look]) => {
      const { x, y } = centre(scene2.rows, square);
      const numbered = look === "knight" && scene2.cells.get(square)?.big !== void 0;
      const scale = look === "queen" ? 1.05 : numbered ? 0.82 : 1;
      const up = numbered ? 8 : 0;
      const move = `translate(${x - 22.5 * scale} ${y - 22.5 * scale - up}) scale(${scale})`;
      return svg("path", { class: look, d: shape, transform: move });
    });
  }

  // src/picture.ts
  var INK = "#22262b";
  var GROUND = {
    hole: "#ffffff",
    even: "#c9d8e6",
    odd: "#f3e3c8",
    removed: "#f2c4bd",
    attacked: "#ecd9d3",
    blocked: "#8b8f94",
    candidate: "#d5e6d8",
    wrong: "#f2c4bd"
  };
  function svgText(scene2, carried = null) {
    const { width, height } = extent(scene2.rows, scene2.cols);
    const parts = [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" text-anchor="middle">`,
      ...carried === null ? [] : [`<metadata>${carried.trim()}</metadata>`],
      `<rect width="${width}" height="${height}" fill="#ffffff"/>`
    ];
    for (const [square, cell] of scene2.cells) {
      const { x, y } = centre(scene2.rows, square);
      const at = place(square);
      const look = cell.looks.find((name) => name in GROUND);
      const fill = look ? GROUND[look] : (at.row + at.col) % 2 === 0 ? "#dcd3c2" : "#f3eee4";
      parts.push(`<rect x="${x - UNIT / 2}" y="${y - UNIT / 2}" width="${UNIT}" height="${UNIT}" fill="${fill}"/>`);
    }
    if (scene2.path.length > 1) {
      parts.push(`<path d="${pathData(scene2.rows, scene2.path)}" fill="none" stroke="#2f6690" stroke-width="4" stroke-linejoin="round" stroke-linecap="round" opacity="0.8"/>`);
    }
    for (const { from, to } of scene2.strokes) {
      parts.push(`<path d="${pathData(scene2.rows, [from, to])}" fill="none" stroke="#a8321f" stroke-width="3"/>`);
    }
    for (const [square, cell] of scene2.cells) {
      if (cell.big === void 0) continue;
      const { x, y } = centre(scene2.rows, square);
      parts.push(`<circle cx="${x}" cy="${y}" r="15" fill="#ffffff" opacity="0.85"/>`);
      parts.push(`<text x="${x}" y="${y + 6}" font-size="18" font-weight="600" fill="${INK}">${cell.big}</text>`);
    }
    for (const queen of scene2.queens) {
      const { x, y } = centre(scene2.rows, queen);
      parts.push(`<path d="${QUEEN}" fill="${INK}" transform="translate(${x - 24} ${y - 24}) scale(1.05)"/>`);
    }
    if (scene2.piece && scene2.cells.get(scene2.piece)?.big === void 0) {
      const { x, y } = centre(scene2.rows, scene2.piece);
      parts.push(`<path d="${KNIGHT}" fill="${INK}" transform="translate(${x - 22} ${y - 22})"/>`);
    }
    for (let row = 0; row < scene2.rows; row++) {
      parts.push(`<text x="12" y="${(scene2.rows - row - 0.5) * UNIT + 5}" font-size="14" fill="#5f6367">${row + 1}</text>`);
    }
    for (let col = 0; col < scene2.cols; col++) {
      parts.push(`<text x="${26 + (col + 0.5) * UNIT}" y="${height - 7}" font-size="14" fill="#5f6367">${fileName(col)}</text>`);
    }
    return parts.join("\n") + "\n</svg>\n";
  }
  async function png(scene2) {
    const { width, height } = extent(scene2.rows, scene2.cols);
    const scale = Math.min(4e3 / Math.max(width, height), Math.max(1, 1200 / width));
    const address = URL.createObjectURL(new Blob([svgText(scene2)], { type: "image/svg+xml" }));
    try {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      return await new Promise((resolve, reject) => {
        canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("no picture")), "image/png");
      });
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  // src/take.ts
  function tourJson(state, path, method) {
    const [r, s] = [...state.leaper].sort((a, b) => a - b);
    const board = { rows: state.rows, cols: state.cols, holes: [...state.holes].sort(byRank) };
    const kind = state.closed ? "closed" : "open";
    return JSON.stringify({ board, leaper: [r, s], kind, method, squares: path }) + "\n";
  }
  function tourCertificate(state, path) {
    const [r, s] = [...state.leaper].sort((a, b) => a - b);
    return [
      "hippodrome-certificate 1",
      "kind tour",
      `board ${state.rows}x${state.cols}`,
      ...[...state.holes].sort(byRank).map((hole) => `hole ${hole}`),
      `leaper ${r},${s}`,
      `tour ${state.closed ? "closed" : "open"}`,
      ...state.from ? [`from ${state.from}`] : [],
      ...state.to ? [`to ${state.to}`] : [],
      ...path.map((square) => `visit ${square}`),
      "end",
      ""
    ].join("\n");
  }
  var Take = class {
    constructor(app, view, scene2) {
      this.app = app;
      this.view = view;
      this.scene = scene2;
      const items = h(
        "div",
        { class: "items" },
        button("Copy the link", () => void this.link()),
        button("SVG picture", () => download(this.name("svg"), svgText(this.scene(), this.carried()), "image/svg+xml")),
        button("PNG picture", () => void this.png()),
        button("GIF animation", () => void this.animation()),
        button("JSON", () => this.json()),
        button("Certificate", () => void this.certificate())
      );
      items.addEventListener("click", () => this.element.open = false);
      this.element.append(items);
      document.addEventListener("click", (event) => {
        if (!this.element.contains(event.target)) this.element.open = false;
      });
      this.element.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !this.element.open) return;
        this.element.open = false;
        this.element.querySelector("summary")?.focus();
      });
    }
    app;
    view;
    scene;
    element = h("details", { class: "menu" }, h("summary", {}, "Take away"));
    /** The timer that takes away what was told. */
    hiding = 0;
    name(ending) {
      const { state } = this.app;
      return state.view === "queens" ? `queens-${state.n}.${ending}` : `tour-${state.rows}x${state.cols}.${ending}`;
    }
    told(text) {
      say(text);
      const toast = document.getElementById("toast");
      if (!toast) return;
      toast.textContent = text;
      toast.hidden = false;
      window.clearTimeout(this.hiding);
      this.hiding = window.setTimeout(() => toast.hidden = true, 4e3);
    }
    /** What a picture carries, to be read back: a whole tour, or a whole placement. */
    carried() {
      const { state } = this.app;
      const { path = [], queens = [], json: json3 } = this.view().goods();
      const whole = state.view === "queens" ? queens.length === state.n : path.length === boardOf(state).size;
      const text = whole ? json3?.() ?? "" : "";
      return /"(squares|columns)":\[/.test(text) ? text : null;
    }
    async link() {
      try {
        await navigator.clipboard.writeText(location.href);
        this.told("The link is copied: it holds the whole state.");
      } catch {
        this.told("The link is in the address bar: it holds the whole state.");
      }
    }
    async png() {
      download(this.name("png"), await png(this.scene()));
    }
    json() {
      const text = this.view().goods().json?.();
      if (text) download(this.name("json"), text, "application/json");
      else this.told("There is nothing to take away yet.");
    }
    async certificate() {
      const text = await this.view().goods().certificate?.();
      if (text) download(this.name("cert"), text);
      else this.told("There is no certificate yet: a tour has to be whole.");
    }
    /** Animations are made by the server. */
    async animation() {
      const { state } = this.app;
      const path = this.view().goods().path ?? [];
      if (path.length !== boardOf(state).size) {
        this.told("There is no animation yet: a tour has to be whole.");
        return;
      }
      this.told("The animation is being made.");
      const clues = path.map((square, i) => `${i + 1}=${square}`).slice(1, -1);
      const ends = { from: path[0], ...state.closed ? {} : { to: path.at(-1) } };
      const body = JSON.stringify({ ...question(state), ...ends, step_at: state.closed ? path.map((square, i) => `${i + 1}=${square}`).slice(1) : clues, format: "gif" });
      const response = await fetch("/api/v1/tour", { method: "POST", headers: { "Content-Type": "application/json" }, body });
      if (response.ok) download(this.name("gif"), await response.blob());
      else this.told(await response.text());
    }
  };

  // src/count.ts
  var Work = class {
    element = h("div", { class: "work", hidden: true });
    running = null;
    text = h("p", { role: "status" });
    bar = h("progress", { "aria-label": "Progress" });
    constructor() {
      this.element.append(this.bar, this.text, button("Cancel", () => this.cancel()));
    }
    begin() {
      this.cancel();
      this.running = new AbortController();
      this.element.hidden = false;
      this.bar.removeAttribute("value");
      this.text.textContent = "Working…";
      const progress = (at) => {
        const of = at.total === null ? "" : ` of ${grouped(at.total)}`;
        const note = at.note ? `, ${at.note}` : "";
        this.text.textContent = `${at.stage}: ${grouped(at.done)}${of}${note} (${at.seconds.toFixed(1)} s)`;
        if (at.total !== null && Number(at.total) > 0) this.bar.value = Number(at.done) / Number(at.total);
      };
      return { signal: this.running.signal, progress };
    }
    end() {
      this.element.hidden = true;
      this.running = null;
    }
    cancel() {
      this.running?.abort();
      this.end();
    }
  };
  var Counting = class {
    constructor(app) {
      this.app = app;
      const options = h("div", {});
      const redraw = () => options.replaceChildren(
        choice("Tours that are images of each other", [["none", "All count"], ["board", "Count once"]], this.symmetry, (value) => {
          this.symmetry = value;
        })
      );
      redraw();
      const directed = h("input", { type: "checkbox", onchange: () => this.directed = directed.checked });
      this.element.append(
        h("h2", { id: "count-title" }, "How many?"),
        options,
        h("label", { class: "check" }, directed, "A tour and its reverse are two"),
        labelled("Time limit", select([["5s", "5 seconds"], ["20s", "20 seconds"], ["60s", "1 minute"]], this.limit, (value) => this.limit = value)),
        h("div", { class: "row" }, button("Count", () => void this.count(), { class: "main" })),
        this.work.element,
        this.result,
        this.what,
        h("h2", {}, "One of them"),
        h("p", { class: "hint" }, "Every tour is equally likely: all are counted first."),
        h("div", { class: "row" }, button("A random tour", () => void this.sample())),
        this.about
      );
    }
    app;
    element = h("section", { class: "card", "aria-labelledby": "count-title" });
    symmetry = "none";
    directed = false;
    limit = "20s";
    result = h("p", { class: "number", role: "status" });
    what = h("p", {});
    work = new Work();
    asked = "";
    path = [];
    drawn = 0;
    about = h("p", { class: "result" });
    async count() {
      this.result.textContent = "";
      this.what.textContent = "";
      const { signal, progress } = this.work.begin();
      const { state } = this.app;
      const symmetry = this.symmetry;
      const directed = this.directed && symmetry === "none";
      const request = { ...question(state), symmetry, ...directed ? { directed } : {}, time_limit: this.limit };
      const answer = await ask("count", request, { signal, progress });
      if (signal.aborted) {
        this.what.textContent = "Stopped.";
        return;
      }
      this.work.end();
      if (answer.status !== 200) {
        this.what.textContent = sentence(answer.text);
        return;
      }
      const count = json(answer);
      this.result.textContent = grouped(count.count);
      const kind = `${count.kind} ${count.count === "1" ? "tour" : "tours"}`;
      const how = count.symmetry === "board" ? "up to symmetry of the board" : count.directed ? "directed" : "undirected";
      this.what.textContent = `${kind}, ${how}; counted in ${count.seconds.toFixed(2)} s.`;
      say(`${count.count} ${this.what.textContent}`);
    }
    async sample() {
      const { signal, progress } = this.work.begin();
      const { state } = this.app;
      const seed = state.seed + this.drawn;
      const answer = await ask("sample", { ...question(state), seed, time_limit: this.limit }, { signal, progress });
      if (signal.aborted) return;
      this.work.end();
      if (answer.status !== 200) {
        this.about.textContent = sentence(answer.text);
        return;
      }
      this.drawn++;
      this.path = lines(answer)[0]?.squares ?? [];
      this.about.textContent = `Drawn with the seed ${seed}, from ${this.path[0]} to ${this.path.at(-1)}.`;
      say(this.about.textContent);
      this.app.render();
    }
    refresh() {
      const key = JSON.stringify(question(this.app.state));
      if (key === this.asked) return;
      this.asked = key;
      this.work.cancel();
      this.path = [];
      this.drawn = 0;
      this.result.textContent = this.what.textContent = this.about.textContent = "";
    }
    leave() {
      this.work.cancel();
    }
    draw(scene2) {
      const { state } = this.app;
      mark(scene2, state.from, "from", "start");
      mark(scene2, state.to, "to", "end");
      drawWalk(scene2, this.path, this.path.length - 1, state.numbers);
      const tour = this.path.length > 0 ? ", with a random tour" : "";
      return `Board of ${state.rows} ranks and ${state.cols} files${tour}`;
    }
    pick() {
    }
    goods() {
      const { state } = this.app;
      const whole = this.path.length === boardOf(state).size;
      return {
        path: this.path,
        ...whole ? { json: () => tourJson(state, this.path, "sample"), certificate: async () => tourCertificate(state, this.path) } : {}
      };
    }
  };

  // src/play.ts
  var JUDGED = 144;
  var Play = class {
    constructor(app) {
      this.app = app;
      this.element.append(
        h("h2", { id: "play-title" }, "Your tour"),
        this.text,
        this.truth,
        h("div", { class: "row" }, this.undo, this.hint, button("Start over", () => this.set([]), { class: "quiet" })),
        h("p", { class: "hint" }, "Click a marked square, or move with the arrow keys and press Enter.")
      );
    }
    app;
    element = h("section", { class: "card", "aria-labelledby": "play-title" });
    text = h("p", { class: "story" });
    truth = h("p", { class: "result", role: "status" });
    undo = button("Undo", () => this.back());
    hint = button("Hint", () => void this.help());
    asked = "";
    running = new AbortController();
    /** A tour that goes on from here, if one is known. */
    onward = [];
    hinted = null;
    get legal() {
      const { state } = this.app;
      const { played } = state;
      if (played.length === 0) return state.from ? [state.from] : [...boardOf(state).squares()];
      const next = boardOf(state).neighbours(played.at(-1), state.leaper);
      return next.filter((square) => !played.includes(square));
    }
    set(played) {
      this.hinted = null;
      this.app.update({ played });
      this.refresh();
    }
    back() {
      this.set(this.app.state.played.slice(0, -1));
      say(`Undone. ${this.text.textContent}`);
    }
    pick(square) {
      const { state } = this.app;
      if (square === state.played.at(-1)) return this.back();
      if (!this.legal.includes(square)) {
        say(`${square} is not a move`);
        this.text.textContent = state.played.length === 0 ? `The tour has to start on ${state.from}.` : `From ${state.played.at(-1)} there is no move to ${square}.`;
        return;
      }
      this.set([...state.played, square]);
      say(`${square}, step ${state.played.length + 1}. ${this.text.textContent}`);
    }
    refresh() {
      const { state } = this.app;
      const key = JSON.stringify([question(state), state.played]);
      if (key === this.asked) return;
      this.asked = key;
      this.running.abort();
      this.running = new AbortController();
      this.truth.textContent = "";
      delete this.truth.dataset["mood"];
      const size = boardOf(state).size;
      if (state.played.length === 0 || state.played.length === size) return this.end(size);
      const walked = this.onward.slice(0, state.played.length).join() === state.played.join();
      if (this.onward.length === size && walked && this.answers(state, this.onward)) {
        this.judge(true);
      } else if (size <= JUDGED) {
        this.onward = [];
        void this.find("2s", this.running.signal);
      }
    }
    answers(state, path) {
      const closes = boardOf(state).neighbours(path.at(-1), state.leaper).includes(path[0]);
      return (!state.closed || closes) && (!state.to || path.at(-1) === state.to);
    }
    end(size) {
      const { state } = this.app;
      const { played } = state;
      if (played.length === 0 || played.length < size) return;
      const closes = boardOf(state).neighbours(played.at(-1), state.leaper).includes(played[0]);
      const right = this.answers(state, played);
      this.truth.dataset["mood"] = right ? "yes" : "no";
      this.truth.textContent = right ? `${closes ? "A closed" : "An open"} tour of all ${size} squares!` : state.closed ? "All squares are visited, but the tour does not close." : `All squares are visited, but the last is not ${state.to}.`;
      say(this.truth.textContent);
    }
    /** What is left to visit, as a question: a walk from here over all squares not visited. */
    rest(state) {
      const { played } = state;
      const here = played.at(-1);
      const first = played[0];
      const target = state.to ?? (state.closed && played.length > 1 ? first : null);
      const keep = /* @__PURE__ */ new Set([here, ...state.closed && !state.to && played.length > 1 ? [first] : []]);
      const gone = played.filter((square) => !keep.has(square));
      if (target && gone.includes(target)) return null;
      return {
        ...question({ ...state, holes: [...state.holes, ...gone], from: here, to: target }),
        closed: state.closed && played.length === 1
      };
    }
    async find(time, signal) {
      const { state } = this.app;
      const rest = this.rest(state);
      if (!rest) return this.judge(false);
      this.truth.textContent = "Looking whether a tour goes on from here…";
      const answer = await ask("tour", { ...rest, time_limit: time }, { signal });
      if (signal.aborted) return;
      if (answer.status !== 200) {
        this.truth.textContent = answer.status === 422 || answer.status === 503 ? `Whether a tour goes on from here was not found out in ${time}.` : sentence(answer.text);
        return;
      }
      const found = json(answer);
      if (!found.squares) return this.judge(false, found.text);
      const on = found.squares.slice(1).filter((square) => square !== state.played[0]);
      this.onward = [...state.played, ...on];
      this.judge(true);
    }
    judge(goesOn, why = "") {
      this.truth.dataset["mood"] = goesOn ? "yes" : "no";
      const kind = this.app.state.closed ? "closed tour" : "tour";
      this.truth.textContent = goesOn ? `A ${kind} goes on from here.` : `No ${kind} goes on from here. ${why ? sentence(why) : ""}`.trim();
      if (!goesOn) say(this.truth.textContent);
    }
    async help() {
      const { played } = this.app.state;
      if (played.length === 0) {
        this.hinted = this.app.state.from ?? this.legal[0] ?? null;
      } else {
        if (this.onward.length <= played.length) await this.find("10s", this.running.signal);
        this.hinted = this.onward[played.length] ?? null;
      }
      if (this.hinted) say(`Hint: ${this.hinted}`);
      this.app.render();
    }
    draw(scene2) {
      const { state } = this.app;
      const { played } = state;
      const size = boardOf(state).size;
      drawWalk(scene2, played, played.length - 1, state.numbers);
      mark(scene2, state.from, "from", "start");
      mark(scene2, state.to, "to", "end");
      const legal = this.legal;
      if (played.length > 0 || state.from) for (const square of legal) dot(scene2, square, "legal", "can be gone to");
      mark(scene2, this.hinted, "chosen", "hint");
      this.undo.disabled = played.length === 0;
      this.hint.disabled = played.length === size;
      const here = played.at(-1);
      this.text.textContent = !here ? state.from ? `Begin on ${state.from}.` : "Begin on any square." : played.length === size ? "Every square is visited." : legal.length === 0 ? `Stuck on ${here} after ${played.length} of ${size} squares. Undo, or start over.` : `${played.length} of ${size} squares. From ${here} you can go to ${legal.join(", ")}.`;
      return `Board of ${state.rows} ranks and ${state.cols} files to play on`;
    }
    leave() {
      this.running.abort();
      this.asked = "";
    }
    key(key) {
      if (key !== "u" && key !== "Backspace") return false;
      this.back();
      return true;
    }
    goods() {
      const { state } = this.app;
      const whole = state.played.length === boardOf(state).size;
      return {
        path: state.played,
        json: () => whole ? tourJson(state, state.played, null) : JSON.stringify({ squares: state.played }) + "\n",
        certificate: async () => whole ? tourCertificate(state, state.played) : null
      };
    }
  };

  // src/queens.ts
  var Queens = class {
    constructor(app) {
      this.app = app;
      this.size = number(app.state.n, 1, MAX_SIDE, (n) => app.update({ n }));
      this.browser.append(
        button("Previous", () => this.show(this.shown - 1)),
        this.where,
        button("Next", () => this.show(this.shown + 1))
      );
      this.element.append(
        h("h2", { id: "queens-title" }, "Queens that do not attack each other"),
        labelled("Queens, and ranks and files", this.size),
        choice("A click on the board sets", [["queen", "A queen"], ["block", "A blocked square"]], this.tool, (value) => {
          this.tool = value;
        }),
        this.status,
        h(
          "div",
          { class: "row" },
          button("Complete", () => void this.complete(), { class: "main" }),
          button("Count completions", () => void this.completions()),
          button("Clear", () => this.clear(), { class: "quiet" })
        ),
        this.result,
        h("h2", {}, "All solutions"),
        h(
          "div",
          { class: "row" },
          button("Count all", () => void this.count()),
          button("Browse up to symmetry", () => void this.browse())
        ),
        this.work.element,
        this.counted,
        this.browser
      );
    }
    app;
    element = h("section", { class: "card", "aria-labelledby": "queens-title" });
    tool = "queen";
    status = h("p", { class: "story", role: "status" });
    result = h("p", { class: "result" });
    work = new Work();
    counted = h("p", { class: "number" });
    solutions = [];
    shown = 0;
    browser = h("div", { class: "browser", hidden: true });
    where = h("output", {});
    size;
    clear() {
      this.result.textContent = "";
      this.app.update({ queens: [], blocked: [] });
    }
    pick(square) {
      const { queens, blocked } = this.app.state;
      const toggle = (all) => all.includes(square) ? all.filter((one) => one !== square) : [...all, square].sort(byRank);
      this.result.textContent = "";
      if (this.tool === "queen") {
        this.app.update({ queens: toggle(queens), blocked: blocked.filter((one) => one !== square) });
      } else {
        this.app.update({ blocked: toggle(blocked), queens: queens.filter((one) => one !== square) });
      }
      say(`${square}. ${this.status.textContent}`);
    }
    get request() {
      const { n, queens, blocked } = this.app.state;
      return { n, queen: queens, block: blocked, time_limit: "20s" };
    }
    async complete() {
      const { signal, progress } = this.work.begin();
      const answer = await ask("queens/complete", this.request, { signal, progress });
      if (signal.aborted) return;
      this.work.end();
      if (answer.status !== 200) {
        this.result.textContent = sentence(answer.text);
        return;
      }
      const { solutions, text } = json(answer);
      const [one] = solutions;
      this.result.textContent = one ? "Completed." : `There is no completion: ${text ?? "all were tried"}.`;
      if (one) this.app.update({ queens: squares(one.columns) });
      say(this.result.textContent);
    }
    async completions() {
      const { signal, progress } = this.work.begin();
      const answer = await ask("queens/complete", { ...this.request, count: true }, { signal, progress });
      if (signal.aborted) return;
      this.work.end();
      const found = answer.status === 200 ? json(answer) : null;
      this.result.textContent = found ? `${grouped(found.count ?? "0")} ${found.count === "1" ? "completion" : "completions"}.` : sentence(answer.text);
      say(this.result.textContent);
    }
    async count() {
      this.counted.textContent = "";
      const { n } = this.app.state;
      const { signal, progress } = this.work.begin();
      const answer = await ask("queens/count", { n, time_limit: "60s" }, { signal, progress });
      if (signal.aborted) return;
      this.work.end();
      if (answer.status !== 200) {
        this.counted.textContent = sentence(answer.text);
        return;
      }
      const { count, fundamental } = json(answer);
      const classes = fundamental ? `, ${grouped(fundamental)} up to symmetry` : "";
      this.counted.textContent = `${grouped(count)}${classes}`;
      say(`${count} solutions of ${n} queens${fundamental ? `, ${fundamental} up to symmetry` : ""}`);
    }
    async browse() {
      const { n } = this.app.state;
      const { signal, progress } = this.work.begin();
      const answer = await ask("queens/list", { n, fundamental: true, limit: 1e3, time_limit: "20s" }, { signal, progress });
      if (signal.aborted) return;
      this.work.end();
      if (answer.status !== 200) {
        this.counted.textContent = sentence(answer.text);
        return;
      }
      this.solutions = lines(answer).map(({ columns }) => squares(columns));
      this.browser.hidden = this.solutions.length === 0;
      if (this.solutions.length === 0) this.counted.textContent = `There is no solution for ${n}.`;
      else this.show(0);
    }
    show(index) {
      const count = this.solutions.length;
      this.shown = (index + count) % count;
      const all = count === 1e3 ? "the first 1000" : String(count);
      this.where.textContent = `${this.shown + 1} of ${all}`;
      this.app.update({ queens: this.solutions[this.shown] ?? [], blocked: [] });
      say(`Solution ${this.where.textContent}: ${(this.solutions[this.shown] ?? []).join(", ")}`);
    }
    refresh() {
      const { n } = this.app.state;
      if (this.size.value !== String(n)) this.size.value = String(n);
      if (this.solutions.length > 0 && this.solutions[0].length !== n) {
        this.solutions = [];
        this.browser.hidden = true;
      }
      if (this.element.dataset["n"] !== String(n)) this.counted.textContent = this.result.textContent = "";
      this.element.dataset["n"] = String(n);
    }
    leave() {
      this.work.cancel();
    }
    draw(scene2) {
      const { n, queens, blocked } = this.app.state;
      const { attacked, pairs } = attacks(n, queens);
      for (const square of attacked) dot(scene2, square, "attacked", "attacked");
      for (const square of blocked) {
        mark(scene2, square, "blocked", "blocked");
        const cell = scene2.cells.get(square);
        if (cell) cell.big = "×";
      }
      for (const square of queens) mark(scene2, square, "queened", "queen");
      for (const [from, to] of pairs) {
        scene2.strokes.push({ from, to, look: "wrong" });
        mark(scene2, from, "wrong", `attacks ${to}`);
        mark(scene2, to, "wrong", `attacks ${from}`);
      }
      scene2.queens = queens;
      const free = n * n - attacked.size - queens.length;
      this.status.textContent = pairs.length > 0 ? `${pairs.length} ${pairs.length === 1 ? "pair attacks" : "pairs attack"} each other: ${pairs[0].join(" and ")}${pairs.length > 1 ? ", …" : "."}` : queens.length === n ? `All ${n} queens stand, none attacks another.` : `${queens.length} of ${n} queens, ${free} squares are not attacked.`;
      return `Board of ${n} ranks and ${n} files for queens`;
    }
    goods() {
      const { n, queens, blocked } = this.app.state;
      const columns = [...queens].sort(byRank).map((queen) => queen.replace(/\d+$/, ""));
      const solved = queens.length === n && attacks(n, queens).pairs.length === 0;
      return {
        queens,
        json: () => (solved ? JSON.stringify({ n, columns: columns.map(fileNumber) }) : JSON.stringify({ n, queens, blocked })) + "\n",
        certificate: async () => {
          if (!solved) return null;
          const answer = await ask("queens/complete", { n, queen: queens, format: "cert" });
          return answer.status === 200 ? answer.text : null;
        }
      };
    }
  };
  function squares(columns) {
    return columns.map((file, row) => squareName(row, file - 1));
  }
  function fileNumber(name) {
    return [...name].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
  }

  // src/setup.ts
  var PIECES = [
    ["1,2", "Knight (1, 2)"],
    ["1,3", "Camel (1, 3)"],
    ["2,3", "Zebra (2, 3)"],
    ["1,4", "Giraffe (1, 4)"],
    ["3,4", "Antelope (3, 4)"],
    ["0,1", "Wazir (0, 1)"]
  ];
  var METHOD_NAMES = {
    rule: "Warnsdorff’s rule, move by move",
    auto: "Whatever works",
    construct: "Construction",
    search: "Exact search"
  };
  var TIE_NAMES = {
    first: "the first direction",
    last: "the last direction",
    degree2: "one move further",
    "centre-far": "far from the centre",
    "centre-near": "near the centre",
    squirrel: "Squirrel and Cull’s orders",
    random: "at random"
  };
  var Setup = class {
    constructor(app) {
      this.app = app;
    }
    app;
    element = h("section", { class: "card setup", "aria-labelledby": "setup-title" });
    tool = "from";
    /** Whether the leaps are given as numbers. */
    own = false;
    key = "";
    /** What a click on the board does to the question. */
    pick(square) {
      const { state } = this.app;
      if (this.tool === "hole") {
        const holes = state.holes.includes(square) ? state.holes.filter((hole) => hole !== square) : [...state.holes, square].sort(byRank);
        if (boardOf({ ...state, holes }).size > 0) this.app.update({ holes, step: 0 });
      } else if (boardOf(state).has(square)) {
        this.app.update({ [this.tool]: state[this.tool] === square ? null : square, step: 0 });
      }
    }
    render() {
      const { state } = this.app;
      const { rows, cols, leaper, closed, from, to, holes, method, tie, seed, back, view } = state;
      const key = JSON.stringify([rows, cols, leaper, closed, from, to, holes.length, method, tie, seed, back, view, this.tool, this.own]);
      if (key === this.key) return;
      this.key = key;
      const again = this.focused();
      const watching = view === "watch";
      this.element.replaceChildren(
        h("h2", { id: "setup-title" }, "The question"),
        h(
          "div",
          { class: "pair" },
          labelled("Ranks", this.named("rows", number(rows, 1, MAX_SIDE, (value) => this.app.update({ rows: value, step: 0 })))),
          labelled("Files", this.named("cols", number(cols, 1, MAX_SIDE, (value) => this.app.update({ cols: value, step: 0 }))))
        ),
        choice(
          "Tour",
          [["open", "Open"], ["closed", "Closed"]],
          closed ? "closed" : "open",
          (value) => this.app.update({ closed: value === "closed", step: 0 })
        ),
        ...this.pieces(leaper),
        ...view === "play" ? [] : [this.tools()],
        h(
          "div",
          { class: "pair" },
          labelled("Start", this.named("from", this.square(from, (square) => this.app.update({ from: square, step: 0 })))),
          labelled("End", this.named("to", this.square(to, (square) => this.app.update({ to: square, step: 0 }))))
        ),
        ...holes.length > 0 ? [
          h(
            "p",
            { class: "row" },
            `${holes.length} ${holes.length === 1 ? "hole" : "holes"} `,
            h("button", { type: "button", class: "quiet", onclick: () => this.app.update({ holes: [], step: 0 }) }, "Fill them")
          )
        ] : [],
        ...watching ? this.methods(method, tie, seed, back) : []
      );
      if (again) this.element.querySelector(`[data-name="${again}"], [value="${again}"]`)?.focus();
    }
    /** The pieces that have names; any other by its two leaps. */
    pieces([r, s]) {
      const piece = `${r},${s}`;
      const own = this.own || !PIECES.some(([value]) => value === piece);
      const leap = (label, name, least, value, onchange) => labelled(label, this.named(name, number(value, least, MAX_SIDE - 1, onchange)));
      const leaps = (one, other) => {
        this.app.update({ leaper: [one, other], step: 0 });
      };
      return [
        labelled(
          "Piece",
          this.named("piece", select([...PIECES, ["own", "Another leaper"]], own ? "own" : piece, (value) => {
            this.own = value === "own";
            if (this.own) this.render();
            else leaps(...value.split(",").map(Number));
          }))
        ),
        ...own ? [
          h(
            "div",
            { class: "pair" },
            leap("One way", "leap-r", 0, r, (value) => leaps(value, s)),
            leap("Other way", "leap-s", 1, s, (value) => leaps(r, value))
          )
        ] : []
      ];
    }
    tools() {
      return choice(
        "A click on the board sets",
        [["from", "Start"], ["to", "End"], ["hole", "Holes"]],
        this.tool,
        (value) => {
          this.tool = value;
          this.render();
        }
      );
    }
    methods(method, tie, seed, back) {
      const rule = method === "rule";
      return [
        labelled(
          "Found by",
          this.named("method", select(
            METHODS.map((value) => [value, METHOD_NAMES[value]]),
            method,
            (value) => this.app.update({ method: value, step: 0 })
          ))
        ),
        ...rule ? [
          labelled(
            "Ties go to",
            this.named("tie", select(
              TIES.map((value) => [value, TIE_NAMES[value]]),
              tie,
              (value) => this.app.update({ tie: value, step: 0 })
            ))
          ),
          h(
            "label",
            { class: "check" },
            this.named("back", h("input", {
              type: "checkbox",
              checked: back,
              onchange: () => this.app.update({ back: !this.app.state.back, step: 0 })
            })),
            "When stuck, go back to a tie"
          )
        ] : [],
        labelled("Seed", this.named("seed", number(seed, 0, Number.MAX_SAFE_INTEGER, (value) => this.app.update({ seed: value, step: 0 }))))
      ];
    }
    named(name, element2) {
      element2.dataset["name"] = name;
      return element2;
    }
    square(value, onchange) {
      const input = h("input", { type: "text", value: value ?? "", size: 4, autocomplete: "off", spellcheck: "false", placeholder: "any" });
      input.addEventListener("change", () => {
        const square = input.value.trim().toLowerCase();
        const right = square === "" || boardOf(this.app.state).has(square);
        input.setAttribute("aria-invalid", String(!right));
        if (right) onchange(square || null);
      });
      return input;
    }
    /** The control that has the focus, to give it back after drawing anew. */
    focused() {
      const active = document.activeElement;
      if (!(active instanceof HTMLElement) || !this.element.contains(active)) return null;
      return active.dataset["name"] ?? (active instanceof HTMLInputElement ? active.value : null);
    }
  };

  // src/theme.ts
  var THEMES = ["auto", "light", "dark"];
  var KEY = "hippodrome-theme";
  function stored() {
    try {
      const value = localStorage.getItem(KEY);
      return value && THEMES.includes(value) ? value : "auto";
    } catch {
      return "auto";
    }
  }
  function theme() {
    let now = stored();
    const names = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
    const element2 = button("", () => {
      now = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
      try {
        localStorage.setItem(KEY, now);
      } catch {
      }
      apply();
      say(names[now]);
    }, { class: "quiet", id: "theme" });
    const apply = () => {
      document.documentElement.dataset["theme"] = now;
      element2.textContent = names[now];
    };
    apply();
    return element2;
  }

  // src/proof.ts
  function parse(text) {
    const proof = { by: "", even: 0, odd: 0, removed: [], components: 0, at: [], branches: 0, text };
    for (const line of text.split("\n")) {
      const [word, value] = line.split(" ");
      if (word === "by") proof.by = value ?? "";
      else if (word === "even") proof.even = Number(value);
      else if (word === "odd") proof.odd = Number(value);
      else if (word === "remove") proof.removed.push(value ?? "");
      else if (word === "components") proof.components = Number(value);
      else if (word === "square") proof.at.push(value ?? "");
      else if (word === "branch" || word === "try") proof.branches++;
    }
    return proof;
  }
  function draw(scene2, proof, board, leaper, closed) {
    if (proof.by === "colour") {
      for (const square of board.squares()) {
        const even = board.isEven(square);
        mark(scene2, square, even ? "even" : "odd", even ? "first colour" : "second colour");
        scene2.cells.get(square).big ??= even ? "●" : "○";
      }
      return `Every move goes from ● to ○ or back. There are ${proof.even} squares ● and ${proof.odd} squares ○.`;
    }
    if (proof.by === "cut") {
      const removed = new Set(proof.removed);
      for (const square of removed) {
        mark(scene2, square, "removed", "taken away");
        scene2.cells.get(square).big = "×";
      }
      const { of, count } = board.components(leaper, removed);
      for (const [square, part] of of) {
        mark(scene2, square, `part${part % 6}`, `part ${part + 1}`);
        scene2.cells.get(square).big = String(part + 1);
      }
      for (const [square, part] of of) {
        for (const next of board.neighbours(square, leaper)) {
          if (of.get(next) === part && square < next) scene2.strokes.push({ from: square, to: next, look: "inner" });
        }
      }
      const most = closed ? Math.max(1, removed.size) : removed.size + 1;
      return `Without the ${removed.size} squares ×, ${count} parts are left that no move joins. ${closed ? "A closed" : "An open"} tour without them would leave at most ${most}.`;
    }
    if (proof.by === "degree") {
      for (const square of proof.at) {
        mark(scene2, square, "removed", "forced moves meet here");
        for (const next of board.neighbours(square, leaper)) {
          scene2.strokes.push({ from: square, to: next, look: "forced" });
        }
      }
      const where = proof.at.filter((square) => square !== "*").join(", ");
      return `These squares need both of their moves: ${where}. The moves that are forced contradict each other.`;
    }
    if (proof.by === "search") {
      return `A case distinction with ${proof.branches} branches was finished; the certificate writes it out.`;
    }
    return `The certificate is of the kind ${proof.by}.`;
  }

  // src/verdict.ts
  var PROOFS = {
    theorem: "by theorem",
    colour: "proof by colours",
    cut: "proof by a cut",
    degree: "proof by forced moves",
    search: "proof by finished search",
    farkas: "proof by linear inequalities",
    tour: "a tour was found"
  };
  var Verdict = class {
    constructor(app) {
      this.app = app;
    }
    app;
    element = h("section", { class: "card verdict", "aria-labelledby": "verdict-title" });
    exists = null;
    proof = null;
    shown = true;
    key = "";
    running = new AbortController();
    legend = h("p", { class: "legend" });
    /** Asks again if the question has changed. */
    refresh() {
      const asked = question(this.app.state);
      const key = JSON.stringify(asked);
      if (key === this.key) return;
      this.key = key;
      [this.exists, this.proof] = [null, null];
      this.running.abort();
      this.running = new AbortController();
      this.paint("Looking…", "");
      void this.find(asked, this.running.signal);
    }
    async find(asked, signal) {
      await new Promise((done) => window.setTimeout(done, 120));
      if (signal.aborted) return;
      const answer = await ask("exists", { ...asked, time_limit: "10s" }, { signal });
      if (signal.aborted) return;
      if (answer.status !== 200) {
        this.paint(answer.status === 400 ? "That is no question" : "Not known", sentence(answer.text));
        return;
      }
      this.exists = json(answer);
      if (this.exists.exists === false) {
        const certificate2 = await ask("exists", { ...asked, format: "cert", time_limit: "10s" }, { signal });
        if (signal.aborted) return;
        if (certificate2.status === 200) this.proof = parse(certificate2.text);
      }
      this.say();
      this.app.render();
    }
    say() {
      const { exists, text, proof } = this.exists;
      const kind = this.app.state.closed ? "closed" : "open";
      const title2 = exists === null ? "Not known" : exists ? `Yes, there is ${kind === "open" ? "an open" : "a closed"} tour` : `No, there is no ${kind} tour`;
      this.paint(title2, sentence(text), proof ? PROOFS[proof] ?? proof : "");
      say(`${title2}. ${sentence(text)}`);
    }
    paint(title2, text, proof = "") {
      const certificate2 = this.proof;
      const mood = this.exists?.exists;
      this.element.dataset["mood"] = mood === true ? "yes" : mood === false ? "no" : "open";
      const result = h("p", { class: "result", role: "status" });
      this.element.replaceChildren(
        h("h2", { id: "verdict-title" }, title2),
        h("p", {}, text, proof ? h("span", { class: "chip" }, proof) : null),
        ...certificate2 ? [
          this.legend,
          h(
            "div",
            { class: "row" },
            h(
              "label",
              { class: "check" },
              h("input", {
                type: "checkbox",
                checked: this.shown,
                onchange: (event) => {
                  this.shown = event.target.checked;
                  this.app.render();
                }
              }),
              "Show the argument on the board"
            )
          ),
          h(
            "div",
            { class: "row" },
            button("Download the proof", () => download("no-tour.cert", certificate2.text)),
            button("Check the proof", () => void this.check(certificate2.text, result))
          ),
          result
        ] : []
      );
    }
    async check(text, result) {
      result.textContent = "Checking…";
      const answer = await ask("check", { ...question(this.app.state), file: text });
      if (answer.status !== 200) {
        result.textContent = sentence(answer.text);
        return;
      }
      const check = json(answer);
      result.textContent = check.verdict === "verified" ? `Verified by the independent checker: ${check.what}.` : `The checker says ${check.verdict}: ${check.reason ?? check.obligations.join("; ")}.`;
    }
    /** Whether the argument is on the board. */
    draw(scene2) {
      const { proof } = this;
      if (!proof) return false;
      const { state } = this.app;
      if (!this.shown) {
        this.legend.textContent = "";
        return false;
      }
      this.legend.textContent = draw(scene2, proof, boardOf(state), state.leaper, state.closed);
      return true;
    }
  };

  // src/watch.ts
  var MOVES = 2e4;
  var SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];
  var Watch = class {
    constructor(app, verdict) {
      this.app = app;
      this.verdict = verdict;
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
      this.speedSelect = select(
        SPEEDS.map((speed) => [String(speed), `${speed} a second`]),
        String(this.speed),
        (value) => this.setSpeed(Number(value))
      );
      this.speedSelect.setAttribute("aria-label", "Speed");
      this.below.append(
        h(
          "div",
          { class: "buttons" },
          iconButton("first", "First", () => this.go(0)),
          iconButton("back", "Step back", () => this.go(this.at - 1)),
          this.play,
          iconButton("next", "Step forward", () => this.go(this.at + 1)),
          iconButton("last", "Last", () => this.go(this.length))
        ),
        this.slider,
        this.place,
        this.speedSelect
      );
      this.element.append(
        h("h2", { id: "watch-title" }, "What happens"),
        this.text,
        this.tally,
        h("div", { class: "row" }, this.toggleBox("numbers", "Numbers"), this.toggleBox("heat", "Heat map of degrees")),
        this.message,
        h("div", { class: "row" }, button("Compare the tie-breaks here", () => void this.compare(), { class: "quiet" })),
        this.comparison
      );
    }
    app;
    verdict;
    element = h("section", { class: "card", "aria-labelledby": "watch-title" });
    below = h("div", { class: "player", role: "group", "aria-label": "Player" });
    run = null;
    asked = "";
    running = new AbortController();
    timer = 0;
    speed = 2;
    text = h("p", { class: "story" });
    tally = h("dl", { class: "tally" });
    message = h("p", { class: "result" });
    comparison = h("div", { class: "scroll" });
    slider = h("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": "Timeline" });
    play = iconButton("play", "Play", () => this.toggle());
    place = h("output", { class: "place" });
    speedSelect;
    get at() {
      return Math.min(this.app.state.step, this.length);
    }
    get length() {
      return this.run?.frames.length ?? 0;
    }
    toggleBox(name, text) {
      const box = h("input", { type: "checkbox", "data-toggle": name, onchange: () => this.app.update({ [name]: box.checked }) });
      return h("label", { class: "check" }, box, text);
    }
    refresh() {
      const { state } = this.app;
      const key = JSON.stringify([question(state), state.method, state.tie, state.seed, state.back]);
      if (key === this.asked) return;
      this.asked = key;
      this.stop();
      this.running.abort();
      this.running = new AbortController();
      this.run = null;
      this.slider.max = "0";
      this.comparison.replaceChildren();
      this.message.textContent = "";
      void this.load(state, this.running.signal);
    }
    async load(state, signal) {
      await new Promise((done) => window.setTimeout(done, 120));
      if (signal.aborted) return;
      const rule = state.method === "rule";
      const seed = { seed: state.seed };
      const options = question(state);
      const progress = (at) => {
        this.message.textContent = `${sentence(at.stage)} ${at.seconds.toFixed(0)} s.`;
      };
      const answer = rule ? await ask("explain", { ...options, ...seed, tie_break: state.tie, ...state.back ? { backtrack: true, move_limit: MOVES } : {}, time_limit: "10s" }, { signal }) : await ask("tour", { ...options, ...seed, method: state.method, time_limit: "30s" }, { signal, progress });
      if (signal.aborted) return;
      this.message.textContent = "";
      this.run = answer.status === 200 ? rule ? ofRule(answer) : ofTour(answer) : null;
      if (!this.run) this.message.textContent = sentence(answer.text);
      this.slider.max = String(this.length);
      this.app.render();
    }
    /** The squares visited after so many frames. */
    walk(at = this.at) {
      const path = [];
      if (!this.run?.start) return path;
      path.push(this.run.start);
      for (const frame of this.run.frames.slice(0, at)) {
        if ("go" in frame) path.push(frame.go);
        else if ("backTo" in frame) path.length = frame.backTo;
        else path.splice(0, path.length, frame.again);
      }
      return path;
    }
    draw(scene2) {
      const { state } = this.app;
      const board = boardOf(state);
      this.slider.value = String(this.at);
      this.place.textContent = `${this.at} / ${this.length}`;
      for (const box of this.element.querySelectorAll("[data-toggle]")) {
        box.checked = state[box.dataset["toggle"]];
      }
      mark(scene2, state.from, "from", "start");
      mark(scene2, state.to, "to", "end");
      const path = this.walk();
      const argued = path.length === 0 || this.run?.outcome === "impossible" ? this.verdict.draw(scene2) : false;
      if (argued) {
        this.text.textContent = "No tour exists: the argument is drawn on the board.";
        this.tally.replaceChildren();
        return `Board of ${state.rows} ranks and ${state.cols} files, with the argument why there is no tour`;
      }
      drawWalk(scene2, path, path.length - 1, state.numbers);
      const visited = new Set(path);
      const next = this.run?.frames[this.at];
      const step = next && "go" in next ? next.step : void 0;
      if (step) this.candidates(scene2, step);
      if (state.heat) drawDegrees(scene2, board, (square) => board.neighbours(square, state.leaper));
      this.tell(path, next, step, board.size);
      const here = path.at(-1) ?? "nowhere";
      return `Board of ${state.rows} ranks and ${state.cols} files, the knight is on ${here}, ${visited.size} of ${board.size} squares visited`;
    }
    candidates(scene2, step) {
      const least = Math.min(...step.candidates.map(({ degree }) => degree));
      const tied = step.candidates.filter(({ degree }) => degree === least).length > 1;
      for (const { square, degree } of step.candidates) {
        const chosen = square === step.chosen;
        mark(scene2, square, "candidate", `candidate of degree ${degree}`);
        if (tied && degree === least) mark(scene2, square, "tie", "tied");
        if (chosen) mark(scene2, square, "chosen", "chosen next");
        const cell = scene2.cells.get(square);
        if (cell) cell.big = String(degree);
      }
    }
    tell(path, next, step, size) {
      const run = this.run;
      if (!run) return;
      this.text.textContent = next ? story(path, next, step, run.rule) : run.end;
      const done = run.frames.slice(0, this.at);
      const ties = done.filter((frame) => "go" in frame && frame.step?.decided_by === "tie-break").length;
      const undone = done.reduce((sum, frame) => sum + ("backTo" in frame ? frame.from - frame.backTo : 0), 0);
      const rows = [["Visited", `${path.length} of ${size}`]];
      if (run.rule) rows.push(["Ties", String(ties)], ["Taken back", String(undone)]);
      this.tally.replaceChildren(...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
    }
    go(to, spoken = true) {
      const step = Math.max(0, Math.min(this.length, to));
      if (this.timer && spoken) this.stop();
      this.app.update({ step });
      if (spoken) say(`${this.place.textContent}. ${this.text.textContent}`);
    }
    toggle() {
      if (this.timer) {
        this.stop();
        return;
      }
      if (this.at >= this.length) this.app.update({ step: 0 });
      setIcon(this.play, "pause", "Pause");
      this.beat();
    }
    beat() {
      this.timer = window.setTimeout(() => {
        this.go(this.at + 1, false);
        if (this.at < this.length) {
          this.beat();
        } else {
          this.stop();
          say(this.text.textContent ?? "");
        }
      }, 1e3 / this.speed);
    }
    stop() {
      window.clearTimeout(this.timer);
      this.timer = 0;
      setIcon(this.play, "play", "Play");
    }
    setSpeed(speed) {
      this.speed = speed;
      this.speedSelect.value = String(speed);
    }
    leave() {
      this.stop();
    }
    pick() {
    }
    key(key) {
      const faster = SPEEDS.find((speed) => speed > this.speed) ?? this.speed;
      const slower = SPEEDS.findLast((speed) => speed < this.speed) ?? this.speed;
      const actions = {
        " ": () => this.toggle(),
        ArrowRight: () => this.go(this.at + 1),
        ArrowLeft: () => this.go(this.at - 1),
        ArrowDown: () => this.go(this.length),
        ArrowUp: () => this.go(0),
        Home: () => this.go(0),
        End: () => this.go(this.length),
        "+": () => this.faster(faster),
        "=": () => this.faster(faster),
        "-": () => this.faster(slower),
        "−": () => this.faster(slower),
        n: () => this.app.update({ numbers: !this.app.state.numbers }),
        d: () => this.app.update({ heat: !this.app.state.heat }),
        r: () => this.go(0)
      };
      const action = actions[key];
      action?.();
      return action !== void 0;
    }
    faster(speed) {
      this.setSpeed(speed);
      say(`${speed} steps a second`);
    }
    async compare() {
      const { state } = this.app;
      this.comparison.replaceChildren(h("p", {}, "Running all of them…"));
      const answer = await ask("explain", { ...question(state), seed: state.seed, stats: true, ...state.back ? { backtrack: true, move_limit: MOVES } : {} });
      if (answer.status !== 200) {
        this.comparison.replaceChildren(h("p", {}, sentence(answer.text)));
        return;
      }
      const rows = lines(answer);
      const head = ["ties to", "outcome", "visited", "ties", "undone"].map((text) => h("th", { scope: "col" }, text));
      const body = rows.map(
        (row) => h(
          "tr",
          {},
          h("th", { scope: "row" }, row.tie_break),
          ...[row.outcome, row.visited, row.work.ties, row.work.undone].map((value) => h("td", {}, String(value)))
        )
      );
      this.comparison.replaceChildren(h("table", {}, h("caption", {}, "The tie-breaks on this board"), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body)));
    }
    /** What the whole run gives, wherever it is watched. */
    goods() {
      const { state } = this.app;
      const path = this.walk(this.length);
      const whole = path.length === boardOf(state).size;
      return {
        path,
        json: () => whole ? tourJson(state, path, state.method === "rule" ? "warnsdorff" : state.method) : this.run?.json ?? "",
        certificate: async () => {
          if (this.verdict.proof) return this.verdict.proof.text;
          if (state.method !== "rule") return whole ? tourCertificate(state, path) : null;
          const answer = await ask("explain", { ...question(state), seed: state.seed, tie_break: state.tie, format: "cert" });
          return answer.status === 200 ? answer.text : null;
        }
      };
    }
  };
  function ofRule(answer) {
    const all = lines(answer);
    const frames = [];
    let start = null;
    let [end, outcome] = ["", ""];
    for (const line of all) {
      if ("chosen" in line) {
        start ??= line.at;
        frames.push({ go: line.chosen, step: line });
      } else if ("undo" in line) {
        frames.push({ backTo: line.undo.to, from: line.undo.from });
      } else if ("retry" in line) {
        frames.push({ again: line.at });
      } else {
        [end, outcome] = [`${title(line.outcome)} ${sentence(line.text)}`, line.outcome];
      }
    }
    return { start, frames, end, outcome, rule: true, json: answer.text };
  }
  function title(outcome) {
    return { tour: "A tour.", stuck: "Stuck.", impossible: "Impossible." }[outcome] ?? "Not known.";
  }
  function ofTour(answer) {
    const tour = json(answer);
    if (!tour.squares) {
      return { start: null, frames: [], end: sentence(tour.text ?? ""), outcome: "impossible", rule: false, json: answer.text };
    }
    const [start, ...rest] = tour.squares;
    const end = `A ${tour.kind} tour of all ${tour.squares.length} squares, found by ${tour.method ?? "the server"}.`;
    return { start: start ?? null, frames: rest.map((go) => ({ go })), end, outcome: "tour", rule: false, json: answer.text };
  }
  function story(path, next, step, rule) {
    const here = path.at(-1) ?? "";
    if ("backTo" in next) return `Stuck on ${here}: no unvisited square can be reached. Back to the tie at step ${next.backTo}.`;
    if ("again" in next) return `Stuck on ${here}. The rule begins anew on ${next.again}.`;
    if (!rule || !step) return `Step ${path.length}: on ${here}. Next: ${next.go}.`;
    const least = Math.min(...step.candidates.map(({ degree }) => degree));
    const tied = step.candidates.filter(({ degree }) => degree === least);
    const exits = least === 1 ? "1 exit" : `${least} exits`;
    const from = `Step ${step.step}: on ${step.at}.`;
    if (step.candidates.length === 1) return `${from} Only ${step.chosen} is left to go to.`;
    if (tied.length === 1) return `${from} Of ${step.candidates.length} squares, ${step.chosen} has the fewest exits (${exits}): there.`;
    const names = tied.map(({ square }) => square).join(", ");
    const retry = step.attempt ? ` The choice number ${step.attempt} of this tie:` : "";
    return `${from} ${names} tie with ${exits} each.${retry || " The tie-break takes"} ${step.chosen}.`;
  }
  var ICONS = {
    first: "M5 4v16M19 5l-11 7 11 7z",
    back: "M17 5l-11 7 11 7z",
    play: "M7 4l13 8-13 8z",
    pause: "M7 4h4v16h-4zM14 4h4v16h-4z",
    next: "M7 5l11 7-11 7z",
    last: "M19 4v16M5 5l11 7-11 7z"
  };
  function iconButton(icon, text, onclick) {
    const element2 = button("", onclick, { class: "icon" });
    setIcon(element2, icon, text);
    return element2;
  }
  function setIcon(element2, icon, text) {
    if (element2.title === text) return;
    element2.setAttribute("aria-label", text);
    element2.title = text;
    element2.replaceChildren(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[icon] })));
  }

  // src/main.ts
  var NAMES = { watch: "Watch", play: "Play", count: "Count", queens: "Queens", check: "Check" };
  var Studio = class {
    state = decode(location.hash);
    setup = new Setup(this);
    verdict = new Verdict(this);
    views = {
      watch: new Watch(this, this.verdict),
      play: new Play(this),
      count: new Counting(this),
      queens: new Queens(this),
      check: new Check(this)
    };
    board = new BoardView((square) => this.pick(square));
    side = element("side");
    below = element("below");
    tabs = /* @__PURE__ */ new Map();
    scene = scene(new Board(1, 1));
    shown = null;
    constructor() {
      element("board").append(this.board.element);
      const tabs = element("tabs");
      for (const name of VIEWS) {
        const tab = h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "side", onclick: () => this.update({ view: name }) }, NAMES[name]);
        this.tabs.set(name, tab);
        tabs.append(tab);
      }
      tabs.addEventListener("keydown", (event) => this.tabKey(event));
      element("tools").prepend(new Take(this, () => this.view, () => this.scene).element);
      element("tools").append(theme());
      this.help();
      this.drop();
      document.addEventListener("keydown", (event) => this.key(event));
      window.addEventListener("hashchange", () => {
        if (encode(this.state) === location.hash.replace(/^#/, "")) return;
        this.state = decode(location.hash);
        this.changed();
      });
      this.changed();
    }
    get view() {
      return this.views[this.state.view];
    }
    update(patch) {
      const { closed } = { ...this.state, ...patch };
      this.state = settled({ ...this.state, ...patch });
      if (closed && this.state.to && this.state.to === this.state.from) this.state.to = null;
      const link = encode(this.state);
      history.replaceState(null, "", link ? `#${link}` : location.pathname);
      this.changed();
    }
    changed() {
      const { view } = this.state;
      if (this.shown !== view) this.show(view);
      this.setup.render();
      if (view !== "queens") this.verdict.refresh();
      this.view.refresh();
      this.render();
    }
    show(name) {
      if (this.shown) this.views[this.shown].leave?.();
      this.shown = name;
      for (const [other, tab] of this.tabs) {
        tab.setAttribute("aria-selected", String(other === name));
        tab.tabIndex = other === name ? 0 : -1;
      }
      const view = this.views[name];
      const parts = name === "queens" ? [view.element] : [this.verdict.element, view.element, this.setup.element];
      this.side.replaceChildren(...parts);
      this.side.setAttribute("aria-labelledby", `tab-${name}`);
      this.below.replaceChildren(...view.below ? [view.below] : []);
      document.title = `${NAMES[name]} – hippodrome`;
    }
    render() {
      const board = this.state.view === "queens" ? new Board(this.state.n, this.state.n) : boardOf(this.state);
      this.scene = scene(board);
      const label = this.view.draw(this.scene);
      this.board.render(this.scene, label);
    }
    pick(square) {
      if (this.state.view === "queens" || this.state.view === "play") this.view.pick(square);
      else this.setup.pick(square);
    }
    tabKey(event) {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = VIEWS.indexOf(this.state.view);
      const to = event.key === "Home" ? 0 : event.key === "End" ? VIEWS.length - 1 : by === void 0 ? null : (at + by + VIEWS.length) % VIEWS.length;
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      this.update({ view: VIEWS[to] });
      this.tabs.get(this.state.view)?.focus();
    }
    /** Keys that no control wants; none while someone types. */
    key(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = event.target instanceof Element ? event.target : document.body;
      if (at.closest("input:not([type=checkbox], [type=range]), textarea, select, dialog, [contenteditable]")) return;
      const pressing = event.key === " " || event.key === "Enter";
      if (pressing && at.closest("button, summary, a, input, label")) return;
      if (at.closest("input[type=range]") && event.key !== " " && !/^[+=\-−?]$/.test(event.key)) return;
      if (event.key === "?") {
        element("help").showModal();
        event.preventDefault();
      } else if (this.view.key?.(event.key)) {
        event.preventDefault();
      }
    }
    help() {
      const dialog = element("help");
      element("help-open").addEventListener("click", () => dialog.showModal());
      element("help-close").addEventListener("click", () => dialog.close());
    }
    /** A file that is dropped anywhere is checked. */
    drop() {
      document.addEventListener("dragover", (event) => {
        event.preventDefault();
        document.body.classList.add("dropping");
      });
      document.addEventListener("dragleave", (event) => {
        if (event.relatedTarget === null) document.body.classList.remove("dropping");
      });
      document.addEventListener("drop", (event) => {
        event.preventDefault();
        document.body.classList.remove("dropping");
        const [file] = event.dataTransfer?.files ?? [];
        if (!file) return;
        this.update({ view: "check" });
        void this.views.check.take(file);
      });
    }
  };
  function element(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page lacks #${id}`);
    return found;
  }
  new Studio();
})();
