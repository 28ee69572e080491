// Playing, counting, queens, checking, taking away.

import { expect, test } from "./page.ts";

test.describe("play", () => {
  test("a tour by hand, with undo, hints and the truth", async ({ studio }) => {
    await studio.open("v=play&b=3x4&f=");
    await studio.click("a1");
    await expect(studio.side.getByText("A tour goes on from here.")).toBeVisible();
    expect((await studio.looks("legal")).sort()).toEqual(["b3", "c2"]);
    await studio.click("d3");
    await expect(studio.story).toContainText("From a1 there is no move to d3.");
    await studio.click("b3");
    await expect(studio.square("b3")).toHaveAttribute("aria-label", /step 2/);
    await studio.button("Undo").click();
    await expect(studio.square("b3")).not.toHaveAttribute("aria-label", /step 2/);
    for (let step = 2; step <= 12; step++) {
      await studio.button("Hint").click();
      await expect.poll(() => studio.looks("chosen")).toHaveLength(1);
      const [next] = await studio.looks("chosen");
      await studio.click(next ?? "");
      await expect(studio.square(next ?? "")).toHaveAttribute("aria-label", new RegExp(`step ${step},`));
    }
    await expect(studio.side.getByText("An open tour of all 12 squares!")).toBeVisible();
  });

  test("no tour goes on from here", async ({ studio }) => {
    await studio.open("v=play&b=5x5&f=&p=a1.c2");
    await expect(studio.side.getByText("A tour goes on from here.")).toBeVisible();
    await studio.open("v=play&b=3x4&f=&p=b1");
    await expect(studio.page.locator("#side .result").first()).toContainText(/tour goes on from here/);
    await studio.open("v=play&b=5x5&f=&p=b1");
    await expect(studio.side.getByText("No tour goes on from here.")).toBeVisible();
    await studio.open("v=play&b=6x6&k=closed&f=&p=a1.b3.c1");
    await expect(studio.side.getByText("A closed tour goes on from here.")).toBeVisible();
    await studio.open("v=play&b=6x6&k=closed&f=&p=b3.a1.c2.e1.f3.e5.c6.a5.c4");
    await expect(studio.side.getByText(/closed tour goes on from here/)).toBeVisible();
  });

  test("a dead end is said", async ({ studio }) => {
    await studio.open("v=play&b=3x3&f=&p=a1.b3.c1.a2.c3.b1.a3.c2");
    await expect(studio.story).toContainText("Stuck on c2 after 8 of 9 squares");
    await studio.button("Start over").click();
    await expect(studio.story).toContainText("Begin on any square");
  });
});

test.describe("count", () => {
  test("the exact number, and up to symmetry", async ({ studio }) => {
    await studio.open("v=count&b=6x6&k=closed&f=");
    await studio.button("Count").click();
    await expect(studio.page.locator("#side .number")).toHaveText(/9\s?862/);
    await expect(studio.side.getByText("closed tours, undirected")).toBeVisible();
    await studio.page.getByLabel("A tour and its reverse are two").check();
    await studio.button("Count").click();
    await expect(studio.page.locator("#side .number")).toHaveText(/19\s?724/);
    await studio.page.getByRole("radio", { name: "Count once" }).check();
    await studio.button("Count").click();
    await expect(studio.page.locator("#side .number")).toHaveText(/1\s?245/);
  });

  test("progress, cancel and the time limit", async ({ studio }) => {
    await studio.open("v=count&b=8x8&k=closed&f=");
    await studio.button("Count").click();
    await expect(studio.page.locator(".work [role=status]")).toContainText(/\d s\)/);
    await studio.button("Cancel").click();
    await expect(studio.side.getByText("Stopped.")).toBeVisible();
    await expect(studio.page.locator(".work")).toBeHidden();
    await studio.page.getByLabel("Time limit").selectOption("5s");
    await studio.button("Count").click();
    await expect(studio.side.getByText(/time limit of 5s/)).toBeVisible();
  });

  test("a random tour is drawn, and another", async ({ studio }) => {
    await studio.open("v=count&b=5x5&f=");
    await studio.button("A random tour").click();
    await expect(studio.side.getByText("Drawn with the seed 0")).toBeVisible();
    expect(await studio.looks("visited")).toHaveLength(25);
    await studio.button("A random tour").click();
    await expect(studio.side.getByText("Drawn with the seed 1")).toBeVisible();
  });
});

