// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  afterSearch,
  answerWith,
  findIndexes,
  hit,
  launch,
  open,
  openHits,
  recordSearches,
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

const soup = (more = {}) => ({ q: "pumpkin soup", index: library.name, ...more });

test("the start page shows what the index holds, and searches nothing", async (t) => {
  const requests = [];
  const page = await open(t, browser, { index: xquad.name }, {}, (created) => {
    requests.push(recordSearches(created));
  });
  await page.getByText("2,880 documents in 12 languages").waitFor();
  assert.equal(await page.locator("#languages [data-language]").count(), 12);
  assert.equal(await page.title(), "Isogloss");
  assert.deepEqual(requests[0], []);
});

test("an example of the start page is searched in its language", async (t) => {
  const page = await open(t, browser, { index: xquad.name });
  const example = page.locator(".examples a[lang=es]");
  const text = await example.textContent();
  await afterSearch(page, () => example.click());
  assert.equal(await page.locator("#query").inputValue(), text);
  assert.equal(await page.locator("#query-language").inputValue(), "es");
  assert.ok((await page.locator(".hit").count()) > 0);
});

test("examples are questions of the index, or its titles, or first sentences", async (t) => {
  const page = await open(t, browser, { index: library.name });
  const examples = await page.evaluate(async () => {
    const { exampleOf } = await import(new URL("page/examples.js", document.baseURI));
    const titled = (...titles) => titles.map((title) => ({ title }));
    return [
      exampleOf(titled("Index", "Soup with pumpkin", "Who sleeps on the roof?", "A"), 2),
      exampleOf(titled("Soup with pumpkin", "3", "By night train"), 1),
      exampleOf([{ title: "", passages: [{ text: "The cat sleeps. The dog barks." }] }], 0),
      exampleOf(titled("1.2", "x".repeat(200)), 0),
    ].map((example) => example?.trim());
  });
  assert.deepEqual(examples, [
    "Who sleeps on the roof?",
    "By night train",
    "The cat sleeps.",
    undefined,
  ]);
  const shown = page.locator(".examples a");
  await shown.first().waitFor();
  assert.equal(new Set(await shown.evaluateAll((all) => all.map(({ lang }) => lang))).size, 6);
});

test("the language of the query is detected, and the user can correct it", async (t) => {
  const page = await openHits(t, browser, { q: "wo schläft die Katze", index: library.name });
  const language = page.getByLabel("I write in:");
  const detected = () => language.evaluate((select) => select.selectedOptions[0].textContent);
  assert.match(await detected(), /^German \(detected, .*\d+%.*\)$/);
  const requests = recordSearches(page);
  await afterSearch(page, () => language.selectOption("fr"));
  assert.equal(requests[0].query_language, "fr");
  assert.equal(await detected(), "French");
  await afterSearch(page, () => language.selectOption(""));
  assert.equal(requests[1].query_language, undefined);
  assert.match(await detected(), /^German/);
  await page.locator("#query").fill("1817");
  await afterSearch(page, () => page.keyboard.press("Enter"));
  assert.equal(await detected(), "a language that was not recognised");
});

test("titles link to addresses of the web, and to nothing that could run", async (t) => {
  const addresses = [
    "https://example.org/a?b=1",
    "javascript:document.title='broken'",
    "data:text/html,<script>1</script>",
    "//example.org",
    7,
  ];
  const hits = addresses.map((url, i) => hit({ rank: i + 1, id: `a-${i}`, metadata: { url } }));
  const page = await openHits(t, browser, soup(), {}, answerWith(response(hits)));
  const titles = page.locator(".title");
  const attributes = await titles.evaluateAll((all) =>
    all.map((link) => [link.getAttribute("href"), link.rel, link.target]),
  );
  assert.deepEqual(attributes[0], [addresses[0], "noopener noreferrer", "_blank"]);
  for (const [href, rel] of attributes.slice(1)) {
    assert.match(href, /^\?q=/);
    assert.equal(rel, "");
  }
  assert.equal(await page.locator("#results a:not([href^='?'], [href^='https:'])").count(), 0);
  await page.locator("#hit-1").getByRole("link", { name: "Whole text" }).click();
  await page.waitForURL(/doc=a-0/);
});

