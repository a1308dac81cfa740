// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { afterSearch, findIndexes, launch, open, openHits, recordSearches } from "./support.js";

let browser;
let library;
before(async () => {
  browser = await launch();
  ({ library } = await findIndexes());
});
after(() => browser.close());

/** A query with a word of every text in English. */
const parameters = (more = {}) => ({
  q: "soup train library bicycle water",
  index: library.name,
  top: "50",
  ...more,
});

const ids = (page) =>
  page.locator(".hit").evaluateAll((all) => all.map(({ dataset }) => dataset.id).sort());

const chip = (page, language) => page.locator(`#languages [data-language=${language}]`);

const value = (page, field, name) =>
  page.locator(`[data-field=${field}]`).getByRole("checkbox", { name });

test("chips choose languages, and the counts of the others stay", async (t) => {
  const page = await openHits(t, browser, parameters());
  const german = await chip(page, "de").textContent();
  await afterSearch(page, () => chip(page, "ar").click());
  assert.equal(await chip(page, "ar").getAttribute("aria-pressed"), "true");
  assert.deepEqual(new Set((await ids(page)).map((id) => id.slice(-2))), new Set(["ar"]));
  assert.equal(await chip(page, "de").textContent(), german);
  assert.match(page.url(), /lang=ar/);
  await afterSearch(page, () => chip(page, "he").click());
  assert.deepEqual(new Set((await ids(page)).map((id) => id.slice(-2))), new Set(["ar", "he"]));
  assert.ok(await chip(page, "he").evaluate((node) => node === document.activeElement));
  await afterSearch(page, () => page.getByRole("button", { name: "All languages" }).click());
  assert.ok((await ids(page)).some((id) => id.endsWith("-de")));
});

test("values of a field are alternatives, with counts that do not depend on them", async (t) => {
  const page = await openHits(t, browser, parameters());
  const news = () => page.locator("[data-field=category] label", { hasText: "news" }).textContent();
  const counted = await news();
  await afterSearch(page, () => value(page, "category", "recipe").check());
  assert.ok((await ids(page)).every((id) => id.startsWith("soup-")));
  assert.equal(await news(), counted);
  await afterSearch(page, () => value(page, "category", "news").check());
  const topics = new Set((await ids(page)).map((id) => id.split("-")[0]));
  assert.deepEqual(topics, new Set(["soup", "library"]));
  assert.equal(await page.locator("#sidebar-heading").textContent(), "Filters and ranking (2)");
});

for (const field of ["constructor", "__proto__"]) {
  test(`a field can have the name of what every object inherits: ${field}`, async (t) => {
    const page = await openHits(t, browser, parameters());
    await afterSearch(page, () => value(page, field, "Adler").check());
    assert.deepEqual(await ids(page), ["library-de", "library-en"]);
    assert.ok(page.url().includes(`is.${field}=Adler`), page.url());
    await value(page, field, "Brunel").waitFor();
    await afterSearch(page, () => value(page, field, "Adler").uncheck());
    assert.ok((await ids(page)).length > 2);
  });
}

test("a language and a value of an address can have such names, too", async (t) => {
  const address = parameters({ lang: "constructor", "is.archived": "toString" });
  const page = await open(t, browser, address);
  assert.equal(await chip(page, "constructor").locator(".count .visually-hidden").textContent(),
    "0 passages");
  assert.ok(await value(page, "archived", "toString").isChecked());
});

test("an address with a chosen value has the counts of the others, too", async (t) => {
  const page = await openHits(t, browser, parameters({ "is.category": "recipe" }));
  await value(page, "category", "news").waitFor();
  assert.ok(await value(page, "category", "recipe").isChecked());
  assert.ok(!(await value(page, "category", "news").isChecked()));
});

test("values with quotation marks and backslashes are quoted", async (t) => {
  const page = await openHits(t, browser, parameters());
  const requests = recordSearches(page);
  await afterSearch(page, () => value(page, "category", '"how to" \\ tips').check());
  assert.equal(requests[0].filter, 'category = "\\"how to\\" \\\\ tips"');
  assert.ok((await ids(page)).every((id) => id.startsWith("repair-")));
  assert.ok((await ids(page)).length > 0);
});

test("true and false of a field are not strings", async (t) => {
  const page = await openHits(t, browser, parameters());
  const requests = recordSearches(page);
  await afterSearch(page, () => value(page, "archived", "Yes").check());
  assert.equal(requests[0].filter, "archived = true");
  const topics = new Set((await ids(page)).map((id) => id.split("-")[0]));
  assert.deepEqual(topics, new Set(["library", "repair"]));
});

test("numbers and dates are ranges", async (t) => {
  const page = await openHits(t, browser, parameters());
  const [from, to] = await page.locator("[data-field=price] input").all();
  await from.fill("1");
  await afterSearch(page, () => from.press("Enter"));
  await to.fill("10.5");
  await afterSearch(page, () => to.press("Enter"));
  assert.ok((await ids(page)).every((id) => id.startsWith("soup-")));
  assert.match(page.url(), /from\.price=1&to\.price=10\.5/);
  await page.locator("[data-field=date] input").first().fill("2024-01-01");
  await afterSearch(page, () => page.keyboard.press("Tab"));
  assert.ok(!(await ids(page)).includes("soup-de"), "soup-de is older");
  assert.ok((await ids(page)).includes("soup-en"));
});

