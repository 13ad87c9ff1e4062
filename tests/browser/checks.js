/* What a page owes to everybody, asked of the page as it is drawn. Gives a list of complaints. */
() => {
  const wrong = [];
  const seen = (node) => { const box = node.getBoundingClientRect(); return box.width > 1 && box.height > 1 && getComputedStyle(node).visibility !== "hidden" && !node.closest("[hidden]"); };
  const show = (node) => node.outerHTML.slice(0, 110);
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);

  if (!document.documentElement.lang) wrong.push("no language");
  if (!document.title.trim()) wrong.push("no title");
  if (document.querySelectorAll("main").length !== 1) wrong.push("not one main part");
  if (document.querySelectorAll("h1").length !== 1) wrong.push("not one first heading");
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  ids.filter((id, at) => ids.indexOf(id) !== at).forEach((id) => wrong.push("id twice: " + id));

  let level = 0;
  document.querySelectorAll("h1,h2,h3,h4").forEach((node) => {
    const here = Number(node.tagName[1]);
    if (here > level + 1) wrong.push("heading skips a level: " + show(node));
    level = here;
  });

  all("input:not([type=hidden]),select,textarea").forEach((node) => {
    const label = (node.labels && node.labels.length) || node.getAttribute("aria-label") || node.getAttribute("aria-labelledby");
    if (!label) wrong.push("field without a label: " + show(node));
  });
  document.querySelectorAll("[aria-describedby],[aria-labelledby]").forEach((node) => {
    const named = (node.getAttribute("aria-describedby") || "") + " " + (node.getAttribute("aria-labelledby") || "");
    named.trim().split(/\s+/).forEach((id) => { if (id && !document.getElementById(id)) wrong.push("points nowhere: " + id); });
  });
  all("a,button,summary").forEach((node) => {
    const name = (node.getAttribute("aria-label") || node.textContent).trim();
    if (!name) wrong.push("nothing says what this does: " + show(node));
  });
  all("nav").forEach((node) => { if (!node.getAttribute("aria-label") && !node.getAttribute("aria-labelledby")) wrong.push("navigation without a name: " + show(node)); });
  document.querySelectorAll("img").forEach((node) => { if (!node.hasAttribute("alt")) wrong.push("picture without a text: " + show(node)); });
  document.querySelectorAll("table").forEach((node) => { if (node.querySelector("thead") && !node.querySelector("th[scope]")) wrong.push("table heads without scope"); });

  // Tap targets: buttons and fields 44 px; links that stand alone at least 24 px.
  const touch = matchMedia("(pointer: coarse)").matches;
  all(".button,select,input:not([type=hidden]):not([type=checkbox]):not([type=radio]),summary").forEach((node) => {
    if (node.getBoundingClientRect().height < 43.5) wrong.push("too low to tap: " + show(node));
  });
  all(".go a,.tabs a,.crumbs a,.page-head a,td a").forEach((node) => {
    if (node.getBoundingClientRect().height < (touch ? 23.5 : 19)) wrong.push("link too low: " + show(node));
  });

  // On a phone a figure stands on the line of its label.
  all(".list td[data-label] > a.figure").forEach((node) => {
    const text = document.createRange();
    text.selectNodeContents(node.lastChild);
    const middle = (box) => box.top + box.height / 2;
    if (Math.abs(middle(text.getBoundingClientRect()) - middle(node.parentElement.getBoundingClientRect())) > 4) wrong.push("figure not on its label's line: " + show(node));
  });

  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) wrong.push("wider than the window by " + (page.scrollWidth - page.clientWidth));

  // Contrast of text against what is drawn behind it.
  const parse = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => { const f = (v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const behind = (node) => { for (let at = node; at; at = at.parentElement) { const colour = parse(getComputedStyle(at).backgroundColor); if (colour.length === 3 || colour[3] > 0) return colour; } return [255, 255, 255]; };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const told = new Set();
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !seen(node) || node.closest("script,style,option,[disabled]")) continue;
    const [low, high] = [light(parse(getComputedStyle(node).color)), light(behind(node))].sort((a, b) => a - b);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5 && !told.has(node.className)) { told.add(node.className); wrong.push("contrast " + ratio.toFixed(2) + ": " + show(node)); }
  }
  return wrong;
}
