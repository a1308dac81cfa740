// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findIndexes, hit, launch, openHits, recordSearches, response } from "./support.js";

let browser;
let library;
before(async () => {
  browser = await launch();
  ({ library } = await findIndexes());
});
after(() => browser.close());

const TEXT = "قطّع القرع إلى مكعبات. أضف مرق الخضار واغلِ الكل ثم اهرس الحساء.";
const SOUP = {
  title: "حساء القرع",
  language: "ar",
  id: "soup-ar",
  rank: 12,
  text: TEXT,
  snippet: "قطّع القرع إلى مكعبات.",
};

const wordMatch = (query, passage, similarity) => ({
  query_word: query,
  passage_word: passage,
  similarity,
  field: "text",
  start: TEXT.indexOf(passage),
  end: TEXT.indexOf(passage) + passage.length,
});

const EXPLANATION = {
  stages: [
    { stage: "bm25", rank: null, score: null },
    { stage: "dense", rank: 3, score: 0.8174 },
  ],
  sentence: { start: 0, end: SOUP.snippet.length, text: SOUP.snippet },
  term_matches: [
    { retriever: "psq", query_word: "soup", passage_word: "حساء", probability: 0.4, frequency: 2 },
  ],
  word_matches: [wordMatch("pumpkin", "القرع", 0.71), wordMatch("soup", "الحساء", 0.68)],
};

const answerExplained = (page) =>
  page.route("**/api/search", (route) => {
    const { explain } = route.request().postDataJSON();
    const found = hit({ ...SOUP, ...(explain ? { explanation: EXPLANATION } : {}) });
    return route.fulfill({ json: response([found], { language: "en" }) });
  });

const openSoup = (t, more = {}) =>
  openHits(t, browser, { q: "pumpkin soup", index: library.name, ...more }, {}, answerExplained);

const why = (page) => page.getByRole("button", { name: "Why this hit" });

test("words of the passage have the word of the query that they match above them", async (t) => {
  const page = await openSoup(t);
  const requests = recordSearches(page);
  await why(page).click();
  await page.locator(".glossed").last().waitFor();
  assert.deepEqual(
    requests.map(({ explain, top, page: number, query }) => [explain, top, number, query]),
    [[true, 1, 12, "pumpkin soup"]],
  );
  const glosses = await page
    .locator(".match")
    .evaluateAll((all) =>
      all.map((match) => [
        match.querySelector("mark").textContent,
        match.querySelector("rt").textContent,
        match.querySelector("rt").lang,
        getComputedStyle(match.querySelector("rt")).direction,
      ]),
    );
  assert.deepEqual(glosses, [
    ["القرع", "pumpkin", "en", "ltr"],
    ["الحساء", "soup", "en", "ltr"],
  ]);
  assert.equal(
    await page.locator(".glossed").evaluate((node) => getComputedStyle(node).direction),
    "rtl",
  );
});

test("the best sentence is marked", async (t) => {
  const page = await openSoup(t, { why: "soup-ar" });
  const best = page.locator(".glossed .best");
  const marked = await best.evaluate((node) => {
    const copy = node.cloneNode(true);
    copy.querySelectorAll("rt, .visually-hidden").forEach((other) => other.remove());
    return copy.textContent;
  });
  assert.equal(marked, SOUP.snippet);
  assert.match(await best.textContent(), /^Best sentence: /);
});

test("ids, passage numbers and scores are part of the explanation only", async (t) => {
  const page = await openSoup(t);
  const card = page.locator(".hit");
  assert.doesNotMatch(await card.innerText(), /soup-ar|1\.25|passage 1/i);
  await why(page).click();
  await card.locator(".why .id").waitFor();
  assert.match(await card.locator(".why").innerText(), /Document\s+soup-ar\s+Passage\s+1\s+Score\s+1\.250/);
});

test("labels above words do not break them on a phone", async (t) => {
  const page = await openSoup(t, { why: "soup-ar" });
  await page.locator(".glossed .match").first().waitFor();
  for (let width = 300; width < 400; width += 10) {
    await page.setViewportSize({ width, height: 700 });
    const lines = await page
      .locator(".glossed mark")
      .evaluateAll((words) => words.map((word) => word.getClientRects().length));
    assert.deepEqual(new Set(lines), new Set([1]), `${width} pixels`);
  }
});

test("matches and stages are tables", async (t) => {
  const page = await openSoup(t, { why: "soup-ar" });
  const cells = (name) =>
    page
      .getByRole("table", { name })
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map(({ cells: all }) => [...all].map((cell) => cell.innerText)));
  assert.deepEqual(await cells("Matched words"), [
    ["pumpkin", "القرع", "meaning", "0.71"],
    ["soup", "الحساء", "meaning", "0.68"],
    ["soup", "حساء", "psq, 2 times", "0.40"],
  ]);
  const [bm25, dense] = await cells("Stages of the pipeline");
  assert.deepEqual(dense, ["dense", "3", "0.817"]);
  assert.match(bm25[1], /^–/);
});

test("hovering and focusing a match shows it in the passage and in the table", async (t) => {
  const page = await openSoup(t, { why: "soup-ar" });
  const active = () => page.locator(".match.active mark, tr.active button").allTextContents();
  await page.locator(".match").first().hover();
  assert.deepEqual(await active(), ["القرع", "القرع"]);
  await page.mouse.move(0, 0);
  assert.deepEqual(await active(), []);
  await page.getByRole("button", { name: "الحساء" }).focus();
  assert.deepEqual(await active(), ["الحساء", "الحساء"]);
  await page.keyboard.press("Enter");
  assert.ok(
    await page
      .locator(".match")
      .last()
      .evaluate((n) => n === document.activeElement),
  );
});

test("an explanation is in the address, and Escape closes it", async (t) => {
  const page = await openSoup(t);
  await why(page).click();
  await page.locator(".glossed").last().waitFor();
  assert.match(page.url(), /why=soup-ar/);
  assert.equal(await why(page).getAttribute("aria-expanded"), "true");
  await page.keyboard.press("Escape");
  await page.locator(".why").waitFor({ state: "hidden" });
  assert.doesNotMatch(page.url(), /why=/);
  assert.ok(await why(page).evaluate((button) => button === document.activeElement));
});

test("an explanation that fails can be asked for again", async (t) => {
  const page = await openSoup(t);
  let failing = true;
  await page.route("**/api/search", (route) =>
    failing
      ? route.fulfill({ status: 503, json: { title: "Unavailable", detail: "Shutting down." } })
      : route.fallback(),
  );
  await why(page).click();
  await page.getByText("No explanation: Shutting down.").waitFor();
  failing = false;
  await why(page).click();
  await why(page).click();
  await page.locator(".glossed").last().waitFor();
});

test("the server explains hits", async (t) => {
  const page = await openHits(t, browser, { q: "pumpkin soup", index: library.name, ql: "en" });
  await page.locator("#hit-1").getByRole("button", { name: "Why this hit" }).click();
  const stages = page.locator("#hit-1").getByRole("table", { name: "Stages of the pipeline" });
  await stages.waitFor();
  assert.ok((await stages.locator("tbody tr").count()) > 0);
});
