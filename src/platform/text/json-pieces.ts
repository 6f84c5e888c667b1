const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;
const INDENT = '  ';

/** A piece of JSON as it is shown: `NAME` and `TEXT` are what a text says, with what would end it still escaped. */
export interface JsonPiece {
  readonly kind: 'SIGN' | 'VALUE' | 'NAME' | 'TEXT';
  readonly text: string;
}

/**
 * JSON with a line for each member, as it is written: nothing is put into another order, left out or counted anew, as reading and
 * writing it again would. Texts come with their line ends and apart from what is around them, so that none can look like a member.
 * Null for what is no JSON.
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
    else pieces.push({ kind: next === ':' ? 'NAME' : 'TEXT', text: saidBy(token) });
  }
  return pieces;
}

function saidBy(token: string): string {
  return (JSON.parse(token) as string).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
