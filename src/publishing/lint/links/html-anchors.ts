import { unescapedHtml } from './html-text.ts';
import { type Link, MAX_ADDRESS, MAX_TEXT } from './link.ts';

/**
 * Yields the links in HTML: `<a href>` with the visible text between its tags, and without text the addresses in `<area>`,
 * `<base>`, `<form>`, `<button>` and `<iframe>`. Parses as tolerantly as a browser, in one pass: names in any case, values with
 * or without quotes, unclosed tags.
 */
export function* htmlAnchors(html: string): Generator<Link> {
  let open: { address: string; from: number } | null = null;
  let at = html.indexOf('<');
  while (at !== -1) {
    const name = tagNameAt(html, at + 1);
    if (name === '') {
      at = html.indexOf('<', at + 1);
      continue;
    }
    const end = tagEnd(html, at + 1 + name.length);
    if (open && (name === '/a' || name === 'a')) {
      yield { text: readIn(html.slice(open.from, Math.min(at, open.from + MAX_TEXT))), address: open.address };
      open = null;
    }
    const attribute = ATTRIBUTES.get(name);
    if (attribute !== undefined) {
      const address = attributeIn(html.slice(at + 1 + name.length, end), attribute);
      if (address !== null && name === 'a') open = { address, from: end };
      else if (address !== null) yield { text: '', address };
    }
    at = html.indexOf('<', end);
  }
  if (open) yield { text: readIn(html.slice(open.from, open.from + MAX_TEXT)), address: open.address };
}

const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['base', 'href'],
  ['form', 'action'],
  ['button', 'formaction'],
  ['iframe', 'src'],
]);
const LONGEST_NAME = 10;

/** Name of the tag at this position in lower case, with `/` for an end tag: `a` or `/a`. Empty if no tag starts here. */
function tagNameAt(html: string, at: number): string {
  const name = /^\/?[a-zA-Z]+(?=[\s/>])/.exec(html.slice(at, at + LONGEST_NAME + 2));
  return name ? name[0].toLowerCase() : '';
}

/** Position after a tag’s `>`, where a `>` inside quotes is ignored. The end of the text if the tag isn’t closed. */
function tagEnd(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at++) {
    const character = html[at]!;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at + 1;
    else if ((character === '"' || character === "'") && /[=\s]/.test(html[at - 1]!)) quote = character;
  }
  return html.length;
}

/** Value of the first attribute with this name, as a browser reads it. Null if the tag doesn’t have the attribute. */
function attributeIn(tag: string, wanted: string): string | null {
  let at = 0;
  while (at < tag.length) {
    while (at < tag.length && /[\s/>]/.test(tag[at]!)) at++;
    const nameFrom = at;
    while (at < tag.length && !/[\s=/>]/.test(tag[at]!)) at++;
    const name = tag.slice(nameFrom, Math.min(at, nameFrom + 20)).toLowerCase();
    while (at < tag.length && /\s/.test(tag[at]!)) at++;
    let value = '';
    if (tag[at] === '=') {
      at++;
      while (at < tag.length && /\s/.test(tag[at]!)) at++;
      const quote = tag[at] === '"' || tag[at] === "'" ? tag[at]! : '';
      const from = quote === '' ? at : at + 1;
      if (quote === '') while (at < tag.length && !/[\s>]/.test(tag[at]!)) at++;
      else {
        const close = tag.indexOf(quote, from);
        at = close === -1 ? tag.length : close;
      }
      value = tag.slice(from, Math.min(at, from + MAX_ADDRESS));
      if (quote !== '') at++;
    } else if (at === nameFrom) at++;
    if (name === wanted) return unescapedHtml(value);
  }
  return null;
}

/** Visible text in a piece of HTML, without tags. */
const readIn = (html: string) =>
  unescapedHtml(html.replace(/<[^<>]{0,2000}>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
