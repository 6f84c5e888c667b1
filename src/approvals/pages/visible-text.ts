import { visiblePieces } from '../../platform/text/visible-pieces.ts';
import { escapeHtml } from '../../site/index.ts';

/** A text of somebody else as HTML in which nothing hides. It belongs into an element that shows line ends. */
export function visibleHtml(text: string): string {
  const html = visiblePieces(text).map((piece) =>
    typeof piece === 'string' ? escapeHtml(piece) : `<span class="hidden-character">${escapeHtml(piece.mark)}</span>`,
  );
  return `<bdi>${html.join('')}</bdi>`;
}
