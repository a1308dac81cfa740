// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { answersIn } from "./answers.js";
import { element, foreign, formatAmount } from "./dom.js";
import { versionLinks } from "./hits.js";
import { languageName } from "./languages.js";
import { mark } from "./marks.js";
import { metadataList } from "./metadata.js";

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
      "aria-label": "Document",
    });
    const onclick = () => dialog.close();
    dialog.replaceChildren(
      element("header", {}, this.#title, element("button", { type: "button", onclick }, "Close")),
      this.#content,
    );
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
    this.#fill(state.document, element("p", { class: "quiet", role: "status" }, "Loading…"));
    if (!this.#dialog.open) {
      this.#dialog.showModal();
    }
    try {
      const document = await this.#api.document(state.document, index.name, signal);
      this.#showDocument(document, state, response?.hits ?? [], response?.answers ?? []);
    } catch (error) {
      if (error.name !== "AbortError") {
        this.#fill(
          state.document,
          element("p", { role: "alert" }, `${error.title}: ${error.message}`),
        );
      }
    }
  }

  #showDocument(document, state, hits, answers) {
    const versions = otherVersions(document.id, hits);
    const sources = answers.flatMap((answer) => answer.sources);
    const found = [...hits, ...sources].find(({ id }) => id === document.id)?.passage;
    const several = document.passages.length > 1;
    this.#fill(
      foreign("span", document.title ? document.language : "", {}, document.title || document.id),
      element(
        "p",
        { class: "facts" },
        element("span", { class: "language" }, languageName(document.language)),
        ...(document.title ? [element("bdi", { class: "id", translate: "no" }, document.id)] : []),
        element("span", {}, formatAmount(document.passages.length, "passage")),
      ),
      metadataList(document.metadata),
      ...(versions.length > 0 ? [versionLinks(versions, state)] : []),
      ...document.passages.map(({ passage, text }) =>
        foreign(
          "p",
          document.language,
          { class: several && passage === found ? "passage found" : "passage" },
          ...mark(text, answersIn(answers, document.id, passage), (piece) =>
            element("mark", {}, piece),
          ),
        ),
      ),
    );
    this.#content.querySelector(".found")?.scrollIntoView({ block: "nearest" });
  }

  #fill(title, ...content) {
    this.#title.replaceChildren(title);
    this.#content.replaceChildren(...content);
    this.#content.scrollTop = 0;
  }
}

/** Returns the other versions of a document, if a hit knows them. */
function otherVersions(id, hits) {
  const groups = hits.map((hit) => [hit, ...(hit.versions ?? [])]);
  const group = groups.find((versions) => versions.some((version) => version.id === id)) ?? [];
  return group.filter((version) => version.id !== id);
}
