import { openPlaceholder, PLACEHOLDERS } from './placeholder.ts';
import type { RedactionMap } from './redact.ts';

/** Form of restored values: as they are, or escaped for a JSON string. */
export type RestoreFormat = 'TEXT' | 'JSON';

/**
 * Replaces placeholders by their original values. Placeholders that aren't in the map stay, because the redaction didn't write
 * them.
 */
export function restore(text: string, map: RedactionMap, spelling: RestoreFormat = 'TEXT'): string {
  if (map.size === 0) return text;
  return text.replace(PLACEHOLDERS, (written) => {
    const value = map.get(written);
    if (value === undefined) return written;
    return spelling === 'JSON' ? JSON.stringify(value).slice(1, -1) : value;
  });
}

/** Restores a text that arrives in pieces. A possible beginning of a placeholder is held back until the rest arrives. */
export class TextRestorer {
  readonly #map: RedactionMap;
  readonly #spelling: RestoreFormat;
  #open = '';

  constructor(map: RedactionMap, spelling: RestoreFormat = 'TEXT') {
    this.#map = map;
    this.#spelling = spelling;
  }

  /** Returns the restored text that has become certain with this piece. It can be empty. */
  push(piece: string): string {
    const text = this.#open + piece;
    const end = openPlaceholder(text);
    this.#open = text.slice(end);
    return restore(text.slice(0, end), this.#map, this.#spelling);
  }

  /** Returns the text that is still held back. Called when the text is complete. */
  end(): string {
    const rest = this.#open;
    this.#open = '';
    return rest;
  }
}
