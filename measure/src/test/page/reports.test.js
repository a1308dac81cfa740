// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FOLDER = process.env.ISOGLOSS_REPORTS;

const PHONE = { viewport: { width: 390, height: 844 } };
const SETTINGS = {
  light: {},
  dark: { colorScheme: "dark" },
  "on a phone": PHONE,
  "on a phone in dark": { ...PHONE, colorScheme: "dark" },
};

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.ISOGLOSS_CHROMIUM,
    args: ["--headless", "--no-sandbox", "--disable-gpu"],
  });
});
after(() => browser.close());

async function open(t, file, options) {
  // The policy of the pages admits no script but their own, and axe is one.
  const context = await browser.newContext({ bypassCSP: true, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(pathToFileURL(`${FOLDER}/${file}`).href);
  return page;
}

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".html"))) {
  describe(file, () => {
    for (const [setting, options] of Object.entries(SETTINGS)) {
      test(`is accessible and fits: ${setting}`, async (t) => {
        const page = await open(t, file, options);
        const { violations } = await new AxeBuilder({ page })
          .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
          .analyze();
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]),
          [],
        );
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        assert.ok(excess <= 0, `the page is ${excess} px too wide`);
      });
    }
  });
}

test("a tap on a point of a map shows its text", async (t) => {
  const page = await open(t, "map.html", { ...PHONE, hasTouch: true, isMobile: true });
  await page.locator(".panel use").first().tap({ force: true });
  assert.match(await page.locator("#tip").innerText(), /^(German|Arabic)/);
});

test("lines of a comparison meet the rows of their hits", async (t) => {
  const page = await open(t, "report.html", PHONE);
  const [line, rows] = await page.evaluate(() => {
    const { top, bottom } = document.querySelector(".ranks line").getBoundingClientRect();
    const middles = [...document.querySelectorAll(".ranks li")].map((row) => {
      const box = row.getBoundingClientRect();
      return (box.top + box.bottom) / 2;
    });
    return [[top, bottom], middles];
  });
  for (const end of line) {
    assert.ok(rows.some((middle) => Math.abs(middle - end) < 4), `${end} is in no row of ${rows}`);
  }
});