test("an expression is combined with the chosen values", async (t) => {
  const page = await openHits(t, browser, parameters({ "is.category": "recipe" }));
  const requests = recordSearches(page);
  await page.getByLabel("Filter expression").fill('language = "de" or language = "he"');
  await afterSearch(page, () => page.keyboard.press("Enter"));
  assert.equal(requests[0].filter, '(language = "de" or language = "he") and category = "recipe"');
  assert.deepEqual(await ids(page), ["soup-de", "soup-he"]);
  await afterSearch(page, () => page.getByRole("button", { name: "Clear all filters" }).click());
  assert.ok((await ids(page)).length > 2);
  assert.equal(await page.getByLabel("Filter expression").inputValue(), "");
});

test("an error in an expression is shown at its field", async (t) => {
  const page = await openHits(t, browser, parameters());
  const field = page.getByLabel("Filter expression");
  await field.fill("category = ");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "This search is not valid" }).waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.match(await page.locator("#filter-error").textContent(), /category/);
  await field.fill('category = "recipe"');
  await afterSearch(page, () => page.keyboard.press("Enter"));
  assert.equal(await field.getAttribute("aria-invalid"), "false");
  assert.ok((await ids(page)).length > 0);
});

test("the preference is sent, and named", async (t) => {
  const page = await openHits(t, browser, parameters());
  const requests = recordSearches(page);
  const dial = page.getByLabel("Preference for my language");
  assert.equal(await dial.getAttribute("aria-valuetext"), "All languages alike");
  await dial.focus();
  await afterSearch(page, () => page.keyboard.press("End"));
  assert.equal(requests[0].preference, 1);
  assert.equal(await dial.getAttribute("aria-valuetext"), "My language first");
  assert.match(page.url(), /preference=1/);
});

test("each text is shown once, in the preferred language", async (t) => {
  const page = await openHits(t, browser, parameters());
  const requests = recordSearches(page);
  await page.getByText("Prefer other languages").click();
  await afterSearch(page, () => page.locator("#prefer").selectOption("ar"));
  await afterSearch(page, () => page.locator("#prefer").selectOption("de"));
  assert.equal(requests.at(-1).group_versions, true);
  assert.deepEqual(requests.at(-1).prefer, ["ar", "de"]);
  assert.equal(requests.at(-1).preference, 0.5);
  assert.match(page.url(), /preference=0.5&prefer=ar%2Cde/);
  await page.getByLabel("Preference for my language").focus();
  await afterSearch(page, () => page.keyboard.press("Home"));
  assert.equal(requests.at(-1).preference, 0);
  await afterSearch(page, () => page.getByRole("button", { name: "Remove Arabic" }).click());
  assert.deepEqual(requests.at(-1).prefer, ["de"]);
  await afterSearch(page, () => page.getByLabel("Show each text once").uncheck());
  assert.equal(requests.at(-1).group_versions, undefined);
  assert.match(page.url(), /versions=0/);
});

test("the number of hits is chosen", async (t) => {
  const page = await openHits(t, browser, parameters());
  await afterSearch(page, () => page.getByLabel("Hits per page").selectOption("5"));
  assert.equal(await page.locator(".hit").count(), 5);
});

test("a choice takes along what is typed and not yet searched", async (t) => {
  const page = await openHits(t, browser, parameters());
  const requests = recordSearches(page);
  await page.locator("#query").fill("pumpkin");
  await afterSearch(page, () => chip(page, "de").click());
  assert.equal(requests[0].query, "pumpkin");
  assert.equal(await page.locator("#query").inputValue(), "pumpkin");
});

test("filters and addresses are written and read without loss", async (t) => {
  const page = await open(t, browser, { index: library.name });
  const { filter, names, state } = await page.evaluate(async () => {
    const { fieldName, toFilter } = await import(new URL("page/filter.js", document.baseURI));
    const { DEFAULTS, format, parse } = await import(new URL("page/state.js", document.baseURI));
    const written = {
      ...DEFAULTS,
      query: "a & b = c?",
      languages: ["zh-Hant", "de"],
      filter: 'x = "y"',
      values: { "author.name": ['A "B", C'], "is not": ["1", "2"], toString: ["x"] },
      ranges: {
        price: { from: "0", to: "1e3" },
        date: { to: "2024-05-31" },
        ["__proto__"]: { from: "1", to: "2" },
      },
      preference: 0.3,
      versions: true,
      prefer: ["de", "en"],
      minProbability: 0.5,
      top: 20,
      page: 3,
      document: "de/1-2",
      why: ["a,b", "c"],
    };
    return {
      filter: toFilter(written, { "author.name": "string", "is not": "string" }),
      names: ["größe", "a-b.c", "1st", "Not", "a b"].map(fieldName),
      state: JSON.stringify(parse(format(written))) === JSON.stringify(written),
    };
  });
  assert.equal(
    filter,
    '(x = "y") and author.name = "A \\"B\\", C" and "is not" in ("1", "2") and toString = "x"' +
      " and price >= 0 and price <= 1e3 and date <= 2024-05-31" +
      " and __proto__ >= 1 and __proto__ <= 2",
  );
  assert.deepEqual(names, ["größe", "a-b.c", '"1st"', '"Not"', '"a b"']);
  assert.ok(state, "a state read from its address is the same");
});
