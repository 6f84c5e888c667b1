import { visibleParts } from '../../proof/text.ts';
import { escapeHtml } from '../../site/index.ts';

/**
 * A text of somebody else as HTML: characters that hide or that turn the reading direction stand there by their number, and
 * the rest keeps its direction to itself.
 */
export function shownText(text: string): string {
  const parts = visibleParts(text).map((part) =>
    typeof part === 'string' ? escapeHtml(part) : `<span class="hidden-character">${part.codePoint}</span>`,
  );
  return `<bdi>${parts.join('')}</bdi>`;
}
