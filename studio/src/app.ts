// What the views share.

import type { Square } from "./board.ts";
import type { Scene } from "./scene.ts";
import type { State } from "./state.ts";

export interface App {
  readonly state: State;
  /** Changes the state, the link and the page. */
  update(patch: Partial<State>): void;
  /** Draws again after something else has changed. */
  render(): void;
}

/** What can be taken away from a view. */
export interface Goods {
  /** A walk, whole or not. */
  path?: Square[];
  queens?: Square[];
  /** Makes the text of a certificate, where there is one. */
  certificate?: () => Promise<string | null>;
  /** The JSON of what is shown. */
  json?: () => string;
}

export interface View {
  /** The panel beside the board. */
  readonly element: HTMLElement;
  /** What stands under the board. */
  readonly below?: HTMLElement;
  /** Puts what the view knows on the board; gives the board's name for screen readers. */
  draw(scene: Scene): string;
  /** A square was clicked. */
  pick(square: Square): void;
  /** The question has changed, or the view is shown. */
  refresh(): void;
  /** The view is left. */
  leave?(): void;
  goods(): Goods;
  /** A key was pressed that no control took; whether the view took it. */
  key?(key: string): boolean;
}
