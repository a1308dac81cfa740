// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findIndexes, launch, openHits } from "./support.js";

let browser;
let library;
before(async () => {
  browser = await launch();
  ({ library } = await findIndexes());
});
after(() => browser.close());

const openSoup = (t) => openHits(t, browser, { q: "pumpkin soup", index: library.name });

/** Returns the id of the focused element, or of the hit that it belongs to. */
const focused = (page) =>
  page.evaluate(() => document.activeElement.closest(".hit")?.id ?? document.activeElement.id);

const press = async (page, ...keys) => {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
  return focused(page);
};

test("/ goes to the query, arrows, j and k go from hit to hit", async (t) => {
  const page = await openSoup(t);
  assert.equal(await press(page, "/"), "query");
  assert.equal(await page.locator("#query").inputValue(), "pumpkin soup");
  assert.equal(await press(page, "ArrowDown"), "hit-1");
  assert.equal(await press(page, "ArrowDown", "j"), "hit-3");
  assert.equal(await press(page, "k", "ArrowUp"), "hit-1");
  assert.equal(await press(page, "ArrowUp"), "query");
});

test("letters are text in a field", async (t) => {
  const page = await openSoup(t);
  await page.getByLabel("Filter expression").focus();
  assert.equal(await press(page, "j", "/", "k", "w", "?"), "filter");
  assert.equal(await page.getByLabel("Filter expression").inputValue(), "j/kw?");
});

test("Enter opens the document, Escape closes it and returns to the hit", async (t) => {
  const page = await openSoup(t);
  await press(page, "j", "j");
  await page.keyboard.press("Enter");
  await page.locator("#document[open] .passage").waitFor();
  await page.keyboard.press("j");
  assert.ok(await page.evaluate(() => document.activeElement.closest("#document") !== null));
  await page.keyboard.press("Escape");
  await page.locator("#document").waitFor({ state: "hidden" });
  assert.equal(await focused(page), "hit-2");
});

test("w explains the hit", async (t) => {
  const page = await openSoup(t);
  await press(page, "j", "w");
  await page.locator("#hit-1 .glossed").last().waitFor();
  await page.keyboard.press("w");
  await page.locator("#hit-1 .why").waitFor({ state: "hidden" });
});

test("? lists the shortcuts, and those of one character can be turned off", async (t) => {
  const page = await openSoup(t);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.waitFor();
  await help.getByLabel("Use shortcuts of one character").uncheck();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  assert.notEqual(await press(page, "/"), "query");
  await page.reload();
  await page.locator(".hit").first().waitFor();
  assert.notEqual(await press(page, "j"), "hit-1");
  await page.locator("#query").focus();
  assert.equal(await press(page, "ArrowDown"), "hit-1");
});

test("the skip link is the first stop, and leads to the results", async (t) => {
  const page = await openSoup(t);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip-link");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "main");
  assert.ok((await page.locator(".hit").count()) > 0);
});
