// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign, formatPercent } from "./dom.js";
import { explanationPanel } from "./explanation.js";
import { languageName } from "./languages.js";
import { collapse, highlightsInText, mark, toRanges } from "./marks.js";
import { metadataList } from "./metadata.js";
import { format } from "./state.js";

/** Number of fields that a hit shows; the document shows all. */
const FIELDS_OF_HIT = 6;

/** Shows a hit, with its whole passage and its explanation on demand. */
export class HitView {
  #hit;
  #explain;
  #passage;
  #passageButton;
  #whyButton;
  #panel;
  #wholeText;
  #failed = false;

  /**
   * @param {Object} hit a hit of the API
   * @param {import("./state.js").State} state the state whose search found it
   * @param {Object} actions
   * @param {function(Object): Promise<Object>} actions.explain returns the hit with its explanation
   * @param {function(string)} actions.toggleWhy opens or closes the explanation of an id
   */
  constructor(hit, state, { explain, toggleWhy }) {
    this.#hit = hit;
    this.#explain = explain;
    const id = `hit-${hit.rank}`;
    this.#passage = foreign("p", hit.language, { class: "snippet" });
    this.#wholeText = collapse(hit.text);
    this.#passageButton = element(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-expanded": "false",
        hidden: collapse(hit.snippet) === this.#wholeText,
        onclick: () => this.#showPassage(this.#passageButton.ariaExpanded !== "true"),
      },
      "Whole passage",
    );
    this.#whyButton = element(
      "button",
      {
        type: "button",
        class: "plain why-button",
        "aria-expanded": "false",
        "aria-controls": `${id}-why`,
        onclick: () => toggleWhy(hit.id),
      },
      "Why this hit",
    );
    this.#panel = element("section", {
      id: `${id}-why`,
      class: "why",
      "aria-label": `Why hit ${hit.rank} was found`,
      hidden: true,
    });
    this.element = element(
      "li",
      { class: "hit", id, "data-id": hit.id },
      element(
        "article",
        { "aria-labelledby": `${id}-title` },
        title(hit, state, `${id}-title`),
        facts(hit),
        this.#passage,
        metadataList(hit.metadata, FIELDS_OF_HIT),
        ...(hit.versions?.length > 0 ? [versionLinks(hit.versions, state)] : []),
        element("div", { class: "actions" }, this.#passageButton, this.#whyButton),
        this.#panel,
      ),
    );
    this.#showPassage(false);
  }

  get id() {
    return this.#hit.id;
  }

  /**
   * Shows or hides why the hit was found.
   *
   * @param {boolean} shown
   */
  async showWhy(shown) {
    if (shown === !this.#panel.hidden) {
      return;
    }
    this.#panel.hidden = !shown;
    this.#whyButton.ariaExpanded = String(shown);
    if (this.#failed) {
      this.#panel.replaceChildren();
    }
    if (!shown || this.#panel.hasChildNodes()) {
      return;
    }
    this.#failed = false;
    this.#panel.replaceChildren(element("p", { class: "quiet", role: "status" }, "Explaining…"));
    try {
      this.#panel.replaceChildren(...explanationPanel(await this.#explain(this.#hit)));
    } catch (error) {
      this.#failed = true;
      if (error.name !== "AbortError") {
        const text = `No explanation: ${error.message} Close and open it to try again.`;
        this.#panel.replaceChildren(element("p", { class: "field-error", role: "alert" }, text));
      }
    }
  }

  /** Focuses the button that explains the hit. */
  focusWhy() {
    this.#whyButton.focus();
  }

  #showPassage(whole) {
    const [text, ranges] = whole
      ? [this.#wholeText, highlightsInText(this.#wholeText, this.#hit)]
      : [this.#hit.snippet, toRanges(this.#hit.highlights)];
    this.#passage.replaceChildren(...mark(text, ranges, (piece) => element("mark", {}, piece)));
    this.#passage.classList.toggle("whole", whole);
    this.#passageButton.ariaExpanded = String(whole);
  }
}

function title(hit, state, id) {
  const href = format({ ...state, document: hit.id });
  const text = hit.title || hit.id;
  return element(
    "h3",
    {},
    element(
      "a",
      { href, class: hit.title ? "title" : "title untitled" },
      foreign("span", hit.title ? hit.language : "", { id }, text),
    ),
  );
}

/** Language, probability, id (unless it is the title), page and passage. */
function facts(hit) {
  return element(
    "p",
    { class: "facts" },
    element("span", { class: "language" }, languageName(hit.language)),
    ...(hit.probability === undefined ? [] : [probability(hit.probability)]),
    ...(hit.preferred
      ? [
          element(
            "span",
            { class: "preferred-hit", title: "Your preference put it above an answer that is at least as probable" },
            "preferred language",
          ),
        ]
      : []),
    ...(hit.title ? [element("bdi", { class: "id", translate: "no" }, hit.id)] : []),
    ...(hit.page ? [element("span", {}, `page ${hit.page}`)] : []),
    ...(hit.passage > 0 ? [element("span", {}, `passage ${hit.passage + 1}`)] : []),
  );
}

function probability(value) {
  const percent = formatPercent(value);
  return element(
    "span",
    { class: "probability", title: "Probability that the passage answers the query" },
    element("meter", { min: 0, max: 1, value, "aria-label": "Probability" }, percent),
    percent,
  );
}

/**
 * Links to other versions of a text.
 *
 * @param {Array<{id: string, language: string, title: string}>} versions
 * @param {import("./state.js").State} state
 */
export function versionLinks(versions, state) {
  return element(
    "p",
    { class: "versions" },
    "Also in ",
    ...versions.flatMap(({ id, language, title }, i) => [
      i === 0 ? "" : ", ",
      element(
        "a",
        { href: format({ ...state, document: id }), title: title || id },
        languageName(language),
      ),
    ]),
  );
}
