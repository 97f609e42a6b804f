
"use strict";
// Tables that a click on a head, or a key on it, sorts: up, down, and back to where they were.
(() => {
  const NUMBER = String.raw`[+\-\u2212]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?`;
  const UNIT = String.raw`\s*(?:%|\u00d7|(?:points?|layouts?|tricks?|min|ms|s|h|x)\b)?`;
  // A number, a range "2.1-2.3" or "2 to 3", or a share "45 of 75"; then what explains it.
  const CELL = new RegExp(
    String.raw`^([<>\u2264\u2265~\u2248]?)\s*(${NUMBER})${UNIT}` +
      String.raw`(?:\s*(-|\u2013|to|of)\s*(${NUMBER})${UNIT})?` +
      String.raw`\s*\*?\s*(?:[(\[:\u00b1].*)?$`,
    "i",
  );
  const MISSING = new Set(["", "-", "\u2013", "\u2014", "\u2212", "nan"]);
  const words = new Intl.Collator("en", { numeric: true });

  const number = (text) => Number(text.replaceAll(",", "").replace("\u2212", "-"));

  // What a cell sorts by: null where there is nothing, numbers, or undefined where it is text.
  function numbers(text) {
    if (MISSING.has(text.toLowerCase())) return null;
    const found = CELL.exec(text);
    if (!found) return undefined;
    const [, bound, first, joint, second] = found;
    if (joint === "of") {
      return number(second) ? [number(first) / number(second), number(second)] : null;
    }
    const side = { "<": -1, ">": 1 }[bound] ?? 0;
    return [number(first), side, second === undefined ? number(first) : number(second)];
  }

  function compare(one, other) {
    if (typeof one === "string") return words.compare(one, other);
    const at = one.findIndex((value, place) => value !== other[place]);
    return at < 0 ? 0 : one[at] - other[at];
  }

  function sort(body, rows, column, direction) {
    const texts = rows.map((row) => row.cells[column].textContent.trim());
    let keys = texts.map(numbers);
    if (keys.includes(undefined)) keys = texts.map((text) => (MISSING.has(text) ? null : text));
    const places = rows.map((_, place) => place);
    if (direction !== 0) {
      places.sort((one, other) => {
        // What is missing stays at the end, whichever way the rest goes.
        if (keys[one] === null || keys[other] === null) {
          return (keys[one] === null) - (keys[other] === null);
        }
        return direction * compare(keys[one], keys[other]);
      });
    }
    body.append(...places.map((place) => rows[place]));
  }

  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    if (!body || body.rows.length < 2) continue;
    const rows = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const next = { ascending: "descending", descending: null }[head.getAttribute("aria-sort")];
        for (const one of heads) one.removeAttribute("aria-sort");
        if (next !== null) head.setAttribute("aria-sort", next ?? "ascending");
        sort(body, rows, column, next === null ? 0 : next === "descending" ? -1 : 1);
      });
    });
  }
})();
