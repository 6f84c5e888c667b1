import { escapeHtml } from '../../platform/pages/html-page.ts';
import { visibleHtml } from './visible-text.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;
const INDENT = '  ';

/**
 * JSON with a line for each member, as it is written: nothing is put into another order, left out or counted anew, as reading and
 * writing it again would. Texts are shown with their line ends and apart from what is around them, so that none can look like a
 * member. Null for what is no JSON.
 */
export function jsonHtml(source: string): string | null {
  try {
    JSON.parse(source);
  } catch {
    return null;
  }
  let html = '';
  let depth = 0;
  const line = () => `\n${INDENT.repeat(depth)}`;
  const tokens = source.match(TOKEN) ?? [];
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const isEmpty = (token === '{' && next === '}') || (token === '[' && next === ']');
    if (token === '{' || token === '[') {
      html += token;
      depth += 1;
      if (!isEmpty) html += line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const before = tokens[index - 1];
      html += before === '{' || before === '[' ? token : `${line()}${token}`;
    } else if (token === ',') html += `,${line()}`;
    else if (token === ':') html += ': ';
    else if (!token.startsWith('"')) html += visibleHtml(token);
    else
      html +=
        next === ':' ? `<span class="name">${textOf(token)}</span>` : `<span class="text">${textOf(token)}</span>`;
  }
  return html;
}

/** What the text says, with what would end it still escaped. */
function textOf(token: string): string {
  const text = JSON.parse(token) as string;
  return `${escapeHtml('"')}${visibleHtml(text.replaceAll('\\', '\\\\').replaceAll('"', '\\"'))}${escapeHtml('"')}`;
}
