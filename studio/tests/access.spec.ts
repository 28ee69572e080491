// For everyone: axe, keys, what is said, themes, phones.

import AxeBuilder from "@axe-core/playwright";
import { expect, test, type Studio } from "./page.ts";

const VIEWS = [
  "i=20&heat=1",
  "b=5x5&f=b1",
  "b=4x6&k=closed&f=",
  "v=play&p=a1.b3.a5",
  "v=count&b=6x6&k=closed",
  "v=queens&q=b4.d4&x=h8",
  "v=check",
];

/** On a phone the layout differs, not what is said: one view of each shape. */
const ON_A_PHONE = ["i=20&heat=1", "b=4x6&k=closed&f=", "v=play&p=a1.b3.a5", "v=queens&q=b4.d4&x=h8", "v=check"];

async function violations(studio: Studio): Promise<unknown[]> {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const result = await new AxeBuilder({ page: studio.page }).withTags(tags).analyze();
  return result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary]) }));
}

for (const scheme of ["light", "dark"] as const) {
  for (const [device, size] of [["desk", { width: 1440, height: 900 }], ["phone", { width: 360, height: 740 }]] as const) {
    test(`axe finds nothing: ${scheme}, ${device}`, async ({ studio }) => {
      await studio.page.setViewportSize(size);
      await studio.page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      test.setTimeout(300_000);
      for (const link of device === "phone" ? ON_A_PHONE : VIEWS) {
        await studio.open(link);
        await studio.page.waitForTimeout(600);
        expect(await violations(studio), link).toEqual([]);
        const name = link.replace(/\W/g, "-").slice(0, 24);
        await studio.page.screenshot({ path: `test-results/shots/${scheme}-${device}-${name}.png`, fullPage: device === "phone" });
        const wider = await studio.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wider, `${link} scrolls sideways`).toBeLessThanOrEqual(0);
      }
    });
  }
}

test("axe finds nothing on the page of the API and in the help", async ({ studio }) => {
  test.setTimeout(300_000);
  await studio.open();
  await studio.button("Help").click();
  expect(await violations(studio)).toEqual([]);
  await studio.button("Close").click();
  for (const scheme of ["light", "dark"] as const) {
    await studio.page.emulateMedia({ colorScheme: scheme });
    await studio.page.goto("/api");
    await expect(studio.page.getByRole("heading", { name: "POST /api/v1/tour" })).toBeVisible();
    expect(await violations(studio)).toEqual([]);
  }
});

test("the board is a grid with one square in the order of tabs, and arrows move in it", async ({ studio }) => {
  await studio.open("v=play&b=3x4&f=");
  const grid = studio.page.getByRole("grid");
  await expect(grid).toHaveAttribute("aria-label", /3 ranks and 4 files/);
  await expect(grid.getByRole("row")).toHaveCount(3);
  await expect(grid.getByRole("gridcell")).toHaveCount(12);
  expect(await studio.page.locator("[role=gridcell][tabindex='0']").count()).toBe(1);
  await studio.square("a1").focus();
  await studio.page.keyboard.press("ArrowUp");
  await expect(studio.square("a2")).toBeFocused();
  await studio.page.keyboard.press("ArrowRight");
  await studio.page.keyboard.press("End");
  await expect(studio.square("d2")).toBeFocused();
  await studio.page.keyboard.press("PageUp");
  await studio.page.keyboard.press("Home");
  await expect(studio.square("a3")).toBeFocused();
  await studio.page.keyboard.press("Enter");
  await expect(studio.square("a3")).toHaveAttribute("aria-label", /^a3, step 1/);
  await expect(studio.live).toContainText("a3, step 1");
  await studio.page.keyboard.press("ArrowRight");
  await studio.page.keyboard.press("ArrowRight");
  await studio.page.keyboard.press("ArrowDown");
  await studio.page.keyboard.press(" ");
  await expect(studio.live).toContainText("c2, step 2");
  expect(await studio.page.locator("[role=gridcell][tabindex='0']").count()).toBe(1);
});

test("the squares of a long board can be hit on a phone: it scrolls", async ({ studio }) => {
  await studio.page.setViewportSize({ width: 360, height: 740 });
  await studio.open("v=play&b=3x100&f=");
  const box = (await studio.square("a1").boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(20);
  await studio.square("cv3").scrollIntoViewIfNeeded();
  await studio.square("cv3").click();
  await expect(studio.page).toHaveURL(/p=cv3/);
  const wider = await studio.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
});

test("steps are said in watching", async ({ studio }) => {
  await studio.open("b=5x5");
  await expect(studio.place).toHaveText("0 / 24");
  await studio.button("Step forward").click();
  await expect(studio.live).toContainText("a5 has the fewest exits");
});

test("tabs are moved through with arrows", async ({ studio }) => {
  await studio.open();
  await studio.page.getByRole("tab", { name: "Watch" }).focus();
  await studio.page.keyboard.press("ArrowRight");
  await expect(studio.page.getByRole("tab", { name: "Play" })).toBeFocused();
  await expect(studio.page.getByRole("tab", { name: "Play" })).toHaveAttribute("aria-selected", "true");
  await studio.page.keyboard.press("End");
  await expect(studio.page.getByRole("tab", { name: "Check" })).toBeFocused();
});

test("the theme is the reader's, and is kept", async ({ studio }) => {
  await studio.page.emulateMedia({ colorScheme: "light" });
  await studio.open();
  const ground = (): Promise<string> => studio.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await studio.button("Theme: system").click();
  await studio.button("Theme: light").click();
  await expect(studio.button("Theme: dark")).toBeVisible();
  expect(await ground()).not.toBe(light);
  await studio.page.reload();
  await expect(studio.button("Theme: dark")).toBeVisible();
});
