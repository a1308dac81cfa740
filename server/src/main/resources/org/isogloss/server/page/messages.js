// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/**
 * The texts of the page in the language of the user, which files of messages hold. A message may
 * have placeholders, such as {query}, and forms for the plural of its placeholder {count}, under the
 * names of Intl.PluralRules.
 */

/** Languages that have a file of messages. */
export const INTERFACE_LANGUAGES = ["ar", "de", "en", "es", "fr", "ja", "zh"];

/** Where the browser remembers the language that the user has chosen. */
const SETTING = "isogloss.language";

/** The language of the page: the chosen one, else the first of the browser's that has messages. */
export const interfaceLanguage =
  [localStorage.getItem(SETTING), ...navigator.languages]
    .map((tag) => tag?.split("-")[0].toLowerCase())
    .find((code) => INTERFACE_LANGUAGES.includes(code)) ?? "en";

const messages = await load(interfaceLanguage);
const plurals = new Intl.PluralRules(interfaceLanguage);
const numbers = new Intl.NumberFormat(interfaceLanguage);

async function load(language) {
  const response = await fetch(new URL(`messages/${language}.json`, import.meta.url));
  if (!response.ok) {
    throw new Error(`no messages in ${language}: status ${response.status}`);
  }
  return response.json();
}

/** Shows the page in another language from now on. */
export function chooseInterfaceLanguage(code) {
  localStorage.setItem(SETTING, code);
  location.reload();
}

/**
 * Returns a message.
 *
 * @param {string} key
 * @param {Object<string, string|number>} values of its placeholders; numbers are formatted
 */
export const message = (key, values = {}) => messageParts(key, values).join("");

/**
 * Returns a message in parts, in which placeholders can be nodes.
 *
 * @param {string} key
 * @param {Object<string, Node|string|number>} values of its placeholders
 * @returns {Array<Node|string>}
 */
export function messageParts(key, values) {
  const found = messages[key];
  if (found === undefined) {
    throw new Error(`no message ${key}`);
  }
  const form =
    typeof found === "string" ? found : (found[plurals.select(values.count)] ?? found.other);
  return form.split(/\{(\w+)\}/).map((part, i) => {
    const value = i % 2 === 0 ? part : values[part];
    return typeof value === "number" ? numbers.format(value) : value;
  });
}

/** Returns nodes with what separates the elements of a list. */
export function listParts(nodes) {
  const format = new Intl.ListFormat(interfaceLanguage, { type: "unit", style: "short" });
  const positions = nodes.map((_, i) => String(i));
  return format
    .formatToParts(positions)
    .map(({ type, value }) => (type === "element" ? nodes[Number(value)] : value));
}

/**
 * Puts messages into the elements of a document that name them: data-message is the key of the
 * content, data-label that of the accessible name, data-placeholder that of the placeholder.
 */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-message]")) {
    node.textContent = message(node.dataset.message);
  }
  for (const [data, attribute] of [
    ["label", "aria-label"],
    ["placeholder", "placeholder"],
  ]) {
    for (const node of root.querySelectorAll(`[data-${data}]`)) {
      node.setAttribute(attribute, message(node.dataset[data]));
    }
  }
}