test("a text without a title is called by its beginning, not by its id", async (t) => {
  const text = `${"word ".repeat(30)}end.`;
  const untitled = hit({ title: "", text, snippet: text });
  const page = await openHits(t, browser, soup(), {}, answerWith(response([untitled])));
  const title = await page.locator(".title").textContent();
  assert.match(title, /^(word )+word…$/);
  assert.ok(title.length <= 81);
});

test("very long titles and names of fields leave room for other hits and for the text", async (t) => {
  const title = "title".repeat(1000);
  const metadata = { ["field".repeat(60)]: "value" };
  const long = hit({ title, metadata });
  const opened = { ...GUIDE, title, metadata };
  const page = await openHits(t, browser, soup(), {}, async (created) => {
    await answerWith(response([long]))(created);
    await created.route(`**/api/documents/${long.id}*`, (route) => route.fulfill({ json: opened }));
  });
  assert.ok((await page.locator(".hit").boundingBox()).height < 400);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  await page.locator(".title").click();
  await page.getByRole("dialog", { name: title }).waitFor();
  const content = page.locator("dialog .content");
  assert.ok((await content.boundingBox()).height > 200);
  assert.equal(await content.evaluate((node) => node.scrollWidth - node.clientWidth), 0);
});

test("a hit that the rules of the index put first is marked", async (t) => {
  const found = response([hit({ pinned: true }), hit({ rank: 2, id: "soup-en" })]);
  const page = await openHits(t, browser, soup(), { locale: "de" }, answerWith(found));
  const marked = page.locator("#hit-1 .pinned-hit");
  assert.equal(await marked.textContent(), "angeheftet");
  assert.match(await marked.getAttribute("title"), /Regeln dieses Index/);
  assert.equal(await page.locator("#hit-2 .pinned-hit").count(), 0);
});

test("versions of a text are one hit if the index knows them", async (t) => {
  const page = await openHits(t, browser, soup());
  const requests = recordSearches(page);
  await afterSearch(page, () => page.locator("#top").selectOption("5"));
  assert.equal(requests[0].group_versions, true);
});

test("a query finds texts in several languages, each marked as such", async (t) => {
  const page = await open(t, browser, { index: library.name });
  await page.locator("#query").fill("pumpkin soup");
  await afterSearch(page, () => page.keyboard.press("Enter"));
  const languages = await page
    .locator(".snippet")
    .evaluateAll((all) => all.map(({ lang }) => lang));
  assert.ok(new Set(languages).size >= 3, `found ${languages}`);
  assert.equal(await page.locator("#hit-1 .facts .language").textContent(), "English");
  assert.ok((await page.locator("#hit-1 mark").count()) > 0);
  assert.match(await page.locator("#announcer").textContent(), /^(First )?\d+ hits in \d/);
  assert.equal(await page.title(), "pumpkin soup · Isogloss");
});

test("back and forward show earlier searches", async (t) => {
  const page = await openHits(t, browser, soup());
  await page.locator("#query").fill("night train");
  await afterSearch(page, () => page.keyboard.press("Enter"));
  const train = await page.locator(".hit").first().getAttribute("data-id");
  await afterSearch(page, () => page.goBack());
  assert.equal(await page.locator("#query").inputValue(), "pumpkin soup");
  assert.equal(await page.title(), "pumpkin soup · Isogloss");
  await afterSearch(page, () => page.goForward());
  assert.equal(await page.locator("#query").inputValue(), "night train");
  assert.equal(await page.locator(".hit").first().getAttribute("data-id"), train);
});

