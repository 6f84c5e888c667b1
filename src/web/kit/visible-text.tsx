import { type JsonPiece, jsonPieces } from '../../platform/text/json-pieces.ts';
import { visiblePieces } from '../../platform/text/visible-pieces.ts';
import './visible-text.css';

/**
 * A text of somebody else in which nothing hides: what cannot be seen, turns the reading direction or only looks like another
 * letter stands there by its number. What surrounds it shows line ends, where there may be any.
 */
export function Visible({ text }: { text: string }) {
  return (
    <bdi>
      {visiblePieces(text).map((piece, index) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never move
          <span key={index} className="hidden-character">
            {piece.mark}
          </span>
        ),
      )}
    </bdi>
  );
}

/** The same where only plain text can stand, such as the title of a window. */
export function visibleString(text: string): string {
  return visiblePieces(text)
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.mark}]`))
    .join('');
}

/** A text as it is, in monospace and whole: JSON with a line for each member and in its own order, all else with its line ends. */
export function Exact({ text, asJson = true }: { text: string; asJson?: boolean }) {
  const pieces = asJson ? jsonPieces(text) : null;
  return <pre className="exact">{pieces === null ? <Visible text={text} /> : <JsonPieces pieces={pieces} />}</pre>;
}

/** JSON within a line. */
export function ExactValue({ value }: { value: unknown }) {
  const source = JSON.stringify(value) ?? '';
  return <JsonPieces pieces={jsonPieces(source) ?? [{ kind: 'VALUE', text: source }]} />;
}

function JsonPieces({ pieces }: { pieces: readonly JsonPiece[] }) {
  return pieces.map(({ kind, text }, index) => {
    if (kind === 'SIGN') return text;
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never move
    if (kind === 'VALUE') return <Visible key={index} text={text} />;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never move
      <span key={index} className={kind.toLowerCase()}>
        "<Visible text={text} />"
      </span>
    );
  });
}
