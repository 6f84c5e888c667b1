import { createElement, Fragment, type ReactNode } from 'react';

/** Sentence with elements in it, for texts with links, names or times. A template tag, so that translations can reorder them. */
export function rich(strings: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...strings.flatMap((text, index) => [text, values[index]]));
}
