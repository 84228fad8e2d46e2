// Copies a path, a quote or a whole finding: the text that is marked for it before the button, or else around it.
"use strict";
(() => {
  if (!navigator.clipboard) return; // as on a page without TLS that is not of this machine
  document.documentElement.classList.add("scripted"); // which shows the buttons
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button.copy");
    if (!button) return;
    const before = button.previousElementSibling;
    const marked = before?.matches(".copyable") ? before : before?.querySelector(".copyable");
    const text = (marked || button.closest(".copyable")).cloneNode(true);
    for (const each of text.querySelectorAll("button, .sr")) each.remove();
    await navigator.clipboard.writeText(text.textContent.replace(/\s+/g, " ").trim());
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1500);
  });
})();
