import { createElement, Fragment, type ReactNode } from 'react';

/** Template tag for a sentence that contains elements such as links, names or times. Translations can reorder them. */
export function rich(strings: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...strings.flatMap((text, index) => [text, values[index]]));
}