test("the address restores the whole state", async (t) => {
  const parameters = {
    ...soup({ ql: "en", lang: "de,fr", filter: "not archived", top: "5", versions: "0" }),
    "is.category": "recipe",
    "from.date": "2020-01-01",
    "to.price": "5",
  };
  const page = await openHits(t, browser, parameters);
  assert.equal(await page.locator("#query-language").inputValue(), "en");
  assert.equal(await page.locator("#filter").inputValue(), "not archived");
  assert.equal(await page.locator("#top").inputValue(), "5");
  assert.ok(!(await page.getByLabel("Show each text once").isChecked()));
  const pressed = page.locator("#languages [aria-pressed=true]");
  assert.deepEqual(
    await pressed.evaluateAll((chips) => chips.map(({ dataset }) => dataset.language).sort()),
    ["de", "fr"],
  );
  assert.ok(await page.getByRole("checkbox", { name: "recipe" }).isChecked());
  assert.equal(await page.locator("[data-field=date] input").first().inputValue(), "2020-01-01");
  assert.equal(await page.locator("[data-field=price] input").last().inputValue(), "5");
  const ids = await page.locator(".hit").evaluateAll((all) => all.map(({ dataset }) => dataset.id));
  assert.deepEqual(ids.sort(), ["soup-de", "soup-fr"]);
});

test("what is typed is searched after a pause, as one entry of the history", async (t) => {
  const page = await open(t, browser, { index: library.name });
  const requests = recordSearches(page);
  await page.locator("#query").focus();
  await page.keyboard.type("pumpkin", { delay: 20 });
  await page.locator(".hit").first().waitFor();
  await afterSearch(page, () => page.keyboard.type(" soup", { delay: 20 }));
  assert.deepEqual(
    requests.map(({ query }) => query),
    ["pumpkin", "pumpkin soup"],
  );
  assert.ok(await page.locator("#query").evaluate((field) => field === document.activeElement));
  await page.goBack();
  await page.locator(".welcome").waitFor();
  assert.equal(await page.locator("#query").inputValue(), "");
});

test("an unfinished composition of an input method is not searched", async (t) => {
  const page = await open(t, browser, { index: library.name });
  const requests = recordSearches(page);
  await page.locator("#query").focus();
  const devtools = await page.context().newCDPSession(page);
  const compose = (text) =>
    devtools.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await compose("nangua");
  await compose("南瓜");
  await page.waitForTimeout(1_000);
  assert.deepEqual(requests, []);
  await devtools.send("Input.insertText", { text: "南瓜" });
  await page.locator(".hit").first().waitFor();
  assert.deepEqual(
    requests.map(({ query }) => query),
    ["南瓜"],
  );
});

test("a late response does not replace that of a newer search", async (t) => {
  const page = await open(t, browser, { index: library.name });
  let answerFirst;
  const firstArrived = new Promise((resolve) => {
    page.route("**/api/search", async (route) => {
      const { query } = route.request().postDataJSON();
      if (query === "first") {
        await new Promise((answer) => {
          answerFirst = answer;
          resolve();
        });
      }
      await route.fulfill({ json: response([hit({ title: query })]) }).catch(() => {});
    });
  });
  await page.locator("#query").fill("first");
  await page.keyboard.press("Enter");
  await firstArrived;
  await page.locator("#query").fill("second");
  await page.keyboard.press("Enter");
  await page.locator(".title", { hasText: "second" }).waitFor();
  answerFirst();
  await page.waitForTimeout(300);
  assert.deepEqual(await page.locator(".title").allTextContents(), ["second"]);
});

test("text of documents is never markup", async (t) => {
  const markup = "<img src=x onerror=\"document.title='broken'\"><b>bold</b>";
  const page = await openHits(
    t,
    browser,
    soup(),
    {},
    answerWith(
      response([
        hit({ title: markup, text: markup, snippet: markup, id: markup, metadata: { a: markup } }),
      ]),
    ),
  );
  assert.equal(await page.locator(".title").textContent(), markup);
  assert.equal(await page.locator(".snippet").textContent(), markup);
  assert.equal(await page.locator("#results img, #results b").count(), 0);
  assert.equal(await page.title(), "pumpkin soup · Isogloss");
});

