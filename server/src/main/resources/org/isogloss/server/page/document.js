// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { answersIn } from "./answers.js";
import { DocumentText } from "./documenttext.js";
import { element, foreign } from "./dom.js";
import { beginningOf } from "./excerpt.js";
import { directionOf, languageName } from "./languages.js";
import { message } from "./messages.js";
import { addressOf, externalLink, metadataList } from "./metadata.js";
import { versionLinks } from "./versions.js";

/** Shows all passages of a document. */
export class DocumentDialog {
  #dialog;
  #title;
  #content;
  #api;
  #open = "";
  #running = new AbortController();

  /**
   * @param {HTMLDialogElement} dialog
   * @param {import("./api.js").Api} api
   * @param {function()} close is called if the user closes the dialog
   */
  constructor(dialog, api, close) {
    this.#dialog = dialog;
    this.#api = api;
    this.#title = element("h2", { id: "document-title" });
    this.#content = element("div", {
      class: "content",
      tabindex: "0",
      role: "region",
      "aria-label": message("document.text"),
    });
    const onclick = () => dialog.close();
    const button = element("button", { type: "button", onclick }, message("document.close"));
    dialog.replaceChildren(element("header", {}, this.#title, button), this.#content);
    dialog.addEventListener("close", () => {
      if (this.#open) {
        this.#open = "";
        close();
      }
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) {
        dialog.close();
      }
    });
  }

  /**
   * Shows the document of a state, or none.
   *
   * @param {import("./state.js").State} state
   * @param {Object} index
   * @param {Object} [response] the response that is shown: the passages and the other versions of
   *     its hits, and its answers, are known
   */
  async show(state, index, response) {
    if (state.document === this.#open) {
      return;
    }
    this.#open = state.document;
    this.#running.abort();
    this.#running = new AbortController();
    if (!state.document) {
      this.#dialog.close();
      return;
    }
    const { signal } = this.#running;
    const loading = message("document.loading");
    this.#fill(loading, element("p", { class: "quiet", role: "status" }, loading));
    if (!this.#dialog.open) {
      this.#dialog.showModal();
    }
    try {
      const [document, versions] = await Promise.all([
        this.#api.document(state.document, index.name, signal),
        // Without its translations, the document can be read as well.
        this.#api.versions(state.document, index.name, signal).catch(() => []),
      ]);
      signal.throwIfAborted();
      this.#showDocument(document, versions, state, response ?? {});
    } catch (error) {
      if (error.name !== "AbortError") {
        this.#fill(error.title, element("p", { role: "alert" }, error.message));
      }
    }
  }

  #showDocument(document, linked, state, { hits = [], answers = [] }) {
    const versions = linked.length > 0 ? linked : versionsInHits(document.id, hits);
    const sources = answers.flatMap((answer) => answer.sources);
    const found = [...hits, ...sources].find(({ id }) => id === document.id)?.passage;
    const text = new DocumentText(document, found, (passage) =>
      answersIn(answers, document.id, passage),
    );
    this.#fill(
      title(document),
      element(
        "p",
        { class: "facts" },
        element("span", { class: "language" }, languageName(document.language)),
      ),
      ...(versions.length > 0 ? [versionLinks(versions, state)] : []),
      ...text.contents(),
      ...text.passages(),
      metadataList(document.metadata),
      details(document),
    );
    this.#content.dir = directionOf(document.language);
    text.showFound();
  }

  #fill(title, ...content) {
    this.#title.replaceChildren(title);
    this.#content.replaceChildren(...content);
    this.#content.scrollTop = 0;
    this.#content.removeAttribute("dir");
  }
}

/** The title, as a link if the document has an address. */
function title({ language, title: given, passages, metadata }) {
  const text = given || beginningOf(passages[0]?.text ?? "");
  const address = addressOf(metadata);
  const shown = foreign("span", language, {}, text);
  return address ? externalLink(address, {}, shown) : shown;
}

/** What only programs and administrators need. */
const details = ({ id, passages }) =>
  element(
    "details",
    { class: "document-details" },
    element("summary", {}, message("document.details")),
    element(
      "p",
      { class: "facts" },
      element("bdi", { class: "id", translate: "no" }, id),
      element("span", {}, message("count.passages", { count: passages.length })),
    ),
  );

/** Returns the other versions of a document, if a hit knows them. */
function versionsInHits(id, hits) {
  const groups = hits.map((hit) => [hit, ...(hit.versions ?? [])]);
  const group = groups.find((versions) => versions.some((version) => version.id === id)) ?? [];
  return group.filter((version) => version.id !== id);
}
