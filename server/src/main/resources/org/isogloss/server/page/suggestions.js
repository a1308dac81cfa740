// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign } from "./dom.js";
import { languageName } from "./languages.js";

/** Milliseconds without a keystroke after which completions are asked for. */
const PAUSE = 120;

/** Number of suggestions. */
const TOP = 8;

/**
 * The list of completions below the query: a combobox whose list suggests. Arrows choose, Enter
 * takes, Escape closes; the focus stays in the field.
 */
export class Suggestions {
  #input;
  #list;
  #complete;
  #take;
  #timer;
  #running = new AbortController();
  #completions = [];
  /** The position of the chosen completion; -1 if none is chosen. */
  #chosen = -1;

  /**
   * @param {HTMLInputElement} input
   * @param {HTMLUListElement} list
   * @param {function(string, number, AbortSignal): Promise<Array<{text: string, language: string,
   *     kind: string}>>} complete returns completions of a query, up to a number
   * @param {function(string)} take receives the completion that the user takes
   */
  constructor(input, list, complete, take) {
    this.#input = input;
    this.#list = list;
    this.#complete = complete;
    this.#take = take;
    input.addEventListener("input", (event) => {
      this.close();
      if (!event.isComposing) {
        this.#wait();
      }
    });
    input.addEventListener("compositionend", () => this.#wait());
    input.addEventListener("keydown", (event) => this.#press(event));
    input.addEventListener("blur", () => this.close());
    input.form.addEventListener("submit", () => this.close());
    // A click must not take the focus from the field, which would close the list before.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", ({ target }) => {
      const option = target.closest("[role=option]");
      if (option) {
        this.#takeAt(Number(option.dataset.position));
      }
    });
  }

  /** Closes the list, and drops completions that are awaited. */
  close() {
    clearTimeout(this.#timer);
    this.#running.abort();
    this.#show([]);
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE);
  }

  async #ask() {
    const query = this.#input.value;
    if (!query.trim()) {
      return;
    }
    this.#running = new AbortController();
    const { signal } = this.#running;
    // Without completions, the page works as before.
    const completions = await this.#complete(query, TOP, signal).catch(() => []);
    if (!signal.aborted && document.activeElement === this.#input) {
      this.#show(completions);
    }
  }

  #show(completions) {
    this.#completions = completions;
    this.#list.replaceChildren(
      ...completions.map(({ text, language }, i) =>
        element(
          "li",
          { id: `suggestion-${i}`, role: "option", "aria-selected": "false", "data-position": i },
          foreign("span", language, { class: "suggestion" }, text),
          element("span", { class: "count" }, languageName(language)),
        ),
      ),
    );
    const open = completions.length > 0;
    this.#list.hidden = !open;
    this.#input.setAttribute("aria-expanded", String(open));
    this.#choose(-1);
  }

  #choose(position) {
    this.#chosen = position;
    [...this.#list.children].forEach((option, i) =>
      option.setAttribute("aria-selected", String(i === position)),
    );
    if (position < 0) {
      this.#input.removeAttribute("aria-activedescendant");
    } else {
      this.#input.setAttribute("aria-activedescendant", `suggestion-${position}`);
      this.#list.children[position].scrollIntoView?.({ block: "nearest" });
    }
  }

  #press(event) {
    if (this.#list.hidden || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const count = this.#completions.length;
    const action = {
      // After the last one follows none, which is the query as it was typed.
      ArrowDown: () => this.#choose(this.#chosen + 1 === count ? -1 : this.#chosen + 1),
      ArrowUp: () => this.#choose(this.#chosen < 0 ? count - 1 : this.#chosen - 1),
      Enter: this.#chosen >= 0 && (() => this.#takeAt(this.#chosen)),
      Escape: () => this.close(),
    }[event.key];
    if (action) {
      event.preventDefault();
      action();
    }
  }

  #takeAt(position) {
    const { text } = this.#completions[position];
    this.close();
    this.#take(text);
  }
}
