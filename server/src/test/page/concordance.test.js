// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertAccessible, assertFits, launch, open } from "./support.js";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const ENGLISH_GERMAN = { corpus: "en-de", words: "cat" };
const ENGLISH_ARABIC = { corpus: "en-ar", words: "cat" };

async function openConcordance(t, parameters, options, prepare) {
  const page = await open(t, browser, parameters, { path: "concordance", ...options }, prepare);
  await page.locator(".lines, .message").first().waitFor();
  return page;
}

const cells = (page, column) => page.locator(`.lines tbody td:nth-child(${column})`);

const marked = async (page, column) => [
  ...new Set(await cells(page, column).locator("mark").allTextContents()),
];

test("the words are marked beside their translations, which are counted", async (t) => {
  const page = await openConcordance(t, ENGLISH_GERMAN);
  assert.deepEqual(await page.locator(".lines th").allTextContents(), ["English", "German"]);
  assert.equal(await cells(page, 1).first().textContent(), "The cat sleeps today.");
  assert.equal(await cells(page, 2).first().textContent(), "Heute schläft Katze.");
  assert.deepEqual(await marked(page, 1), ["cat"]);
  assert.deepEqual(await marked(page, 2), ["Katze"]);
  assert.deepEqual(
    await page.locator(".translations tbody td").allTextContents(),
    ["Katze", "4", "100%"],
  );
  assert.equal(
    await page.locator("#announcer").textContent(),
    "4 occurrences in 16 sentence pairs · 62,500 per million words",
  );
});

for (const [column, word, language, translation] of [
  [1, "sleeps", "de", "schläft"],
  [2, "schläft", "en", "sleeps"],
]) {
  test(`a click on a word of column ${column} shows its translations`, async (t) => {
    const page = await openConcordance(t, ENGLISH_GERMAN);
    await cells(page, column).getByText(word, { exact: true }).click();
    const name = page.locator(".translations").getByText(translation, { exact: true });
    await name.waitFor();
    assert.equal(await page.locator(".translations bdi").first().getAttribute("lang"), language);
    assert.equal(await page.locator("#words").inputValue(), word);
    assert.deepEqual(await marked(page, 1), [word]);
    await page.goBack();
    await page.locator(".translations").getByText("Katze").waitFor();
    assert.equal(await page.locator("#words").inputValue(), "cat");
  });
}

test("a translation leads to its own translations", async (t) => {
  const page = await openConcordance(t, ENGLISH_GERMAN);
  await page.locator(".translations").getByText("Katze").click();
  await page.locator(".translations").getByText("cat", { exact: true }).waitFor();
  assert.deepEqual(await page.locator(".lines th").allTextContents(), ["German", "English"]);
});

test("the lines are sorted", async (t) => {
  const page = await openConcordance(t, ENGLISH_GERMAN);
  await page.getByLabel("Order").selectOption("after");
  await page.locator(".lines td").first().getByText("drinks").waitFor();
  assert.match(page.url(), /sort=after/);
  assert.deepEqual(await cells(page, 1).allTextContents(), [
    "The cat drinks today.",
    "The cat runs today.",
    "The cat sleeps today.",
    "The cat waits today.",
  ]);
});

test("words are typed, in the chosen corpus", async (t) => {
  const page = await openConcordance(t, ENGLISH_GERMAN);
  await page.locator("#corpus").selectOption("en-ar");
  await page.locator(".lines th").getByText("Arabic").waitFor();
  await page.getByRole("searchbox").fill("hors*");
  await page.keyboard.press("Enter");
  await page.locator(".translations").getByText("الحصان").waitFor();
});

for (const locale of ["en", "ar"]) {
  test(`each column has the direction of its language: ${locale}`, async (t) => {
    const page = await openConcordance(t, ENGLISH_ARABIC, { locale });
    const directions = await page
      .locator(".lines tbody tr:first-child td")
      .evaluateAll((all) =>
        all.map((cell) => [cell.lang, getComputedStyle(cell).direction]),
      );
    assert.deepEqual(directions, [
      ["en", "ltr"],
      ["ar", "rtl"],
    ]);
    const [first, second] = await Promise.all(
      [1, 2].map((column) => cells(page, column).first().boundingBox()),
    );
    assert.equal(first.x < second.x, locale === "en");
    const [left, right] = await page.locator(".lines tbody tr:first-child td").evaluateAll((all) => {
      const boxes = all.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
      });
      return boxes.sort((a, b) => a.left - b.left).map(({ left, right }) => ({ left, right }));
    });
    assert.ok(right.left - left.right >= 16, "the texts of both columns are apart");
    assert.deepEqual(await marked(page, 2), ["القطة"]);
  });
}

const HEADINGS = {
  ar: "الترجمات",
  de: "Übersetzungen",
  en: "Translations",
  es: "Traducciones",
  fr: "Traductions",
  ja: "訳語",
  zh: "译词",
};

for (const [language, heading] of Object.entries(HEADINGS)) {
  test(`the page speaks the language of the browser: ${language}`, async (t) => {
    const page = await openConcordance(t, ENGLISH_GERMAN, { locale: `${language}-XX` });
    assert.equal(await page.locator(".translations caption").textContent(), heading);
    const untranslated = await page
      .locator("[data-message]")
      .evaluateAll((all) => all.filter(({ textContent }) => !textContent.trim()).length);
    assert.equal(untranslated, 0);
  });
}

test("words that do not occur, and errors, are explained", async (t) => {
  const page = await open(
    t,
    browser,
    { corpus: "en-de", words: "whale" },
    { path: "concordance" },
  );
  await page.getByText("Look for another form").waitFor();
  await page.getByRole("searchbox").fill("?");
  await page.keyboard.press("Enter");
  assert.match(await page.getByRole("alert").textContent(), /at least one letter or digit/);
});

test("the search page links the page if there is a corpus", async (t) => {
  const page = await open(t, browser);
  await page.getByRole("link", { name: "Concordance" }).click();
  await page.getByText("How is a word used").waitFor();
  const without = await open(t, browser, {}, {}, (created) =>
    created.route("**/api/corpora", (route) => route.fulfill({ json: { corpora: [] } })),
  );
  await without.locator("#languages button").first().waitFor();
  assert.equal(await without.getByRole("link", { name: "Concordance" }).count(), 0);
  await without.goto("concordance");
  await without.getByText("This server has no corpus").waitFor();
});

for (const [setting, options] of Object.entries({
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  "on a phone": { viewport: { width: 320, height: 640 } },
  "in Arabic on a phone": { locale: "ar", viewport: { width: 390, height: 844 } },
})) {
  test(`the page is accessible and fits: ${setting}`, async (t) => {
    const page = await openConcordance(t, ENGLISH_ARABIC, options);
    await assertAccessible(page);
    await assertFits(page);
  });
}
