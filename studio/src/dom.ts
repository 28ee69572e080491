// Making elements.

type Child = Node | string | null;

/** An element with attributes (on… are listeners) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

export function svg(tag: string, attributes: Record<string, unknown> = {}, ...children: Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

function set(element: Element, attributes: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
}

export function button(text: string, onclick: () => void, attributes: Record<string, unknown> = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

let ids = 0;

/** A control under its name. */
export function labelled(text: string, control: HTMLElement, hint = ""): HTMLElement {
  control.id ||= `field-${++ids}`;
  const label = h("label", { for: control.id }, text);
  if (!hint) return h("div", { class: "field" }, label, control);
  const about = h("p", { class: "hint", id: `${control.id}-hint` }, hint);
  control.setAttribute("aria-describedby", about.id);
  return h("div", { class: "field" }, label, control, about);
}

/** A choice of a few, as buttons side by side. */
export function choice<T extends string>(
  legend: string,
  options: readonly (readonly [T, string])[],
  chosen: T,
  onchange: (value: T) => void,
): HTMLFieldSetElement {
  const name = `choice-${++ids}`;
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, legend),
    h(
      "div",
      { class: "options" },
      ...options.map(([value, text]) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }),
          h("span", {}, text),
        ),
      ),
    ),
  );
}

export function select(
  options: readonly (readonly [string, string])[],
  chosen: string,
  onchange: (value: string) => void,
): HTMLSelectElement {
  const element = h(
    "select",
    {},
    ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  element.addEventListener("change", () => onchange(element.value));
  return element;
}

export function number(value: number, least: number, most: number, onchange: (value: number) => void): HTMLInputElement {
  const input = h("input", { type: "number", min: least, max: most, value, inputmode: "numeric" });
  input.addEventListener("change", () => {
    const given = Math.round(Number(input.value));
    const right = Math.min(most, Math.max(least, Number.isFinite(given) ? given : least));
    input.value = String(right);
    onchange(right);
  });
  return input;
}

/** "13 267 364 410 532", so that it can be read. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

let pending = 0;

/** Says something to those who hear the page. */
export function say(text: string): void {
  const region = document.getElementById("live");
  window.clearTimeout(pending);
  // A moment later, so that only the last of many is said.
  pending = window.setTimeout(() => {
    if (region) region.textContent = text;
  }, 60);
}

export function download(name: string, data: Blob | string, type = "text/plain"): void {
  const blob = typeof data === "string" ? new Blob([data], { type }) : data;
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
