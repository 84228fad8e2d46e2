// Colours the code of a diff that is in view: comments, strings, words and numbers, by what most languages have in common.
"use strict";
(() => {
  const LANGUAGES = { // what begins a comment, by the ends of file names
    "#": "py pyi sh bash zsh yaml yml toml rb pl ex exs r jl tf cfg ini mk Makefile Dockerfile",
    "//": "js mjs jsx ts tsx go rs java c h cc cpp hpp cs kt swift scala php proto dart zig json css scss",
    "--": "sql lua hs elm ada",
  };
  const WORDS = new Set(`and as async await break case catch class const continue def default defer del do elif else end enum
    except export extends false False finally fn for from func function global if impl import in interface is lambda let match
    mut new nil None not null or package pass private protected pub public raise return self static struct super switch then
    this throw trait true True try type undefined use using var void while with yield SELECT FROM WHERE INSERT INTO VALUES
    UPDATE SET DELETE CREATE TABLE INDEX JOIN ON AND OR NOT NULL AS`.split(/\s+/));
  const MOST = 5000; // lines
  const PIECES = 40; // of a line
  const marks = new Map(Object.entries(LANGUAGES).flatMap(([mark, all]) => all.split(" ").map((end) => [end, mark])));
  let left = MOST;

  // No pattern goes back over what it has read, so that a line which was written to hold us up takes no longer than others.
  const pattern = (mark) => new RegExp(
    String.raw`(?<block>"""|'''|/\*)|(?<c>${mark}.*)|(?<s>(?<!\w)[rbfuRBFU]{0,2}(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)` +
      String.raw`|${"`[^`]*`?"})|(?<n>\b\d[\w.]*)|(?<w>[A-Za-z_]\w*)`, "g");

  const pieces = function* (text, found, state) {
    let at = 0;
    for (let number = 0; at < text.length; number++) {
      if (number === PIECES) return yield ["", text.slice(at)];
      if (state.ending) {
        const closing = text.indexOf(state.ending, at);
        const end = closing < 0 ? text.length : closing + state.ending.length;
        yield [state.ending === "*/" ? "c" : "s", text.slice(at, end)];
        if (closing >= 0) state.ending = "";
        at = end;
        continue;
      }
      found.lastIndex = at;
      const match = found.exec(text);
      if (!match) return yield ["", text.slice(at)];
      yield ["", text.slice(at, match.index)];
      at = found.lastIndex;
      let [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined);
      if (kind === "block") {
        state.ending = match[0] === "/*" ? "*/" : match[0];
        kind = match[0] === "/*" ? "c" : "s";
      } else if (kind === "w") kind = WORDS.has(match[0]) ? "k" : text[at] === "(" ? "f" : "";
      yield [kind, match[0]];
    }
  };

  const colour = (table) => {
    const mark = marks.get(table.dataset.path.split(/[./]/).pop());
    if (!mark || table.dataset.coloured || !table.checkVisibility() || left <= 0) return;
    table.dataset.coloured = "yes";
    const found = pattern(mark);
    const state = { ending: "" }; // of a string or a comment that goes on in the next line
    for (const row of table.querySelectorAll("tr:is(.add, .del, .same)")) {
      const text = [...row.lastElementChild.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
      if (!text || left-- <= 0) continue;
      const shown = [text.data.slice(0, 1)];
      for (const [kind, words] of pieces(text.data.slice(1), found, state)) {
        const span = document.createElement("span");
        span.className = `x${kind}`;
        span.textContent = words;
        shown.push(kind ? span : words);
      }
      text.replaceWith(...shown);
    }
  };

  const colourAll = () => document.querySelectorAll("table.code[data-path]").forEach(colour);
  colourAll();
  document.addEventListener("toggle", colourAll, true); // something was opened
  new MutationObserver((changes) => {
    if (changes.some((change) => change.target.dataset?.live)) colourAll(); // a part was put in place by live.js
  }).observe(document.getElementById("main"), { childList: true, subtree: true });
})();
