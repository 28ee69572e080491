import { readFileSync } from "node:fs";
import { expect, test as base, type Download, type Locator, type Page } from "@playwright/test";

/** A page on which nothing may go wrong unnoticed: no error, no refused script or style. */
export const test = base.extend<{ studio: Studio }>({
  studio: async ({ page }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      // A status that the page asked for and handles is no fault.
      if (message.type() === "error" && !message.text().includes("Failed to load resource")) faults.push(message.text());
    });
    page.on("request", (request) => {
      if (!/^(http:\/\/localhost|blob:|data:)/.test(request.url())) faults.push(`asks ${request.url()}`);
    });
    await use(new Studio(page));
    expect(faults).toEqual([]);
  },
});

export class Studio {
  constructor(readonly page: Page) {}

  async open(link = ""): Promise<void> {
    await this.page.goto("about:blank");
    await this.page.goto(`/${link ? `#${link}` : ""}`);
    await expect(this.page.locator(".board [role=gridcell]").first()).toBeVisible();
  }

  square(name: string): Locator {
    return this.page.locator(`[role=gridcell][data-square="${name}"]`);
  }

  click(name: string): Promise<void> {
    return this.square(name).click();
  }

  tab(name: string): Promise<void> {
    return this.page.getByRole("tab", { name }).click();
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  get side(): Locator {
    return this.page.locator("#side");
  }

  get verdict(): Locator {
    return this.page.locator(".verdict");
  }

  get story(): Locator {
    return this.page.locator("#side .story");
  }

  get place(): Locator {
    return this.page.locator(".place");
  }

  get live(): Locator {
    return this.page.locator("#live");
  }

  /** The squares that look so. */
  async looks(name: string): Promise<string[]> {
    const all = this.page.locator(`[role=gridcell].${name}`);
    return all.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-square") ?? ""));
  }

  /** What a button of the menu gives. */
  async take(name: string): Promise<{ name: string; bytes: Buffer }> {
    await this.page.getByText("Take away").click();
    const [download] = await Promise.all([this.page.waitForEvent("download"), this.button(name).click()]);
    return saved(download);
  }
}

export async function saved(download: Download): Promise<{ name: string; bytes: Buffer }> {
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

export { expect };
