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

const soup = () => ({ q: "pumpkin soup", index: library.name });

const SEARCH = {
  ar: "ابحث",
  de: "Suchen",
  en: "Search",
  es: "Buscar",
  fr: "Rechercher",
  ja: "検索",
  zh: "搜索",
};

const root = (page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

for (const [language, search] of Object.entries(SEARCH)) {
  test(`the page speaks the language of the browser: ${language}`, async (t) => {
    const page = await openHits(t, browser, soup(), { locale: `${language}-XX` });
    assert.deepEqual(await root(page), [language, language === "ar" ? "rtl" : "ltr"]);
    assert.equal(await page.locator(".search button").textContent(), search);
    const untranslated = await page
      .locator("[data-message]")
      .evaluateAll((all) => all.filter(({ textContent }) => !textContent.trim()).length);
    assert.equal(untranslated, 0);
  });
}

test("a browser in another language has the page in English", async (t) => {
  const page = await open(t, browser, soup(), { locale: "sw-KE" });
  await page.locator(".hit").first().waitFor();
  assert.deepEqual(await root(page), ["en", "ltr"]);
});

test("the user chooses another language, which the browser remembers", async (t) => {
  const page = await openHits(t, browser, soup());
  await page.getByLabel("Language of this page").selectOption("ar");
  await page.locator("html[lang=ar] .hit").first().waitFor();
  assert.deepEqual(await root(page), ["ar", "rtl"]);
  assert.equal(await page.locator("#query").inputValue(), "pumpkin soup");
  await page.reload();
  await page.locator("html[lang=ar] .hit").first().waitFor();
});

test("numbers, plurals and lists follow the language of the page", async (t) => {
  const page = await open(t, browser, { index: library.name }, { locale: "de" });
  const texts = await page.evaluate(async () => {
    const { listParts, message } = await import(new URL("page/messages.js", document.baseURI));
    const { formatPercent } = await import(new URL("page/numbers.js", document.baseURI));
    return [
      message("count.documents", { count: 1 }),
      message("count.documents", { count: 12345 }),
      message("hit.alsoIn", { languages: listParts(["a", "b", "c"]).join("") }),
      formatPercent(0.314).replace(/\s/, " "),
    ];
  });
  assert.deepEqual(texts, ["1 Dokument", "12.345 Dokumente", "Auch auf a, b und c", "31 %"]);
});
