// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign } from "./dom.js";
import { mark } from "./marks.js";
import { message } from "./messages.js";
import { headingsOf } from "./outline.js";

/** Minimum number of headings for which contents are worth their space. */
const MIN_HEADINGS = 2;

/** The passages of a document, with its headings as contents. */
export class DocumentText {
  #passages;
  #headings = [];

  /**
   * @param {Object} document a document of the API
   * @param {number} [found] number of the passage that the search found
   * @param {function(number): import("./marks.js").Range[]} marksOf returns what is marked in a passage
   */
  constructor(document, found, marksOf) {
    const several = document.passages.length > 1;
    this.#passages = document.passages.map(({ passage, text }, i) =>
      foreign(
        "div",
        document.language,
        { class: several && passage === found ? "passage found" : "passage" },
        ...this.#blocks(text, i === document.passages.length - 1, marksOf(passage)),
      ),
    );
  }

  /** Returns the contents, none for a text with too few headings. */
  contents() {
    if (this.#headings.length < MIN_HEADINGS) {
      return [];
    }
    const entries = this.#headings.map((heading) => {
      const onclick = () => {
        heading.focus({ preventScroll: true });
        heading.scrollIntoView({ block: "start" });
      };
      return element(
        "li",
        {},
        element(
          "button",
          { type: "button", class: "plain", onclick },
          element("bdi", {}, heading.textContent),
        ),
      );
    });
    return [
      element(
        "nav",
        { class: "contents", "aria-label": message("document.contents") },
        element(
          "details",
          { open: true },
          element("summary", {}, message("document.contents")),
          element("ol", {}, ...entries),
        ),
      ),
    ];
  }

  passages() {
    return this.#passages;
  }

  /** Scrolls to the passage that the search found, if it is not the first one. */
  showFound() {
    const found = this.#passages.findIndex((passage) => passage.classList.contains("found"));
    if (found > 0) {
      this.#passages[found].scrollIntoView({ block: "nearest" });
    }
  }

  /** Returns the headings of a passage, and what is between them as paragraphs. */
  #blocks(text, isLast, marks) {
    const blocks = [];
    const add = (start, end) => {
      const content = text.slice(start, end).trim();
      if (content) {
        const begin = text.indexOf(content, start);
        const part = { start: begin, end: begin + content.length };
        const marked = (piece) => element("mark", {}, piece);
        blocks.push(element("p", {}, ...mark(text, marks, marked, part)));
      }
    };
    let end = 0;
    for (const heading of headingsOf(text, isLast)) {
      add(end, heading.start);
      const created = element("h3", { tabindex: "-1" }, heading.text);
      this.#headings.push(created);
      blocks.push(created);
      end = heading.end;
    }
    add(end, text.length);
    return blocks;
  }
}