test("pages follow one another", async (t) => {
  const page = await openHits(t, browser, soup({ top: "5" }));
  const first = await page.locator(".hit").first().getAttribute("data-id");
  await afterSearch(page, () => page.getByRole("link", { name: "Next page" }).click());
  assert.equal(await page.locator(".hit").first().getAttribute("id"), "hit-6");
  assert.match(page.url(), /page=2/);
  await afterSearch(page, () => page.getByRole("link", { name: "Previous page" }).click());
  assert.equal(await page.locator(".hit").first().getAttribute("data-id"), first);
});

test("documents right to left and left to right have their own direction", async (t) => {
  const all = soup({ lang: "ar,he,en", "is.category": "recipe", versions: "0" });
  const page = await openHits(t, browser, all);
  const direction = (id, selector) =>
    page
      .locator(`[data-id="${id}"] ${selector}`)
      .evaluate((node) => [node.lang, getComputedStyle(node).direction]);
  for (const selector of [".title span", ".snippet"]) {
    assert.deepEqual(await direction("soup-ar", selector), ["ar", "rtl"]);
    assert.deepEqual(await direction("soup-he", selector), ["he", "rtl"]);
    assert.deepEqual(await direction("soup-en", selector), ["en", "ltr"]);
  }
  const cards = await page
    .locator(".hit")
    .evaluateAll((all) =>
      all.map((card) => [card.dataset.id.slice(-2), getComputedStyle(card).direction]),
    );
  assert.deepEqual(Object.fromEntries(cards), { ar: "rtl", he: "rtl", en: "ltr" });
  await page.evaluate(() => (document.documentElement.dir = "rtl"));
  assert.deepEqual(await direction("soup-en", ".snippet"), ["en", "ltr"]);
  const [sidebar, main] = await Promise.all(
    ["#sidebar", "#main"].map((selector) => page.locator(selector).boundingBox()),
  );
  assert.ok(sidebar.x > main.x, "the sidebar is on the right in a page right to left");
});

test("the whole passage keeps the words that the snippet highlights", async (t) => {
  const text = "One sentence. Another with a pumpkin in it.\n\nA last one.";
  const page = await openHits(
    t,
    browser,
    soup(),
    {},
    answerWith(
      response([hit({ text, snippet: "Another with a pumpkin…", highlights: [[15, 22]] })]),
    ),
  );
  const toggle = page.getByRole("button", { name: "Whole passage" });
  await toggle.click();
  assert.equal(await toggle.getAttribute("aria-expanded"), "true");
  assert.equal(await page.locator(".snippet").textContent(), text.replace("\n\n", " "));
  assert.deepEqual(await page.locator(".snippet mark").allTextContents(), ["pumpkin"]);
  await toggle.click();
  assert.equal(await page.locator(".snippet").textContent(), "Another with a pumpkin…");
});

test("words that match the query across languages are marked, with the word of the query", async (t) => {
  const text = "Eins.\n\nDer  Kürbis kocht, <b>lange</b>.";
  const at = (word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length });
  const found = hit({
    language: "de",
    title: "Kürbissuppe",
    text,
    snippet: "… Der Kürbis kocht, <b>lange</b>.",
    highlights: [[13, 18]],
  });
  const requests = [];
  const page = await openHits(t, browser, soup(), {}, async (created) => {
    await answerWith(
      response([hit({ id: "en-1" }), { ...found, rank: 2 }], { query: "pumpkin soup", language: "en" }),
    )(created);
    await created.route("**/api/explain", (route) => {
      requests.push(route.request().postDataJSON());
      const matches = [
        { query_word: "pumpkin", passage_word: "Kürbis", field: "text", ...at("Kürbis") },
        { query_word: "soup", passage_word: "kocht", field: "text", ...at("kocht") },
        { query_word: "soup", passage_word: "Kürbissuppe", field: "title", start: 0, end: 11 },
      ];
      return route.fulfill({
        json: { explanations: [{ id: found.id, passage: 0, explanation: { word_matches: matches } }] },
      });
    });
  });
  await page.locator("#hit-2 .snippet .meaning").waitFor();
  const marks = () =>
    page
      .locator("#hit-2 :is(.title, .snippet) mark")
      .evaluateAll((all) => all.map((mark) => [mark.textContent, mark.title]));
  const expected = [
    ["Kürbissuppe", "soup"],
    ["Kürbis", "pumpkin"],
    ["kocht", ""],
  ];
  assert.deepEqual(await marks(), expected);
  assert.equal(await page.locator("#results b").count(), 0);
  assert.deepEqual(requests[0].hits, [{ id: "a-1", passage: 0 }]);
  assert.equal(requests[0].query_language, "en");
  await page.locator("#hit-2").getByRole("button", { name: "Whole passage" }).click();
  assert.deepEqual(await marks(), expected);
  assert.equal(await page.locator("#hit-2 .snippet").textContent(), text.replace(/\s+/g, " "));
});

