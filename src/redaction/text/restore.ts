import { openPlaceholder, PLACEHOLDERS } from './placeholder.ts';
import type { RedactionMap } from './redact.ts';

/** How a value is written where its placeholder stood: as it is, or within a string of JSON. */
export type RestoreFormat = 'TEXT' | 'JSON';

/** Puts back what placeholders stand for. One that is not in the map stays: it was written by somebody. */
export function restore(text: string, map: RedactionMap, spelling: RestoreFormat = 'TEXT'): string {
  if (map.size === 0) return text;
  return text.replace(PLACEHOLDERS, (written) => {
    const value = map.get(written);
    if (value === undefined) return written;
    return spelling === 'JSON' ? JSON.stringify(value).slice(1, -1) : value;
  });
}

/** The same for a text that comes in pieces: what may be the beginning of a placeholder waits for the rest of it. */
export class TextRestorer {
  readonly #map: RedactionMap;
  readonly #spelling: RestoreFormat;
  #open = '';

  constructor(map: RedactionMap, spelling: RestoreFormat = 'TEXT') {
    this.#map = map;
    this.#spelling = spelling;
  }

  /** As much as can be told, which may be nothing yet. */
  push(piece: string): string {
    const text = this.#open + piece;
    const end = openPlaceholder(text);
    this.#open = text.slice(end);
    return restore(text.slice(0, end), this.#map, this.#spelling);
  }

  /** What is left when nothing more comes. */
  end(): string {
    const rest = this.#open;
    this.#open = '';
    return rest;
  }
}
