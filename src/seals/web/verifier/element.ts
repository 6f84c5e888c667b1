import { visibleParts } from '../../../proof/text.ts';

type Attributes = Record<string, string | boolean | undefined>;
type Child = Node | string | null;

/** Creates an HTML element with attributes and children. A string becomes text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, '');
    else if (typeof value === 'string') made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * Shows an untrusted text. Invisible characters and those that change the reading direction are shown by code point, and the text
 * can’t affect the direction of the surrounding text.
 */
export function visibleElement(text: string): HTMLElement {
  const parts = visibleParts(text).map((part) =>
    typeof part === 'string' ? part : element('span', { class: 'hidden-character' }, part.codePoint),
  );
  return element('bdi', {}, ...parts);
}