test("the server knows the words that match across languages", async (t) => {
  const page = await openHits(t, browser, soup({ ql: "en", lang: "de" }));
  const word = page.locator('[data-id="soup-de"] .meaning[title=soup]').first();
  await word.waitFor();
  assert.equal(await word.textContent(), "Suppe");
});

test("probabilities are meters, and a limit on them is offered if they are known", async (t) => {
  const page = await openHits(
    t,
    browser,
    soup(),
    {},
    answerWith(
      response([hit({ probability: 0.31 }), hit({ rank: 2, id: "a-2" })], {
        nothing_surely_fits: true,
      }),
    ),
  );
  assert.equal(await page.getByRole("meter").count(), 1);
  assert.equal(await page.getByRole("meter").evaluate(({ value }) => value), 0.31);
  await page.getByText("Nothing in this index is a confident match.", { exact: true }).waitFor();
  assert.match(await page.locator("#announcer").textContent(), /confident match/);
  const requests = recordSearches(page);
  await page.getByLabel("Minimum probability").focus();
  await afterSearch(page, () => page.keyboard.press("ArrowRight"));
  assert.equal(requests[0].min_probability, 0.05);
});

test("other versions of a text are links to their documents", async (t) => {
  const page = await openHits(
    t,
    browser,
    soup({ versions: "1" }),
    {},
    answerWith(
      response([
        hit({
          id: "soup-en",
          versions: [
            { id: "soup-ar", language: "ar", title: "حساء القرع", passage: 0 },
            { id: "soup-de", language: "de", title: "Kürbissuppe", passage: 0 },
          ],
        }),
      ]),
    ),
  );
  await page.getByRole("link", { name: "Arabic" }).click();
  const dialog = page.getByRole("dialog", { name: "حساء القرع" });
  await dialog.waitFor();
  assert.equal(await dialog.locator(".passage").getAttribute("lang"), "ar");
  await dialog.getByRole("link", { name: "German" }).click();
  await page.getByRole("dialog", { name: "Kürbissuppe" }).waitFor();
  assert.match(page.url(), /doc=soup-de/);
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.searchParams.has("doc"));
  assert.equal(await page.locator("#document[open]").count(), 0);
});

