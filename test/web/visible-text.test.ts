import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Exact, Visible } from '../../src/web/kit/visible-text.tsx';

const visible = (text: string) => renderToStaticMarkup(createElement(Visible, { text }));

test('hidden characters are drawn as marks, within an isolated text', () => {
  expect(visible('Lind\u202eqvist')).toBe('<bdi>Lind<span class="hidden-character">U+202E</span>qvist</bdi>');
});

test('a foreign text is never markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const html = visible(text).replaceAll(/<\/?bdi>|<span class="hidden-character">[^<>]*<\/span>/g, '');
      expect(html).not.toMatch(/[<>]/);
    }),
  );
});

test('a text of JSON can’t look like a member', () => {
  const text = JSON.stringify({ body: 'hi",\n  "approved": "by all' });

  const html = renderToStaticMarkup(createElement(Exact, { text }));

  expect(html.match(/class="name"/g)).toHaveLength(1);
});
