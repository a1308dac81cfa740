// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** The browser, the server and the indexes of the tests. */

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

/** Address of the server. */
export const SERVER = new URL(process.env.ISOGLOSS_URL ?? "http://127.0.0.1:8080/").href;

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium for the tests of a file. */
export const launch = () =>
  chromium.launch({
    executablePath: process.env.ISOGLOSS_CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
  });

/** Returns the index of samples/xquad and that of library.jsonl, which has fields. */
export async function findIndexes() {
  const response = await fetch(new URL("api/indexes", SERVER));
  const { indexes } = await response.json();
  const find = (test, content) => {
    const found = indexes.find(test);
    if (!found) {
      throw new Error(`${SERVER} has no index of ${content}; see README.md`);
    }
    return found;
  };
  return {
    xquad: find(({ languages }) => Object.keys(languages).length === 12, "samples/xquad"),
    library: find(({ fields }) => "category" in fields && "price" in fields, "library.jsonl"),
  };
}

/**
 * Opens the page in a new context, and fails the test if a script fails or the content security
 * policy is violated.
 *
 * @param {import("node:test").TestContext} t closes the context when it ends
 * @param {import("playwright-core").Browser} browser
 * @param {Object} [parameters] of the page's address
 * @param {Object} [options] of the context; path is that of the page, the search page by default
 * @param {function(import("playwright-core").Page)} [prepare] is called before the page is opened
 */
export async function open(
  t,
  browser,
  parameters = {},
  { path = "", ...options } = {},
  prepare = () => {},
) {
  const context = await browser.newContext({ baseURL: SERVER, ...options });
  const page = await context.newPage();
  const failures = [];
  page.on("pageerror", (error) => failures.push(error.message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) {
      failures.push(message.text());
    }
  });
  t.after(async () => {
    await context.close();
    if (failures.length > 0) {
      throw new Error(`the page failed: ${failures.join("; ")}`);
    }
  });
  page.setDefaultTimeout(10_000);
  await prepare(page);
  const query = new URLSearchParams(parameters).toString();
  await page.goto(query ? `${path}?${query}` : path);
  return page;
}

/** Fails if the page violates the guidelines of accessibility (WCAG 2.2 AA). */
export async function assertAccessible(page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ target, failureSummary }) => [target, failureSummary]),
    ]),
    [],
  );
}

/** Fails if the page must be scrolled sideways. */
export async function assertFits(page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(excess <= 0, `the page is ${excess} px too wide`);
}

/** Opens the page and waits for its hits. */
export async function openHits(t, browser, parameters, options, prepare) {
  const page = await open(t, browser, parameters, options, prepare);
  await page.locator(".hit").first().waitFor();
  return page;
}

/** Answers all searches with one response. */
export const answerWith = (response) => (page) =>
  page.route("**/api/search", (route) => route.fulfill({ json: response }));

/** Lets the indexes of the server offer answers, and answers all searches with one response. */
export const answerQuestions = (response) => async (page) => {
  await page.route("**/api/indexes", async (route) => {
    const fetched = await route.fetch();
    const { indexes } = await fetched.json();
    const offering = indexes.map((index) => ({ ...index, answers: "reader" }));
    await route.fulfill({ json: { indexes: offering } });
  });
  await answerWith(response)(page);
};

/** Returns an answer as the API has it: the first occurrence of a text in a sentence. */
export function answer(text, sentence, changes = {}, ...others) {
  const start = sentence.indexOf(text);
  const source = {
    id: "a-1",
    language: "en",
    title: "A title",
    passage: 0,
    start,
    end: start + text.length,
    sentence: { start: 0, end: sentence.length, text: sentence },
    ...changes,
  };
  return { text, score: 3.5, probability: 0.9, sources: [source, ...others] };
}

/** Records the bodies of all searches. */
export function recordSearches(page) {
  const requests = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/search")) {
      requests.push(request.postDataJSON());
    }
  });
  return requests;
}

/** Waits until the page shows the results of a change. */
export async function afterSearch(page, change) {
  const response = page.waitForResponse("**/api/search");
  await change();
  await (await response).finished();
  await page.locator("main[aria-busy=false]").waitFor();
}

/** Returns a hit as the API has it, with changes. */
export const hit = (changes) => ({
  rank: 1,
  score: 1.25,
  id: "a-1",
  language: "en",
  title: "A title",
  passage: 0,
  start: 0,
  end: 7,
  text: "A text.",
  metadata: {},
  snippet: "A text.",
  highlights: [],
  ...changes,
});

/** Returns a response as the API has it, with hits. */
export const response = (hits, changes = {}) => ({
  index: "any",
  query: "any",
  language: "und",
  pipeline: "bm25",
  offset: 0,
  elapsed_ms: 12.3,
  nothing_surely_fits: false,
  hits,
  facets: { language: [] },
  ...changes,
});
