// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import { element, foreign } from "./dom.js";

/** The field with the address of a document, to which its title links. */
export const ADDRESS_FIELD = "url";

/**
 * Lists the fields of a document, without its address.
 *
 * @param {Object<string, *>} metadata values or lists of values by field
 * @param {number} max maximum number of fields
 */
export function metadataList(metadata, max = Infinity) {
  return element(
    "dl",
    { class: "metadata" },
    ...Object.entries(metadata)
      .filter(([field, value]) => !(field === ADDRESS_FIELD && isAddress(value)))
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

/** Whether the title shows all that a value of the field with the address has. */
const isAddress = (value) => [value].flat().length === 1 && webAddress([value].flat()[0]);

/**
 * Returns the address of a document in the web, if it has one that is safe to open.
 *
 * @param {Object<string, *>} metadata
 * @returns {URL | undefined}
 */
export function addressOf(metadata) {
  const value = Object.hasOwn(metadata, ADDRESS_FIELD) ? [metadata[ADDRESS_FIELD]].flat()[0] : undefined;
  return webAddress(value);
}

/** Returns an address of http or https; undefined if a value is none: others can run scripts. */
function webAddress(value) {
  if (typeof value !== "string" || !URL.canParse(value)) {
    return undefined;
  }
  const address = new URL(value);
  return ["http:", "https:"].includes(address.protocol) ? address : undefined;
}

/** A link to another site, which learns nothing of this page. */
export const externalLink = (address, properties, ...children) =>
  element(
    "a",
    { href: address.href, rel: "noopener noreferrer", target: "_blank", ...properties },
    ...children,
  );

const separated = (nodes) => nodes.flatMap((node, i) => (i === 0 ? [node] : [", ", node]));

function fieldValue(value) {
  const text = String(value);
  const address = webAddress(value);
  return address
    ? externalLink(address, { dir: "ltr" }, text)
    : foreign("bdi", "", {}, text);
}
