import { expect, test } from 'vitest';
import { findInTexts } from '../../../src/publishing/lint/lint.ts';

const action = (args: Record<string, unknown>) => ({
  tool: 'send_email',
  channel: 'EMAIL' as const,
  targets: ['ada@example.org'],
  summary: 'Tells the tenant.',
  arguments: args,
  runIds: [],
  assetIds: [],
});

/** Texts that make a careless expression go back and forth for ever. As long as arguments can be. */
const LENGTH = 250_000;
/** Quadratic work on so long a text would be minutes; what is linear takes a fraction of this. */
const MOST_MS = 1_500;
const filled = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
const HOSTILE = [
  '<a ',
  '<a href="',
  "<a href='x'>",
  '<a href=x>a.a.a.',
  '<',
  '</a',
  '](',
  '[](',
  '[a](',
  '](<',
  '[[[[',
  '<http:',
  '<http:|',
  'http://',
  'http://a',
  'https://a@',
  'xn--.',
  'http://a.a.',
  'a.',
  'a-',
  'a\u0301',
  '&#x',
  '&amp;',
  'eyJ',
  'eyJhbGciOiJIUzI1NiJ9.',
  'eyJhbGciOiJIUzI1NiJ9.eyJ',
  'sk-',
  'sk-a',
  'SG.',
  '-----BEGIN ',
  '-----BEGIN A ',
  'password=',
  'password is ',
  'password:password',
  'token token ',
  'Bearer ',
  'a://a:',
  'a+.-',
  'gh',
  'AKIA',
  'AKIAA',
  '\u200d',
  '\ufe0f',
  '\u{e0061}',
  '\u{1f3f4}',
  '\u202e',
  'аa',
  'a\u200b',
  '+49',
  '1',
  '1-',
  '@',
  'a@',
  '.',
  '\\',
];

test('no text takes more than its length asks for', { timeout: 120_000 }, async () => {
  const slow: string[] = [];
  for (const piece of HOSTILE) {
    const begin = process.cpuUsage();
    await findInTexts(action({ body: filled(piece) }));
    const { user, system } = process.cpuUsage(begin);
    const ms = (user + system) / 1_000;
    if (ms > MOST_MS) slow.push(`${JSON.stringify(piece)}: ${ms.toFixed(0)} ms`);
  }

  expect(slow).toEqual([]);
});
