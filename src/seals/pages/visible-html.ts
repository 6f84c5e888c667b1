import { visibleParts } from '../../proof/text.ts';
import { escapeHtml } from '../../site/index.ts';

/**
 * Converts an untrusted text to HTML. Invisible characters and those that change the reading direction are shown by code point,
 * and the text can’t affect the direction of the surrounding text.
 */
export function visibleHtml(text: string): string {
  const parts = visibleParts(text).map((part) =>
    typeof part === 'string' ? escapeHtml(part) : `<span class="hidden-character">${part.codePoint}</span>`,
  );
  return `<bdi>${parts.join('')}</bdi>`;
}
