// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  afterSearch,
  answer,
  answerQuestions,
  findIndexes,
  hit,
  launch,
  openHits,
  recordSearches,
  response,
} from "./support.js";

let browser;
let library;
before(async () => {
  browser = await launch();
  ({ library } = await findIndexes());
});
after(() => browser.close());

const SENTENCE = "Warsaw was founded around 1300 by a duke.";
const HEBREW = "העיר נוסדה בשנת 1300 לערך.";

const answered = (changes = {}) =>
  response([hit({ id: "soup-en" }), hit({ rank: 2, id: "soup-de" })], {
    answers: [
      answer("1300", SENTENCE, { id: "soup-en" }, {
        ...answer("1300", "Um 1300.").sources[0],
        id: "soup-de",
        language: "de",
        title: "Stadt",
      }),
      answer("בשנת 1300", HEBREW, { id: "soup-he", language: "he", title: "" }),
    ],
    nothing_surely_answers: false,
    ...changes,
  });

const ask = (t, changes, more = {}) =>
  openHits(
    t,
    browser,
    { q: "when was Warsaw founded", index: library.name, ...more },
    {},
    answerQuestions(answered(changes)),
  );

test("answers are above the hits, each marked in its sentence", async (t) => {
  const page = await ask(t);
  const answers = page.getByRole("region", { name: "Answers" });
  assert.deepEqual(await answers.locator(".title").allTextContents(), ["1300", "בשנת 1300"]);
  assert.deepEqual(await answers.locator("mark").allTextContents(), ["1300", "בשנת 1300"]);
  assert.deepEqual(await answers.locator(".snippet").allTextContents(), [SENTENCE, HEBREW]);
  assert.deepEqual(await answers.locator(".language").allTextContents(), ["English", "Hebrew"]);
  const [box, first] = await Promise.all(
    [answers, page.locator("#hit-1")].map((part) => part.boundingBox()),
  );
  assert.ok(box.y + box.height <= first.y);
  assert.match(await page.locator("#announcer").textContent(), /^2 answers. The best one: 1300. /);
});

test("an answer has the direction of its language", async (t) => {
  const page = await ask(t);
  for (const part of [".title span", ".snippet"]) {
    assert.deepEqual(
      await page
        .locator(`#answer-2 ${part}`)
        .evaluate((node) => [node.lang, getComputedStyle(node).direction]),
      ["he", "rtl"],
    );
  }
});

test("an answer opens its document, where it is marked", async (t) => {
  const page = await ask(t);
  await page.locator("#answer-1 .title").click();
  const dialog = page.getByRole("dialog");
  await dialog.locator(".passage mark").waitFor();
  const [passage, marked] = await Promise.all(
    [".passage", ".passage mark"].map((part) => dialog.locator(part).first().textContent()),
  );
  const start = SENTENCE.indexOf("1300");
  assert.equal(marked, passage.slice(start, start + 4));
  assert.match(page.url(), /doc=soup-en/);
  await page.keyboard.press("Escape");
  await page.locator("#answer-1 .versions").getByRole("link", { name: "German" }).click();
  await page.waitForURL(/doc=soup-de/);
});

test("answers that are not sure say so", async (t) => {
  const page = await ask(t, { nothing_surely_answers: true });
  await page.getByText("These passages may not answer the question.", { exact: true }).waitFor();
  assert.match(await page.locator("#announcer").textContent(), /may not answer the question/);
});

test("without an answer there is no box", async (t) => {
  const page = await ask(t, { answers: [], nothing_surely_answers: true });
  assert.equal(await page.locator(".answers").count(), 0);
});

test("a switch turns answers off, and the address keeps it", async (t) => {
  const page = await ask(t);
  const requests = recordSearches(page);
  const toggle = page.getByRole("switch", { name: "Show answers" });
  assert.equal(await toggle.isChecked(), true);
  await afterSearch(page, () => toggle.click());
  assert.equal(requests.at(-1).answers, undefined);
  assert.match(page.url(), /answers=0/);
  await afterSearch(page, () => toggle.click());
  assert.equal(requests.at(-1).answers, 3);
  assert.doesNotMatch(page.url(), /answers/);
});

test("only the first page of hits asks for answers, and an explanation does not", async (t) => {
  const page = await ask(t, {}, { page: "2" });
  const requests = recordSearches(page);
  await page.getByRole("button", { name: "Why this hit" }).first().click();
  await afterSearch(page, () => page.getByRole("link", { name: "Previous page" }).click());
  assert.deepEqual(
    requests.map((request) => [request.page, request.explain ?? false, request.answers]),
    [
      [1, true, undefined],
      [1, false, 3],
    ],
  );
});

test("a server without a model for answers offers none", async (t) => {
  const page = await openHits(t, browser, { q: "pumpkin soup", index: library.name });
  const requests = recordSearches(page);
  assert.equal(await page.getByText("Show answers").isVisible(), false);
  await afterSearch(page, () => page.locator("#top").selectOption("5"));
  assert.equal(requests.at(-1).answers, undefined);
});

test("the keys of hits go through the answers first", async (t) => {
  const page = await ask(t);
  const focused = () => page.evaluate(() => document.activeElement.closest("li")?.id);
  await page.locator("#query").focus();
  const visited = [];
  for (const key of ["ArrowDown", "ArrowDown", "j", "k", "ArrowUp"]) {
    await page.keyboard.press(key);
    visited.push(await focused());
  }
  assert.deepEqual(visited, ["answer-1", "answer-2", "hit-1", "answer-2", "answer-1"]);
  await page.keyboard.press("w");
  assert.equal(await page.locator(".why:visible").count(), 0);
  await page.keyboard.press("k");
  assert.equal(await page.evaluate(() => document.activeElement.id), "query");
});

test("the text of an answer is never markup", async (t) => {
  const markup = "<b>bold</b>";
  const page = await ask(t, { answers: [answer(markup, `A ${markup} word.`, { title: markup })] });
  assert.equal(await page.locator("#answer-1 .title").textContent(), markup);
  assert.equal(await page.locator("#results b").count(), 0);
});
