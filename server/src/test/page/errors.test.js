// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findIndexes, launch, open, openHits } from "./support.js";

let browser;
let library;
before(async () => {
  browser = await launch();
  ({ library } = await findIndexes());
});
after(() => browser.close());

const parameters = (more = {}) => ({ q: "pumpkin soup", index: library.name, ...more });

const problem = (status, title, detail, headers = {}) => ({
  status,
  headers: { "content-type": "application/problem+json", "x-request-id": "r-17", ...headers },
  body: JSON.stringify({ type: "about:blank", title, status, detail }),
});

/** Fails searches until the returned function is called. */
function failing(answer) {
  let fails = true;
  const prepare = (page) =>
    page.route("**/api/search", (route) => (fails ? answer(route) : route.fallback()));
  return [prepare, () => (fails = false)];
}

const retry = (page) => page.getByRole("button", { name: "Try again" });

test("an error shows what the server states, and the id of the request", async (t) => {
  const [prepare, recover] = failing((route) =>
    route.fulfill(problem(503, "Service Unavailable", "The server is shutting down.")),
  );
  const page = await open(t, browser, parameters(), {}, prepare);
  const alert = page.getByRole("alert");
  await alert.getByText("The server is shutting down.").waitFor();
  assert.match(await alert.textContent(), /r-17/);
  recover();
  await retry(page).click();
  await page.locator(".hit").first().waitFor();
  assert.equal(await alert.count(), 0);
});

test("too many requests state when to try again", async (t) => {
  const [prepare] = failing((route) =>
    route.fulfill(
      problem(429, "Too Many Requests", "At most 10 a second.", { "retry-after": "7" }),
    ),
  );
  const page = await open(t, browser, parameters(), {}, prepare);
  await page.getByText("Try again in 7 seconds.").waitFor();
  assert.equal(await retry(page).count(), 1);
});

test("a server that cannot be reached can be tried again", async (t) => {
  const [prepare, recover] = failing((route) => route.abort("connectionrefused"));
  const page = await open(t, browser, parameters(), {}, prepare);
  await page.getByRole("heading", { name: "The server cannot be reached" }).waitFor();
  recover();
  await page.locator("#query").focus();
  await page.keyboard.press("Enter");
  await page.locator(".hit").first().waitFor();
});

test("an unknown index is an error, not another index", async (t) => {
  const page = await open(t, browser, parameters({ index: "no-such-index" }));
  await page.getByRole("heading", { name: "There is no such index" }).waitFor();
  assert.equal(await page.locator(".hit").count(), 0);
  await page.getByRole("link", { name: `Search in ${library.name}` }).click();
  await page.locator(".hit").first().waitFor();
  assert.equal(await page.locator("#query").inputValue(), "pumpkin soup");
});

test("an unknown document is an error in its dialog", async (t) => {
  const page = await openHits(t, browser, parameters({ doc: "no/such document" }));
  const dialog = page.locator("#document[open]");
  assert.match(await dialog.getByRole("alert").textContent(), /no\/such document/);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

/** A server that accepts only the token "right". */
const guarded = (page) =>
  page.route("**/api/**", (route) =>
    route.request().headers().authorization === "Bearer right"
      ? route.fallback()
      : route.fulfill(problem(401, "Unauthorized", "A token is needed.")),
  );

test("a token is asked for, again if it is wrong, and kept for the tab", async (t) => {
  const page = await open(t, browser, parameters(), {}, guarded);
  const dialog = page.getByRole("dialog", { name: "This server needs a token" });
  await dialog.getByLabel("Token").fill("wrong");
  await page.keyboard.press("Enter");
  await dialog.getByText("The server did not accept this token.").waitFor();
  for (const unsendable of ["тайна", "naïve", "two words", " "]) {
    await dialog.getByLabel("Token").fill(unsendable);
    await page.keyboard.press("Enter");
    await dialog.getByText("A token has only unaccented letters").waitFor();
  }
  await dialog.getByLabel("Token").fill(" right ");
  await page.keyboard.press("Enter");
  await page.locator(".hit").first().waitFor();
  await page.reload();
  await page.locator(".hit").first().waitFor();
  assert.equal(await page.evaluate(() => localStorage.length), 0);
});

test("no token is an error, which asks for it again", async (t) => {
  const page = await open(t, browser, parameters(), {}, guarded);
  const dialog = page.getByRole("dialog", { name: "This server needs a token" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "A token is needed" }).waitFor();
  await retry(page).click();
  await dialog.waitFor();
});
