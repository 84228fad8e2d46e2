// Keeps a page up to date: the server tells what happened, and the parts that show it are fetched again.
"use strict";
(() => {
  const PAUSE = 400; // milliseconds in which several events become one refresh
  const status = document.getElementById("live");
  const parts = () => document.querySelectorAll("[data-live][data-fragment]");
  const due = new Set();
  const shown = new WeakMap();
  let timer = 0;

  const say = (words) => {
    if (status && status.textContent !== words) {
      status.textContent = words;
      status.hidden = false;
    }
  };

  const concerns = (part, news) => {
    const about = part.dataset.live;
    if (about === "queue" || news === null) return true;
    const id = about.slice(about.indexOf(":") + 1);
    return news.run === id || (part.dataset.subject || "") !== "" && news.subject === part.dataset.subject;
  };

  const opened = (part) => [...part.querySelectorAll("details[id][open]")].map((each) => each.id);

  const swap = (part, html) => {
    const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    const open = opened(part);
    part.innerHTML = html;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("coordinator:swapped", { detail: part }));
  };

  const isTyping = (part) =>
    part.contains(document.activeElement) && /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);

  const refresh = async (part) => {
    const address = new URL(location.href);
    address.searchParams.set("fragment", part.dataset.fragment);
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (html === shown.get(part) || isTyping(part)) return;
    shown.set(part, html);
    swap(part, html);
  };

  const work = async () => {
    timer = 0;
    const now = [...due];
    due.clear();
    await Promise.all(now.map((part) => refresh(part).catch(() => say("live updates paused"))));
  };

  const hear = (news) => {
    for (const part of parts()) if (concerns(part, news)) due.add(part);
    if (due.size && !timer) timer = setTimeout(work, PAUSE);
  };

  if (!parts().length || !window.EventSource) return;
  const source = new EventSource("/api/events");
  let lost = false;
  source.onopen = () => {
    say("live");
    if (lost) hear(null);
    lost = false;
  };
  source.onerror = () => {
    lost = true;
    say("live updates paused");
  };
  source.onmessage = (message) => hear(JSON.parse(message.data));
  source.addEventListener("reset", () => hear(null));
  addEventListener("pagehide", () => source.close());
})();
