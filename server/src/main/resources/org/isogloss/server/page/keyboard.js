// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** Where the browser remembers that the user has turned off shortcuts of one character. */
const SETTING = "isogloss.shortcuts";

/** What the keys of hits go through. */
const RESULT = ".answer, .hit";

const TITLE = ":is(.answer, .hit) .title";

/**
 * Shortcuts of the keyboard. Those of one character can be turned off, since they get in the way of
 * speech input.
 *
 * @param {Object} actions
 * @param {function()} actions.focusQuery
 * @param {function(string)} actions.toggleWhy opens or closes the explanation of the hit of an id
 */
export function installShortcuts({ focusQuery, toggleWhy }) {
  const enabled = installHelp();
  document.addEventListener("keydown", (event) => {
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    ) {
      return;
    }
    if (document.querySelector("dialog[open]")) {
      return;
    }
    const { target, key } = event;
    const hit = target.closest(".hit");
    const typing = target.matches("input:not([type=checkbox]), select, textarea");
    const single = key.length === 1 && !typing && enabled();
    const result = target.closest(RESULT);
    const atTitle = target.matches(TITLE);
    const action = {
      "/": single && focusQuery,
      "?": single && showHelp,
      w: single && hit && (() => toggleWhy(hit.dataset.id)),
      j: single && (() => focusResult(result, 1, focusQuery)),
      k: single && (() => focusResult(result, -1, focusQuery)),
      ArrowDown: (atTitle || target.id === "query") && (() => focusResult(result, 1, focusQuery)),
      ArrowUp: atTitle && (() => focusResult(result, -1, focusQuery)),
      Escape:
        target.closest(".hit [aria-expanded=true], .why") && (() => toggleWhy(hit.dataset.id)),
    }[key];
    if (action) {
      event.preventDefault();
      action();
    }
  });
}

/** Focuses the answer or hit after or before another one; the query is before the first one. */
function focusResult(result, step, focusQuery) {
  const titles = [...document.querySelectorAll(TITLE)];
  const current = result ? titles.indexOf(result.querySelector(".title")) : -1;
  const next = current + step;
  if (next >= 0) {
    titles[Math.min(next, titles.length - 1)]?.focus();
  } else if (current === 0) {
    focusQuery();
  }
}

const showHelp = () => document.getElementById("help").showModal();

/** Returns a function that tells whether shortcuts of one character are on. */
function installHelp() {
  const help = document.getElementById("help");
  const setting = document.getElementById("shortcuts");
  setting.checked = localStorage.getItem(SETTING) !== "off";
  setting.addEventListener("change", () =>
    localStorage.setItem(SETTING, setting.checked ? "on" : "off"),
  );
  document.getElementById("open-help").addEventListener("click", showHelp);
  document.getElementById("close-help").addEventListener("click", () => help.close());
  return () => setting.checked;
}
