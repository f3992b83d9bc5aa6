// The search: looks for what is typed in names.js, which lists all names. It works on files, too:
// nothing is fetched.
"use strict";

const root = document.currentScript.dataset.root;
const shownMax = 50;

/** How well a name fits: the less the better; -1 if it does not. */
function rank(name, words) {
  const lower = name.toLowerCase();
  if (!words.every((word) => lower.includes(word))) return -1;
  if (lower === words[0]) return 0;
  return lower.startsWith(words[0]) ? 1 : 2;
}

function show(list, text) {
  list.replaceChildren();
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return;
  const found = [];
  for (const row of names) {
    const fit = rank(row[0], words);
    if (fit >= 0) found.push([fit, row]);
  }
  found.sort(([fit, row], [otherFit, otherRow]) =>
    fit - otherFit || row[0].length - otherRow[0].length);
  for (const [, [name, kind, library, address, use, text]] of found.slice(0, shownMax)) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + address;
    link.textContent = use ?? name;
    const more = document.createElement("p");
    more.textContent = `${name}, ${kind} of ${library}. ${text}`;
    item.append(link, more);
    list.append(item);
  }
  if (found.length === 0) {
    const item = document.createElement("li");
    item.textContent = "No name has this in it.";
    list.append(item);
  }
}

const input = document.getElementById("search");
input.disabled = false;
input.addEventListener("input", () => show(document.getElementById("found"), input.value));