test("an address with a document opens it, and closing it keeps the hits", async (t) => {
  const page = await openHits(t, browser, soup({ doc: "soup-he" }));
  const dialog = page.getByRole("dialog", { name: "מרק דלעת" });
  await dialog.waitFor();
  assert.match(await dialog.locator(".metadata").textContent(), /recipe/);
  const requests = recordSearches(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.waitForURL((url) => !url.searchParams.has("doc"));
  assert.ok((await page.locator(".hit").count()) > 0);
  assert.deepEqual(requests, []);
});

const GUIDE = {
  id: "guide",
  language: "he",
  title: "גיבוי",
  metadata: { url: "https://example.org/he" },
  passages: [
    { passage: 0, start: 0, end: 40, text: "גיבוי הוא עותק.\n\nאיפה לשמור\n\nבמקום אחר.\n- כך." },
    { passage: 1, start: 42, end: 80, text: "## <b>מתי</b>\n\nכל יום." },
  ],
};

test("a document has contents, its translations and an address", async (t) => {
  const page = await openHits(t, browser, soup({ doc: "guide" }), {}, async (created) => {
    await created.route("**/api/documents/guide*", (route) => route.fulfill({ json: GUIDE }));
    await created.route("**/api/versions*", (route) =>
      route.fulfill({ json: { versions: [{ id: "soup-de", language: "de", title: "Sicherung" }] } }),
    );
  });
  const dialog = page.getByRole("dialog", { name: "גיבוי" });
  const contents = dialog.getByRole("navigation", { name: "Contents" });
  const headings = ["איפה לשמור", "<b>מתי</b>"];
  assert.deepEqual(await contents.getByRole("button").allTextContents(), headings);
  assert.deepEqual(await dialog.locator("h3").allTextContents(), headings);
  await contents.getByRole("button").last().click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), headings[1]);
  assert.equal(await dialog.locator("h2 a").getAttribute("href"), "https://example.org/he");
  assert.equal(await dialog.locator(".content").evaluate((node) => node.dir), "rtl");
  await dialog.getByRole("link", { name: "German" }).click();
  await page.getByRole("dialog", { name: "Kürbissuppe" }).waitFor();
});

test("a document with very long passages and several addresses opens", async (t) => {
  const addresses = ["https://example.org/a", "https://example.org/b"];
  const texts = [`# ${"#".repeat(300_000)}x`, `## Below\n${"\n".repeat(300_000)}`];
  const long = {
    ...GUIDE,
    metadata: { url: addresses },
    passages: texts.map((text, passage) => ({ passage, start: 0, end: text.length, text })),
  };
  const page = await openHits(t, browser, soup({ doc: "guide" }), {}, (created) =>
    created.route("**/api/documents/guide*", (route) => route.fulfill({ json: long })),
  );
  const dialog = page.getByRole("dialog", { name: "גיבוי" });
  await dialog.waitFor();
  assert.deepEqual(await dialog.locator("h3").allTextContents(), ["Below"]);
  assert.deepEqual(await dialog.locator(".metadata a").allTextContents(), addresses);
});

test("another index keeps the query and drops the filters", async (t) => {
  const page = await openHits(t, browser, soup({ "is.category": "recipe", lang: "he" }));
  const requests = recordSearches(page);
  await afterSearch(page, () => page.locator("#index").selectOption(xquad.name));
  assert.equal(requests[0].index, xquad.name);
  assert.equal(requests[0].query, "pumpkin soup");
  assert.equal(requests[0].filter, undefined);
  assert.equal(requests[0].languages, undefined);
});

test("no hit is stated with ways out", async (t) => {
  const page = await open(
    t,
    browser,
    soup({ lang: "de", filter: "archived" }),
    {},
    answerWith(
      response([], {
        nothing_found: {
          documents: 3,
          counted: 3,
          languages: { en: 2, fr: 1 },
          fields: { archived: [{ value: "false", documents: 3 }], year: [] },
          sentences: [],
        },
      }),
    ),
  );
  await page.getByRole("heading", { name: "Nothing found" }).waitFor();
  await page.getByText("Languages of this index: English (2), French (1)").waitFor();
  await page.getByText("Values of archived: false (3)").waitFor();
  assert.equal(await page.getByText("Values of year").count(), 0);
  assert.equal(await page.locator("#announcer").textContent(), "Nothing found");
  const requests = recordSearches(page);
  await afterSearch(page, () =>
    page.getByRole("link", { name: "Search in all languages" }).click(),
  );
  await afterSearch(page, () => page.getByRole("link", { name: "Search without filters" }).click());
  assert.equal(requests.at(-1).languages, undefined);
  assert.equal(requests.at(-1).filter, undefined);
  assert.equal(await page.getByRole("link", { name: "Search without filters" }).count(), 0);
});
