// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign } from "./dom.js";

/**
 * Lists the fields of a document.
 *
 * @param {Object<string, *>} metadata values or lists of values by field
 * @param {number} max maximum number of fields
 */
export function metadataList(metadata, max = Infinity) {
  return element(
    "dl",
    { class: "metadata" },
    ...Object.entries(metadata)
      .slice(0, max)
      .map(([field, value]) =>
        element(
          "div",
          {},
          element("dt", {}, element("bdi", {}, field)),
          element("dd", {}, ...separated([value].flat().map(fieldValue))),
        ),
      ),
  );
}

const separated = (nodes) => nodes.flatMap((node, i) => (i === 0 ? [node] : [", ", node]));

function fieldValue(value) {
  const text = String(value);
  return /^https?:\/\//.test(text) && URL.canParse(text)
    ? element("a", { href: text, rel: "noopener noreferrer", target: "_blank", dir: "ltr" }, text)
    : foreign("bdi", "", {}, text);
}