test.describe("queens", () => {
  test("place, attack, complete, count", async ({ studio }) => {
    await studio.open("v=queens");
    await studio.click("b4");
    await expect(studio.square("b4")).toHaveAttribute("aria-label", /queen/);
    expect(await studio.looks("attacked")).toHaveLength(23);
    await studio.click("d4");
    await expect(studio.story).toContainText("1 pair attacks each other: b4 and d4");
    expect((await studio.looks("wrong")).sort()).toEqual(["b4", "d4"]);
    await studio.click("d4");
    await studio.button("Count completions").click();
    await expect(studio.side.getByText(/^\d+ completions\.$/)).toBeVisible();
    await studio.button("Complete").click();
    await expect(studio.story).toContainText("All 8 queens stand");
    expect(await studio.looks("queened")).toContain("b4");
    await studio.button("Clear").click();
    await studio.page.getByRole("radio", { name: "A blocked square" }).check();
    await studio.click("a1");
    expect(await studio.looks("blocked")).toEqual(["a1"]);
    await studio.button("Count completions").click();
    await expect(studio.side.getByText("88 completions.")).toBeVisible();
    await studio.button("Count all").click();
    await expect(studio.page.locator("#side .number")).toHaveText("92, 12 up to symmetry");
  });

  test("no completion is said with its reason", async ({ studio }) => {
    await studio.open("v=queens&n=4&q=a1");
    await studio.button("Complete").click();
    await expect(studio.side.getByText(/There is no completion/)).toBeVisible();
  });

  test("solutions are browsed up to symmetry", async ({ studio }) => {
    await studio.open("v=queens");
    await studio.button("Browse up to symmetry").click();
    await expect(studio.side.getByText("1 of 12")).toBeVisible();
    expect(await studio.looks("queened")).toHaveLength(8);
    await studio.button("Next").click();
    await expect(studio.side.getByText("2 of 12")).toBeVisible();
    await studio.button("Previous").click();
    await studio.button("Previous").click();
    await expect(studio.side.getByText("12 of 12")).toBeVisible();
    await studio.page.getByLabel("Queens, and ranks and files").fill("6");
    await studio.page.getByLabel("Queens, and ranks and files").press("Tab");
    await expect(studio.page.locator("[role=gridcell]")).toHaveCount(36);
  });
});

test.describe("check", () => {
  const area = "Paste it here, or drop a file on the page";

  test("the first error is shown on the board", async ({ studio }) => {
    await studio.open("v=check&f=");
    await studio.page.getByLabel(area).fill("a1 b3 c5 d6 e8");
    await studio.button("Check").click();
    await expect(studio.page.getByRole("heading", { name: /^Wrong/ })).toBeVisible();
    await expect(studio.side.getByText(/not-a-move/)).toBeVisible();
    expect((await studio.looks("wrong")).sort()).toEqual(["c5", "d6"]);
  });

  test("a right tour and a certificate are verified", async ({ studio }) => {
    await studio.open("b=5x5&i=24");
    await expect(studio.story).toContainText("A tour.");
    const { bytes } = await studio.take("Certificate");
    await studio.tab("Check");
    await studio.page.getByLabel(area).fill(bytes.toString());
    await studio.button("Check").click();
    await expect(studio.page.getByRole("heading", { name: "Verified" })).toBeVisible();
    await studio.page.getByLabel(area).fill(bytes.toString().replace("a5:1", "a5:2"));
    await studio.button("Check").click();
    await expect(studio.page.getByRole("heading", { name: /^Wrong, line/ })).toBeVisible();
    expect((await studio.looks("wrong")).length).toBeGreaterThan(0);
  });

  test("a dropped file is checked, a tour of another board is wrong", async ({ studio }) => {
    await studio.open("f=");
    const tour = await studio.page.request.post("/api/v1/tour", { data: { board: "6x6", format: "board" } });
    const text = await tour.text();
    const data = await studio.page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], "tour.txt", { type: "text/plain" }));
      return transfer;
    }, text);
    await studio.page.dispatchEvent("main", "drop", { dataTransfer: data });
    await expect(studio.page.getByRole("heading", { name: /^Wrong/ })).toBeVisible();
    await studio.page.getByLabel("It has to answer the question below").uncheck();
    await studio.button("Check").click();
    await expect(studio.page.getByRole("heading", { name: "Verified" })).toBeVisible();
  });

  test("a chosen file is checked", async ({ studio }) => {
    await studio.open("v=check&b=3x4&f=");
    await studio.page.getByLabel("Or choose a file").setInputFiles({
      name: "tour.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("a1 c2 a3 b1 d2 b3 c1 d3 b2 d1 c3 a2"),
    });
    await expect(studio.page.getByRole("heading", { name: "Verified" })).toBeVisible();
    expect(await studio.looks("visited")).toHaveLength(12);
  });
});

