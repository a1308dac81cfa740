// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element } from "./dom.js";
import { languageName } from "./languages.js";
import { listParts, messageParts } from "./messages.js";
import { format } from "./state.js";

/**
 * Links to documents that have the same text, or the same answer, in other languages.
 *
 * @param {Array<{id: string, language: string, title: string}>} documents
 * @param {import("./state.js").State} state
 * @param {number} more number of documents that are not linked
 */
export const versionLinks = (documents, state, more = 0) =>
  element(
    "p",
    { class: "versions" },
    element(
      "bdi",
      {},
      ...messageParts(more > 0 ? "answers.alsoIn" : "hit.alsoIn", {
        languages: links(documents, state),
        count: more,
      }),
    ),
  );

const links = (documents, state) =>
  element(
    "span",
    {},
    ...listParts(
      documents.map(({ id, language, title }) =>
        element(
          "a",
          { href: format({ ...state, document: id }), title: title || id },
          languageName(language),
        ),
      ),
    ),
  );
