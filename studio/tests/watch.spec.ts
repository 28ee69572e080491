// Watching the rule.

import { expect, test } from "./page.ts";

test("steps forward and back, first and last, and a timeline to drag", async ({ studio }) => {
  await studio.open("b=5x5");
  await expect(studio.place).toHaveText("0 / 24");
  await expect(studio.story).toContainText("b3, c2 tie with 5 exits each. The tie-break takes b3.");
  expect(await studio.looks("tie")).toEqual(["b3", "c2"]);
  expect(await studio.looks("chosen")).toEqual(["b3"]);
  await studio.button("Step forward").click();
  await expect(studio.story).toContainText("Of 5 squares, a5 has the fewest exits (1 exit): there.");
  await expect(studio.square("a5").locator(".big")).toHaveText("1");
  expect((await studio.looks("candidate")).sort()).toEqual(["a5", "c1", "c5", "d2", "d4"]);
  expect(await studio.looks("tie")).toEqual([]);
  await studio.button("Step forward").click();
  await studio.button("Step back").click();
  await expect(studio.place).toHaveText("1 / 24");
  await studio.button("Last").click();
  await expect(studio.place).toHaveText("24 / 24");
  await expect(studio.story).toContainText("A tour.");
  await studio.button("First").click();
  await expect(studio.place).toHaveText("0 / 24");
  await studio.page.getByLabel("Timeline").fill("12");
  await expect(studio.place).toHaveText("12 / 24");
  await expect(studio.square("a1")).toHaveAttribute("aria-label", /step 1/);
});

test("plays when told to, never by itself, at a chosen speed", async ({ studio }) => {
  await studio.open("b=5x5");
  await studio.page.waitForTimeout(1200);
  await expect(studio.place).toHaveText("0 / 24");
  await studio.page.getByLabel("Speed").selectOption("32");
  await studio.button("Play").click();
  await expect(studio.place).toHaveText("24 / 24");
  await expect(studio.button("Play")).toBeVisible();
  await studio.button("First").click();
  await studio.page.getByLabel("Speed").selectOption("2");
  await studio.button("Play").click();
  await expect(studio.place).toHaveText("2 / 24");
  await studio.button("Pause").click();
  const before = await studio.place.textContent();
  await studio.page.waitForTimeout(900);
  await expect(studio.place).toHaveText(before ?? "");
});

test("keys work, but not while typing", async ({ studio }) => {
  await studio.open("b=5x5");
  await expect(studio.place).toHaveText("0 / 24");
  const press = (key: string): Promise<void> => studio.page.locator("body").press(key);
  await press("ArrowRight");
  await press("ArrowRight");
  await expect(studio.place).toHaveText("2 / 24");
  await press("ArrowLeft");
  await expect(studio.place).toHaveText("1 / 24");
  await press("End");
  await expect(studio.place).toHaveText("24 / 24");
  await press("Home");
  await expect(studio.place).toHaveText("0 / 24");
  await press("+");
  await expect(studio.page.getByLabel("Speed")).toHaveValue("4");
  await press("-");
  await press("-");
  await expect(studio.page.getByLabel("Speed")).toHaveValue("1");
  await press("n");
  await expect(studio.page.getByLabel("Numbers")).not.toBeChecked();
  await press("d");
  await expect(studio.page.getByLabel("Heat map of degrees")).toBeChecked();
  await press(" ");
  await expect(studio.button("Pause")).toBeVisible();
  await press(" ");
  await expect(studio.button("Play")).toBeVisible();
  await press("?");
  await expect(studio.page.getByRole("dialog")).toBeVisible();
  await studio.page.keyboard.press("Escape");
  await expect(studio.page.getByRole("dialog")).toBeHidden();
  const now = (await studio.place.textContent()) ?? "";
  await studio.page.locator("[data-name=from]").press("ArrowRight");
  await studio.page.locator("[data-name=from]").press("n");
  await studio.page.locator("[data-name=seed]").press("End");
  await expect(studio.place).toHaveText(now);
  await expect(studio.page.getByLabel("Numbers")).not.toBeChecked();
});

test("the heat map shows degrees", async ({ studio }) => {
  await studio.open("heat=1&f=d4");
  await expect(studio.square("a1")).toHaveAttribute("aria-label", /degree 2/);
  await expect(studio.square("a1").locator(".small")).toHaveText("2");
  await expect(studio.square("e5").locator(".small")).toHaveText("8");
  expect(await studio.looks("heat2")).toContain("a1");
});

test("gets stuck, goes back, and says so", async ({ studio }) => {
  await studio.open("b=5x5&f=c1");
  await studio.button("Last").click();
  await expect(studio.story).toContainText("Stuck.");
  await studio.page.getByLabel("When stuck, go back to a tie").check();
  // The run is told anew, from its start.
  await expect(studio.place).toHaveText(/^0 \/ [1-9]/);
  await studio.button("Last").click();
  await expect(studio.story).toContainText("A tour.");
  await expect(studio.page.locator(".tally")).not.toContainText("Taken back0");
  await studio.page.getByLabel("Timeline").fill("0");
  let seen = false;
  for (let i = 0; i < 60 && !seen; i++) {
    await studio.button("Step forward").click();
    seen = /Back to the tie at step/.test((await studio.story.textContent()) ?? "");
  }
  expect(seen).toBe(true);
});

test("a full board that misses the end asked for says so", async ({ studio }) => {
  await studio.open("f=a1&t=b3&i=63");
  await expect(studio.story).toContainText("All 64 squares are visited");
  await expect(studio.story).toContainText("the end asked for is b3");
});

test("ties, seed and method choose another tour", async ({ studio }) => {
  await studio.open("i=63");
  await expect(studio.story).toContainText("A tour.");
  const order = async (): Promise<string> => (await studio.page.locator("[role=gridcell] .big").allTextContents()).join();
  const first = await order();
  await studio.page.getByLabel("Ties go to").selectOption("random");
  await studio.page.getByLabel("Seed").fill("5");
  await studio.page.getByLabel("Seed").press("Tab");
  await studio.button("Last").click();
  await expect.poll(order).not.toBe(first);
  for (const method of ["auto", "construct", "search"]) {
    await studio.page.getByLabel("Found by").selectOption(method);
    await expect(studio.place).toHaveText("0 / 63");
    await studio.button("Last").click();
    await expect(studio.story).toContainText("tour of all 64 squares");
  }
});

test("the tie-breaks are compared side by side", async ({ studio }) => {
  await studio.open();
  await studio.button("Compare the tie-breaks here").click();
  const rows = studio.page.locator("#side table tbody tr");
  await expect(rows).toHaveCount(7);
  await expect(rows.filter({ hasText: "centre-far" })).toContainText(/tour|stuck/);
});

test("reduced motion is obeyed", async ({ studio }) => {
  await studio.page.emulateMedia({ reducedMotion: "reduce" });
  await studio.open();
  const duration = await studio.page.locator(".ground").first().evaluate((rect) => getComputedStyle(rect).transitionDuration);
  expect(duration).toBe("0s");
});
