import { type JsonPiece, jsonPieces } from '../../platform/text/json-pieces.ts';
import { escapeHtml } from '../../site/index.ts';
import { visibleHtml } from './visible-text.ts';

/** JSON with a line for each member, in which nothing hides. Null for what is no JSON. */
export function jsonHtml(source: string): string | null {
  return jsonPieces(source)?.map(pieceHtml).join('') ?? null;
}

function pieceHtml({ kind, text }: JsonPiece): string {
  if (kind === 'SIGN') return text;
  if (kind === 'VALUE') return visibleHtml(text);
  return `<span class="${kind.toLowerCase()}">${escapeHtml('"')}${visibleHtml(text)}${escapeHtml('"')}</span>`;
}
