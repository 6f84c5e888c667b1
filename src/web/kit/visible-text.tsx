import { type JsonPiece, jsonPieces } from '../../platform/text/json-pieces.ts';
import { visiblePieces } from '../../platform/text/visible-pieces.ts';
import './visible-text.css';

/**
 * Displays untrusted text so that nothing in it is hidden: invisible, direction-changing and lookalike characters are shown by
 * their code point. The surrounding element must preserve line breaks.
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

/** Converts untrusted text to a plain string without hidden characters, for places such as a window title. */
export function visibleString(text: string): string {
  return visiblePieces(text)
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.mark}]`))
    .join('');
}

/** Displays a complete text in monospace. JSON has one member per line in its original order, other text its own line breaks. */
export function Exact({ text, asJson = true }: { text: string; asJson?: boolean }) {
  const pieces = asJson ? jsonPieces(text) : null;
  return <pre className="exact">{pieces === null ? <Visible text={text} /> : <JsonPieces pieces={pieces} />}</pre>;
}

/** Displays a value as JSON within a line. */
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
