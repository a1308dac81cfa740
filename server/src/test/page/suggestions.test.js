// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findIndexes, launch, open } from "./support.js";

let browser;
let library;
before(async () => {
  browser = await launch();
  ({ library } = await findIndexes());
});
after(() => browser.close());

/** Opens the page and types a query, of which the server completes the last word. */
async function type(t, query) {
  const page = await open(t, browser, { index: library.name });
  await page.locator("#query").pressSequentially(query);
  await page.locator("#suggestions [role=option]").first().waitFor();
  return page;
}

const state = (page) =>
  page.evaluate(() => {
    const query = document.getElementById("query");
    return {
      focused: document.activeElement.id,
      expanded: query.ariaExpanded,
      active: query.getAttribute("aria-activedescendant"),
      selected: [...document.querySelectorAll("#suggestions [aria-selected=true]")].map(
        ({ id }) => id,
      ),
    };
  });

test("arrows choose a suggestion while the focus stays in the query", async (t) => {
  const page = await type(t, "pum");
  assert.deepEqual(await state(page), {
    focused: "query",
    expanded: "true",
    active: null,
    selected: [],
  });
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await state(page), {
    focused: "query",
    expanded: "true",
    active: "suggestion-0",
    selected: ["suggestion-0"],
  });
  await page.keyboard.press("ArrowUp");
  assert.equal((await state(page)).active, null);
});

test("Enter searches for the chosen suggestion", async (t) => {
  const page = await type(t, "pum");
  await page.keyboard.press("ArrowDown");
  const text = await page.locator("#suggestion-0 .suggestion").textContent();
  await page.keyboard.press("Enter");
  await page.locator(".hit").first().waitFor();
  assert.equal(await page.locator("#query").inputValue(), text);
  assert.equal((await state(page)).expanded, "false");
});

test("Escape closes the list and keeps the query", async (t) => {
  const page = await type(t, "pum");
  await page.keyboard.press("Escape");
  assert.equal((await state(page)).expanded, "false");
  assert.equal(await page.locator("#query").inputValue(), "pum");
});

test("a click searches for a suggestion", async (t) => {
  const page = await type(t, "pum");
  const text = await page.locator("#suggestion-0 .suggestion").textContent();
  await page.locator("#suggestion-0").click();
  await page.locator(".hit").first().waitFor();
  assert.equal(await page.locator("#query").inputValue(), text);
});
