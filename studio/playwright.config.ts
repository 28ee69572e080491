import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// Debian's browser where there is one, else the one that Playwright has installed.
const system = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => path && existsSync(path));
const port = Number(process.env["PORT"] ?? 7897);

export default defineConfig({
  testDir: "tests",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  workers: 1,
  fullyParallel: false,
  reporter: [["list"]],
  use: {
    baseURL: process.env["STUDIO"] ?? `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: ["--no-sandbox"], ...(system ? { executablePath: system } : {}) },
    trace: "off",
  },
  ...(process.env["STUDIO"]
    ? {}
    : {
        webServer: {
          command: `${process.env["HIPPODROME"] ?? "../target/debug/hippodrome"} serve --port ${port}`,
          url: `http://localhost:${port}/healthz`,
          reuseExistingServer: false,
        },
      }),
});
