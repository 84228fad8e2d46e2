// Keeps a page up to date: the server tells what happened, and the page is fetched again for the parts that show it.
"use strict";
(() => {
  const PAUSE = 400; // milliseconds in which several events become one refresh
  const AGAIN = 10_000; // milliseconds after which a stream that was refused is asked for again
  const status = document.getElementById("live");
  const parts = [...document.querySelectorAll("[data-live][id]")];
  const due = new Set();
  const shown = new Map(); // what the server last gave for each part, as text
  const given = new Map(); // which details it gave open or closed
  let after = status?.dataset.after || ""; // the last event that is on the page
  let source = null;
  let timer = 0;
  let isBusy = false;

  const say = (words) => {
    if (status.textContent !== words) status.textContent = words;
    status.hidden = false;
  };

  const concerns = (part, news) => {
    const about = part.dataset.live;
    if (about === "queue" || news === null) return true;
    const id = about.slice(about.indexOf(":") + 1);
    return news.run === id || (part.dataset.subject || "") !== "" && news.subject === part.dataset.subject;
  };

  const opened = (part) => new Map([...part.querySelectorAll("details[id]")].map((each) => [each.id, each.open]));

  // What the reader has opened or closed stays so; everything else is as the server has it.
  const swap = (part, fresh) => {
    const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
    const chosen = [...opened(part)].filter(([id, open]) => given.get(part).get(id) !== open);
    given.set(part, opened(fresh));
    part.replaceChildren(...fresh.childNodes);
    for (const [id, open] of chosen) document.getElementById(id)?.toggleAttribute("open", open);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };

  const isTyping = (part) =>
    part.contains(document.activeElement) && /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);

  const refresh = async (stale) => {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = page.title; // which counts what waits
    for (const part of stale) {
      const fresh = page.getElementById(part.id);
      if (!fresh || fresh.innerHTML === shown.get(part) || isTyping(part)) continue;
      shown.set(part, fresh.innerHTML);
      swap(part, fresh);
    }
  };

  const work = async () => {
    timer = 0;
    isBusy = true;
    const stale = [...due];
    due.clear();
    try {
      await refresh(stale);
      if (source?.readyState === EventSource.OPEN) say("live");
    } catch {
      say("live updates paused");
    }
    isBusy = false;
    plan();
  };

  const plan = () => {
    if (due.size && !timer && !isBusy) timer = setTimeout(work, PAUSE);
  };

  const hear = (news) => {
    for (const part of parts) if (concerns(part, news)) due.add(part);
    plan();
  };

  const listen = () => {
    if (source || document.hidden) return;
    source = new EventSource(`/api/events?after=${after}`);
    source.onopen = () => say("live");
    source.onmessage = (message) => {
      after = message.lastEventId;
      hear(JSON.parse(message.data));
    };
    source.addEventListener("reset", () => hear(null));
    source.onerror = () => {
      say("live updates paused");
      if (source?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      leave();
      setTimeout(listen, AGAIN);
    };
  };

  const leave = () => {
    source?.close();
    source = null;
  };

  if (!status || !parts.length || !window.EventSource) return;
  for (const part of parts) {
    shown.set(part, part.innerHTML);
    given.set(part, opened(part));
  }
  // A browser has few connections to one server: a page that nobody sees gives its own up, and catches up later.
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : listen()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", listen);
  listen();
})();
