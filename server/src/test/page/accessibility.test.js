// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  answer,
  answerQuestions,
  answerWith,
  assertAccessible,
  assertFits,
  findIndexes,
  hit,
  launch,
  open,
  openHits,
  response,
} from "./support.js";

let browser;
let library;
let xquad;
before(async () => {
  browser = await launch();
  ({ library, xquad } = await findIndexes());
});
after(() => browser.close());

const soup = () => ({ q: "pumpkin soup with butter", index: library.name, ql: "en" });

const VIEWS = {
  "the start page": (t, options) => open(t, browser, { index: xquad.name }, options),
  hits: async (t, options) => {
    const page = await openHits(t, browser, { ...soup(), lang: "ar,de" }, options);
    await page.locator(".meaning").first().waitFor();
    return page;
  },
  "an explanation": async (t, options) => {
    const page = await openHits(t, browser, { ...soup(), why: "soup-de" }, options);
    await page.locator(".glossed").last().waitFor();
    return page;
  },
  answers: (t, options) =>
    openHits(
      t,
      browser,
      soup(),
      options,
      answerQuestions(
        response([hit({ probability: 0.7 })], {
          answers: [
            answer("with butter", "Fry the pumpkin with butter.", {}, { id: "b", language: "de" }),
            answer("עם בצל", "מטגנים את הדלעת עם בצל.", { language: "he", title: "מרק" }),
          ],
          nothing_surely_answers: true,
        }),
      ),
    ),
  "a document": async (t, options) => {
    const page = await openHits(t, browser, { ...soup(), doc: "soup-ar" }, options);
    await page.locator("#document .passage").waitFor();
    return page;
  },
  "a document with contents": async (t, options) => {
    const passages = [{ passage: 0, start: 0, end: 9, text: "A\n\nAn apple.\n\nB\n\nA bee." }];
    const page = await openHits(t, browser, { ...soup(), doc: "guide" }, options, (created) =>
      created.route("**/api/documents/guide*", (route) =>
        route.fulfill({
          json: { id: "guide", language: "en", title: "A to B", metadata: {}, passages },
        }),
      ),
    );
    await page.locator("#document .contents").waitFor();
    return page;
  },
  "hits with addresses and versions": (t, options) =>
    openHits(
      t,
      browser,
      soup(),
      options,
      answerWith(
        response([
          hit({
            metadata: { url: "https://example.org/soup" },
            probability: 0.998,
            preferred: true,
            pinned: true,
            page: 3,
            versions: [{ id: "soup-ar", language: "ar", title: "حساء القرع", passage: 0 }],
          }),
        ]),
      ),
    ),
  "the list of shortcuts": async (t, options) => {
    const page = await openHits(t, browser, soup(), options);
    await page.locator("#open-help").click();
    return page;
  },
  "open filters": async (t, options) => {
    const page = await openHits(t, browser, { ...soup(), versions: "1", prefer: "de" }, options);
    await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
    return page;
  },
  "an error": async (t, options) => {
    const page = await open(t, browser, { ...soup(), filter: "category =" }, options);
    await page.getByRole("alert").waitFor();
    return page;
  },
};

const SETTINGS = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  "on a phone": { viewport: { width: 320, height: 640 } },
  "on a phone in dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
  "in Arabic": { locale: "ar" },
  "in Arabic in dark": { locale: "ar", colorScheme: "dark" },
  "in Arabic on a phone": { locale: "ar", viewport: { width: 390, height: 844 } },
};

for (const [setting, options] of Object.entries(SETTINGS)) {
  describe(setting, () => {
    for (const [view, openView] of Object.entries(VIEWS)) {
      test(`${view} is accessible and fits`, async (t) => {
        const page = await openView(t, options);
        await page.locator("#languages button").first().waitFor();
        await assertAccessible(page);
        await assertFits(page);
      });
    }
  });
}

test("headings, landmarks and names describe the page", async (t) => {
  const page = await openHits(t, browser, soup());
  assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Isogloss");
  assert.equal(await page.getByRole("search", { name: "Search" }).count(), 1);
  assert.equal(await page.getByRole("main").count(), 1);
  assert.equal(
    await page.getByRole("navigation", { name: "Languages of the documents" }).count(),
    1,
  );
  assert.equal(await page.getByRole("complementary", { name: "Filters and ranking" }).count(), 1);
  const names = await page
    .getByRole("article")
    .evaluateAll((all) =>
      all.map(
        (article) => document.getElementById(article.getAttribute("aria-labelledby")).textContent,
      ),
    );
  assert.deepEqual(names, await page.locator(".hit .title").allTextContents());
});

test("nothing moves if the user prefers reduced motion", async (t) => {
  const page = await open(t, browser, { index: library.name }, { reducedMotion: "reduce" });
  const animation = await page.locator("#progress").evaluate((progress) => {
    progress.classList.add("busy");
    return getComputedStyle(progress, "::after").animationName;
  });
  assert.equal(animation, "none");
});
