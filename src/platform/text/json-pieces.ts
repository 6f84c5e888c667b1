const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;
const INDENT = '  ';

/**
 * A displayed piece of JSON. `NAME` and `TEXT` are JSON strings without their escapes, except those for quotation marks and
 * backslashes.
 */
export interface JsonPiece {
  readonly kind: 'SIGN' | 'VALUE' | 'NAME' | 'TEXT';
  readonly text: string;
}

/**
 * Splits JSON into pieces with one line per member. Keeps the order of members and the spelling of numbers, which parsing and
 * serialising could change. Texts keep their line breaks and are separate pieces, so that a text can't look like a member. Null
 * for text that isn't JSON.
 */
export function jsonPieces(source: string): JsonPiece[] | null {
  try {
    JSON.parse(source);
  } catch {
    return null;
  }
  const pieces: JsonPiece[] = [];
  const sign = (text: string) => pieces.push({ kind: 'SIGN', text });
  let depth = 0;
  const line = () => `\n${INDENT.repeat(depth)}`;
  const tokens = source.match(TOKEN) ?? [];
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const isEmpty = (token === '{' && next === '}') || (token === '[' && next === ']');
    if (token === '{' || token === '[') {
      depth += 1;
      sign(isEmpty ? token : `${token}${line()}`);
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const before = tokens[index - 1];
      sign(before === '{' || before === '[' ? token : `${line()}${token}`);
    } else if (token === ',') sign(`,${line()}`);
    else if (token === ':') sign(': ');
    else if (!token.startsWith('"')) pieces.push({ kind: 'VALUE', text: token });
    else pieces.push({ kind: next === ':' ? 'NAME' : 'TEXT', text: decodedToken(token) });
  }
  return pieces;
}

function decodedToken(token: string): string {
  return (JSON.parse(token) as string).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
