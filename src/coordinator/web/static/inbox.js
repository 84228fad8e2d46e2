// Goes through what waits for somebody by the keyboard, and tells of what is new where a person has asked for that.
"use strict";
(() => {
  const LOOK = 20_000; // milliseconds between two looks at what waits, for notifications
  const WANTED = "coordinator.notify"; // what the browser remembers
  const titles = () => [...document.querySelectorAll("#inbox a.title")];

  const walk = (step) => {
    const list = titles();
    if (!document.getElementById("inbox")) {
      document.querySelector(`.walk a[rel="${step > 0 ? "next" : "prev"}"]`)?.click();
    } else if (list.length) {
      const at = list.indexOf(document.activeElement);
      const next = at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length;
      list[next].focus();
    }
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") walk(1);
    else if (event.key === "p") walk(-1);
  });

  // A page that nobody sees hears nothing live, so that it is asked for now and then.
  let known = null;
  const look = async () => {
    if (localStorage.getItem(WANTED) !== "yes" || Notification.permission !== "granted") return;
    try {
      const answer = await fetch(`/api/inbox${location.search}`, { credentials: "same-origin" });
      if (!answer.ok) return;
      const { items } = await answer.json();
      const fresh = known ? items.filter((item) => !known.has(item.id)) : [];
      known = new Set(items.map((item) => item.id));
      for (const item of fresh.slice(0, 3)) {
        const notice = new Notification(item.about || item.id, { body: item.why, tag: item.id });
        notice.onclick = () => window.focus();
      }
    } catch {
      // The server is away; the next look will tell.
    }
  };

  const button = document.getElementById("notify");
  if (!button || !window.Notification || Notification.permission === "denied") return;
  const show = () => {
    const on = localStorage.getItem(WANTED) === "yes" && Notification.permission === "granted";
    button.textContent = on ? "Stop notifying me" : "Notify me in the browser";
    button.setAttribute("aria-pressed", String(on));
    button.hidden = false;
    return on;
  };
  button.addEventListener("click", async () => {
    if (show()) localStorage.removeItem(WANTED);
    else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(WANTED, "yes");
    show();
    await look();
  });
  show();
  look();
  setInterval(look, LOOK);
})();

// A click on a line of the work or of the request quotes it, where evidence was last written.
(() => {
  const fields = [...document.querySelectorAll("textarea[data-quotes]")];
  if (!fields.length) return;
  let chosen = fields[0];
  document.addEventListener("focusin", (event) => {
    const own = event.target.closest("fieldset.entry")?.querySelector("textarea[data-quotes]");
    if (own) chosen = own;
  });
  const textOf = (cell) => {
    const copy = cell.cloneNode(true);
    for (const extra of copy.querySelectorAll(".sr, .by, .cut, button")) extra.remove();
    return (cell.closest("details.file") ? copy.textContent.replace(/^[-+ ]/, "") : copy.textContent).trim();
  };
  for (const table of document.querySelectorAll("table.code")) table.classList.add("quotable");
  document.addEventListener("click", (event) => {
    const row = event.target.closest("table.quotable tr");
    if (!row || event.target.closest("a, button") || String(getSelection())) return;
    const path = row.closest("details.file")?.querySelector("summary .mono")?.textContent.trim();
    const number = [...row.querySelectorAll("td.n")].pop()?.textContent.trim();
    const place = !path ? "issue" : number ? `${path}:${number}` : "diff";
    const text = textOf(row.cells[row.cells.length - 1]);
    if (!text) return;
    chosen.value = `${chosen.value.trimEnd()}${chosen.value.trim() ? "\n" : ""}${place}: ${text}`;
    row.classList.add("quoted");
  });
})();
