// The question and its answer: board, holes, piece, kind, ends; whether there is a tour, and why not.

import { expect, saved, test } from "./page.ts";

test("the answer is there at once, and follows the question", async ({ studio }) => {
  await studio.open();
  await expect(studio.verdict).toContainText("Yes, there is an open tour");
  await expect(studio.verdict).toContainText("by theorem");
  await studio.page.getByLabel("Ranks", { exact: true }).fill("3");
  await studio.page.getByLabel("Ranks", { exact: true }).press("Tab");
  await studio.page.getByLabel("Files", { exact: true }).fill("3");
  await studio.page.getByLabel("Files", { exact: true }).press("Tab");
  await expect(studio.verdict).toContainText("No, there is no open tour");
  await expect(studio.page.locator("[role=gridcell]")).toHaveCount(9);
  await expect(studio.live).toContainText("there is no open tour");
});

test("no tour can start from b1: the colours are drawn, the proof is taken away and checked", async ({ studio }) => {
  await studio.open("b=5x5");
  await studio.click("b1");
  await expect(studio.verdict).toContainText("No, there is no open tour");
  await expect(studio.verdict).toContainText("proof by colours");
  await expect(studio.verdict).toContainText("There are 13 squares ● and 12 squares ○");
  expect(await studio.looks("even")).toHaveLength(13);
  expect(await studio.looks("odd")).toHaveLength(12);
  await expect(studio.square("b1")).toHaveAttribute("aria-label", /second colour/);
  const [download] = await Promise.all([studio.page.waitForEvent("download"), studio.button("Download the proof").click()]);
  const proof = (await saved(download)).bytes.toString();
  expect(proof).toMatch(/^hippodrome-certificate 1\nkind no-tour\n[^]*by colour\n[^]*end\n$/);
  await studio.button("Check the proof").click();
  await expect(studio.verdict).toContainText("Verified by the independent checker: no-tour 5x5 open from b1 by colour");
  await studio.page.getByLabel("Show the argument on the board").uncheck();
  expect(await studio.looks("even")).toHaveLength(0);
});

test("a cut is drawn with its parts", async ({ studio }) => {
  await studio.open("b=4x6&k=closed&f=");
  await expect(studio.verdict).toContainText("proof by a cut");
  const removed = await studio.looks("removed");
  const parts = await studio.page.locator("[role=gridcell] .big").allTextContents();
  const numbers = new Set(parts.filter((text) => text !== "×"));
  expect(removed.length).toBeGreaterThan(0);
  expect(numbers.size).toBeGreaterThan(removed.length);
  await expect(studio.verdict).toContainText(`${numbers.size} parts are left`);
});

test("forced moves are drawn", async ({ studio }) => {
  await studio.open("b=5x5&h=c4.a3&k=closed&f=");
  await expect(studio.verdict).toContainText("No, there is no closed tour");
  await studio.open("b=3x3&k=open&f=&h=");
  await expect(studio.verdict).toContainText("No, there is no open tour");
});

test("start, end and holes are set by clicks", async ({ studio }) => {
  await studio.open();
  await studio.click("c3");
  await expect(studio.page.getByLabel("Start", { exact: true }).last()).toHaveValue("c3");
  await studio.page.getByRole("radio", { name: "End" }).check();
  await studio.click("d3");
  await expect(studio.square("d3")).toHaveAttribute("aria-label", /end/);
  await expect(studio.verdict).toContainText("Yes");
  await studio.page.getByRole("radio", { name: "Holes" }).check();
  await studio.click("h8");
  await studio.click("a1");
  expect(await studio.looks("hole")).toEqual(["h8", "a1"]);
  await expect(studio.side.getByText("2 holes")).toBeVisible();
  await studio.click("h8");
  expect(await studio.looks("hole")).toEqual(["a1"]);
  await studio.button("Fill them").click();
  expect(await studio.looks("hole")).toEqual([]);
});

test("start and end are typed, and what is no square is marked", async ({ studio }) => {
  await studio.open();
  const start = studio.page.locator("[data-name=from]");
  await start.fill("z9");
  await start.press("Tab");
  await expect(start).toHaveAttribute("aria-invalid", "true");
  await start.fill("e5");
  await start.press("Tab");
  await expect(studio.page).toHaveURL(/f=e5/);
});

test("kind and piece change the answer", async ({ studio }) => {
  await studio.open("b=5x5");
  await studio.page.getByRole("radio", { name: "Closed" }).check();
  await expect(studio.verdict).toContainText("No, there is no closed tour");
  await studio.open("b=10x10");
  await studio.page.getByLabel("Piece").selectOption("1,3");
  await expect(studio.verdict).toContainText("No, there is no open tour");
  await studio.page.getByLabel("Piece").selectOption("2,3");
  await expect(studio.verdict).toContainText(/Yes|Not known/);
});

test("any leaper can be asked", async ({ studio }) => {
  await studio.open("b=10x10");
  await studio.page.getByLabel("Piece").selectOption("Another leaper");
  await studio.page.getByLabel("Other way").fill("4");
  await studio.page.getByLabel("Other way").press("Tab");
  await expect(studio.page).toHaveURL(/l=1-4/);
  await expect(studio.page.getByLabel("One way")).toHaveValue("1");
  // A leap by even numbers, or by odd ones, stays on one colour.
  await studio.page.getByLabel("One way").fill("2");
  await studio.page.getByLabel("One way").press("Tab");
  await expect(studio.page).toHaveURL(/l=2-4/);
  await expect(studio.verdict).toContainText("No, there is no open tour");
  await studio.page.getByLabel("Piece").selectOption("Knight (1, 2)");
  await expect(studio.page.getByLabel("One way")).toHaveCount(0);
  await expect(studio.verdict).toContainText("Yes, there is an open tour");
});

test("a board of a hundred ranks and files is shown and answered", async ({ studio }) => {
  await studio.open("b=100x100&k=closed");
  await expect(studio.page.locator("[role=gridcell]")).toHaveCount(10_000);
  await expect(studio.verdict).toContainText("Yes, there is a closed tour");
  await studio.square("cv100").click({ force: true });
  await expect(studio.page).toHaveURL(/f=cv100/);
});