test.describe("take away", () => {
  test("the link holds the whole state", async ({ studio }) => {
    await studio.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await studio.open("b=6x7&h=a1.g6&k=open&f=b1&t=c4&tb=last&s=3&i=5&heat=1&num=0&r=1");
    await studio.page.getByText("Take away").click();
    await studio.button("Copy the link").click();
    await expect(studio.page.locator("#toast")).toContainText("The link");
    const link = await studio.page.evaluate(() => location.href);
    for (const part of ["b=6x7", "h=a1.g6", "f=b1", "t=c4", "tb=last", "s=3", "i=5", "heat=1", "num=0", "r=1"]) {
      expect(link).toContain(part);
    }
    const marks = (): Promise<string[]> =>
      studio.page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
    await expect(studio.place).toHaveText(/^5 \//);
    const before = await marks();
    await studio.page.goto("about:blank");
    await studio.page.goto(link);
    await expect(studio.place).toHaveText(/^5 \//);
    expect(await marks()).toEqual(before);
    await studio.open("v=queens&n=6&q=b1.d2&x=a6");
    expect(await studio.looks("queened")).toEqual(["d2", "b1"]);
    expect(await studio.looks("blocked")).toEqual(["a6"]);
  });

  test("a link that means nothing is a board all the same", async ({ studio }) => {
    await studio.open("b=0x999&h=zz99&l=x&f=q&v=nothing&i=-4&p=a1.a2&q=%3Cscript%3E");
    await expect(studio.page.locator("[role=gridcell]")).toHaveCount(64);
  });

  test("SVG, PNG, JSON and certificate", async ({ studio }) => {
    await studio.open("i=63");
    await expect(studio.story).toContainText("A tour.");
    const svg = await studio.take("SVG picture");
    expect(svg.name).toBe("tour-8x8.svg");
    expect(svg.bytes.toString()).toMatch(/^<svg xmlns[^]*>64<\/text>[^]*<\/svg>\n$/);
    const png = await studio.take("PNG picture");
    expect([...png.bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join("")).toBe("PNG");
    expect(png.bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(1199);
    const json = JSON.parse((await studio.take("JSON")).bytes.toString()) as { squares: string[] };
    expect(json.squares).toHaveLength(64);
    const certificate = (await studio.take("Certificate")).bytes.toString();
    expect(certificate).toMatch(/^hippodrome-certificate 1\nkind trace\n/);
    for (const file of [certificate, JSON.stringify(json)]) {
      const report = await studio.page.request.post("/api/v1/check", { data: { file, board: "8x8" } });
      expect(((await report.json()) as { verdict: string }).verdict).toBe("verified");
    }
    await studio.open("v=queens&q=a1.e2.h3.f4.c5.g6.b7.d8");
    const placement = (await studio.take("Certificate")).bytes.toString();
    expect(placement).toContain("kind placement");
    expect((await studio.take("JSON")).bytes.toString()).toBe('{"n":8,"columns":[1,5,8,6,3,7,2,4]}\n');
  });

  test("a picture carries its tour, and is read back", async ({ studio }) => {
    await studio.open("b=6x6&k=closed&f=&m=auto");
    await expect(studio.place).toHaveText(/^\d+ \/ [1-9]\d+$/);
    const svg = (await studio.take("SVG picture")).bytes.toString();
    expect(svg).toContain('<metadata>{"board":{"rows":6,"cols":6');
    const answer = await studio.page.request.post("/api/v1/check", { data: { file: svg, board: "6x6", closed: true } });
    expect((await answer.json()).verdict).toBe("verified");
    await studio.open("b=5x5&f=c1&i=9");
    await expect(studio.place).toHaveText(/^9 /);
    expect((await studio.take("SVG picture")).bytes.toString()).not.toContain("<metadata>");
  });

  test("an animation of the whole tour", async ({ studio }) => {
    for (const link of ["b=6x6&k=closed&f=&m=auto", "b=5x6&f=a1&m=construct", "b=8x8&k=closed&f=c3&m=auto"]) {
      await studio.open(link);
      await expect(studio.place).toHaveText(/^\d+ \/ [1-9]\d+$/);
      const gif = await studio.take("GIF animation");
      expect(gif.name).toMatch(/\.gif$/);
      expect(gif.bytes.subarray(0, 6).toString()).toBe("GIF89a");
    }
    await studio.open("v=play&p=a1.b3");
    await studio.page.getByText("Take away").click();
    await studio.button("GIF animation").click();
    await expect(studio.page.locator("#toast")).toContainText("There is no animation yet");
  });
});
