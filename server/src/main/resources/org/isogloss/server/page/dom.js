// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** Creation of elements. Text enters the page only as text nodes, never as markup. */

/**
 * Creates an element.
 *
 * @param {string} tag
 * @param {Object} properties attributes; a function becomes a listener ("onclick"), true an empty
 *     attribute; null, undefined and false are left out
 * @param {...(Node|string)} children
 */
export function element(tag, properties = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") {
      created.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      created.setAttribute(name, value === true ? "" : value);
    }
  }
  created.append(...children);
  return created;
}

/**
 * Creates an element for text of a document or a user, in its own language and direction.
 *
 * @param {string} tag
 * @param {string} language a language code; "und" if it is not known
 * @param {Object} properties as of element
 * @param {...(Node|string)} children
 */
export function foreign(tag, language, properties = {}, ...children) {
  const lang = !language || language === "und" ? "" : language;
  return element(tag, { dir: "auto", lang, ...properties }, ...children);
}

/**
 * Replaces the content of a container. The focus stays on the control with the same data-key.
 *
 * @param {Element} container
 * @param {...(Node|string)} children
 */
export function replaceContent(container, ...children) {
  const active = document.activeElement;
  const key = container.contains(active) ? active.dataset.key : undefined;
  container.replaceChildren(...children);
  if (key !== undefined) {
    container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }
}

/**
 * Sets the options of a select element.
 *
 * @param {HTMLSelectElement} select
 * @param {Array<{label: string, options: Array<[string, string]>}>} groups values with their labels;
 *     a group without a label has no heading
 */
export function setOptions(select, groups) {
  select.replaceChildren(
    ...groups.flatMap(({ label, options }) => {
      const created = options.map(([value, text]) => element("option", { value }, text));
      return label ? [element("optgroup", { label }, ...created)] : created;
    }),
  );
}

/**
 * Follows links to other states of the page without loading it again. They are real links, which
 * also open in a new tab.
 *
 * @param {function(string): void} follow receives the query string of the link
 */
export function followLinks(follow) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="?"]');
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
      event.preventDefault();
      follow(link.getAttribute("href"));
    }
  });
}
