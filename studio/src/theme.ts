// Light, dark, or as the system says.

import { button, say } from "./dom.ts";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const KEY = "hippodrome-theme";

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY) as Theme | null;
    return value && THEMES.includes(value) ? value : "auto";
  } catch {
    return "auto";
  }
}

/** The button that goes through the themes. */
export function theme(): HTMLButtonElement {
  let now = stored();
  const names: Record<Theme, string> = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
  const element = button("", () => {
    now = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]!;
    try {
      localStorage.setItem(KEY, now);
    } catch {
      // Then it is forgotten with the page.
    }
    apply();
    say(names[now]);
  }, { class: "quiet", id: "theme" });
  const apply = (): void => {
    document.documentElement.dataset["theme"] = now;
    element.textContent = names[now];
  };
  apply();
  return element;
}
