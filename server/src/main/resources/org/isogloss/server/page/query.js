// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** Milliseconds without a keystroke after which what is typed is searched for. */
const PAUSE = 450;

/**
 * The field of the query. It reports a query when the user submits it, and while typing after a
 * pause, but never in the middle of a composition: an input method is then not finished with a word.
 */
export class QueryBox {
  #input;
  #report;
  #timer;
  #composing = false;

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLInputElement} input
   * @param {function(string, boolean)} report receives the query, and whether it was submitted
   */
  constructor(form, input, report) {
    this.#input = input;
    this.#report = report;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#composing) {
        this.#cancel();
        report(this.#text(), true);
      }
    });
    input.addEventListener("compositionstart", () => {
      this.#composing = true;
      this.#cancel();
    });
    input.addEventListener("compositionend", () => {
      this.#composing = false;
      this.#wait();
    });
    input.addEventListener("input", () => this.#wait());
    input.addEventListener("keydown", (event) => {
      // Safari ends a composition before it reports the Enter key that ended it, with code 229.
      if (event.key === "Enter" && (event.isComposing || event.keyCode === 229)) {
        event.preventDefault();
      }
    });
  }

  /** Submits another query than what was typed. */
  submit(query) {
    this.#input.value = query;
    this.#input.form.requestSubmit();
  }

  /** Shows a query, unless the user sees it already or is typing another one. */
  show(query, language) {
    if (!this.#composing && this.#timer === undefined && this.#text() !== query.trim()) {
      this.#input.value = query;
    }
    this.#input.lang = language;
  }

  /** Returns what the user has typed and is not yet reported, and does not report it any more. */
  take() {
    if (this.#timer === undefined) {
      return undefined;
    }
    this.#cancel();
    return this.#text() || undefined;
  }

  focus() {
    this.#input.focus();
    this.#input.select();
  }

  #text() {
    return this.#input.value.trim();
  }

  #wait() {
    this.#cancel();
    if (!this.#composing) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        if (this.#text()) {
          this.#report(this.#text(), false);
        }
      }, PAUSE);
    }
  }

  #cancel() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
