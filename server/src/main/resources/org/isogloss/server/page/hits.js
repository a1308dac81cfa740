// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign } from "./dom.js";
import { beginningOf } from "./excerpt.js";
import { explanationPanel } from "./explanation.js";
import { directionOf, languageName } from "./languages.js";
import {
  collapse,
  highlightsInText,
  inCollapsed,
  inSnippet,
  mark,
  toRanges,
} from "./marks.js";
import { message } from "./messages.js";
import { addressOf, externalLink, metadataList } from "./metadata.js";
import { probabilityMeter } from "./probability.js";
import { format } from "./state.js";
import { versionLinks } from "./versions.js";

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
  /** The words of the whole text that match words of the query by their meaning. */
  #words = [];
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
      message("hit.passage"),
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
      message("hit.why"),
    );
    this.#panel = element("section", {
      id: `${id}-why`,
      class: "why",
      "aria-label": message("hit.whyOf", { rank: hit.rank }),
      hidden: true,
    });
    const address = addressOf(hit.metadata);
    const documentLink = format({ ...state, document: hit.id });
    this.element = element(
      "li",
      { class: "hit", id, "data-id": hit.id, dir: directionOf(hit.language) },
      element(
        "article",
        { "aria-labelledby": `${id}-title` },
        ...title(hit, address, documentLink, `${id}-title`),
        facts(hit),
        this.#passage,
        metadataList(hit.metadata, FIELDS_OF_HIT),
        ...(hit.versions?.length > 0 ? [versionLinks(hit.versions, state)] : []),
        element(
          "div",
          { class: "actions" },
          ...(address ? [element("a", { href: documentLink }, message("hit.document"))] : []),
          this.#passageButton,
          this.#whyButton,
        ),
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
    this.#panel.replaceChildren(
      element("p", { class: "quiet", role: "status" }, message("hit.explaining")),
    );
    try {
      this.#panel.replaceChildren(...explanationPanel(await this.#explain(this.#hit)));
    } catch (error) {
      this.#failed = true;
      if (error.name !== "AbortError") {
        const text = message("hit.unexplained", { reason: error.message });
        this.#panel.replaceChildren(element("p", { class: "field-error", role: "alert" }, text));
      }
    }
  }

  /**
   * Marks the words that match words of the query by their meaning.
   *
   * @param {Object[]} matches as the API explains them
   */
  markWords(matches) {
    const inText = matches.filter(({ field }) => field !== "title");
    const inTitle = matches.filter(({ field }) => field === "title");
    this.#words = inCollapsed(this.#hit.text, inText);
    this.#showPassage(this.#passageButton.ariaExpanded === "true");
    if (this.#hit.title) {
      const title = this.element.querySelector(".title span");
      title.replaceChildren(...mark(this.#hit.title, inTitle, markedWord));
    }
  }

  /** Focuses the button that explains the hit. */
  focusWhy() {
    this.#whyButton.focus();
  }

  #showPassage(whole) {
    const { snippet, highlights } = this.#hit;
    const [text, ranges] = whole
      ? [this.#wholeText, [...highlightsInText(this.#wholeText, this.#hit), ...this.#words]]
      : [snippet, [...toRanges(highlights), ...inSnippet(this.#wholeText, snippet, this.#words)]];
    this.#passage.replaceChildren(...mark(text, ranges, markedWord));
    this.#passage.classList.toggle("whole", whole);
    this.#passageButton.ariaExpanded = String(whole);
  }
}

/** A marked word; one that matches by its meaning only names the word of the query. */
function markedWord(piece, covering) {
  const words = covering.map(({ query_word: word }) => word);
  return words.every(Boolean)
    ? element("mark", { class: "meaning", title: [...new Set(words)].join(" · ") }, piece)
    : element("mark", {}, piece);
}

/** The title, which links to the address of the document if it has one, otherwise opens its text. */
function title(hit, address, documentLink, id) {
  const text = foreign("span", hit.language, { id }, hit.title || beginningOf(hit.text));
  const properties = { class: hit.title ? "title" : "title untitled" };
  return address
    ? [
        element("h3", {}, externalLink(address, properties, text)),
        element("p", { class: "host" }, element("bdi", { translate: "no" }, address.host)),
      ]
    : [element("h3", {}, element("a", { href: documentLink, ...properties }, text))];
}

/** A word about the hit, and what it means. */
const remark = (name, text, meaning) => element("span", { class: name, title: meaning }, text);

/** Language, probability, whether a rule or a preference decided, and the page of a file with pages. */
const facts = (hit) =>
  element(
    "p",
    { class: "facts" },
    element("span", { class: "language" }, languageName(hit.language)),
    ...(hit.probability === undefined
      ? []
      : [
          probabilityMeter(
            hit.probability,
            message("hit.probability"),
            message("hit.probabilityMeaning"),
          ),
        ]),
    ...(hit.pinned
      ? [remark("pinned-hit", message("hit.pinned"), message("hit.pinnedMeaning"))]
      : []),
    ...(hit.preferred
      ? [remark("preferred-hit", message("hit.preferred"), message("hit.preferredMeaning"))]
      : []),
    ...(hit.page
      ? [element("span", { class: "page" }, message("hit.page", { page: hit.page }))]
      : []),
  );
