import { describe, expect, test } from 'vitest';
import { type Counts, countsOf, differences } from '../../scripts/prose/baseline.ts';
import { type Passage, passagesOf } from '../../scripts/prose/passages.ts';
import { findingsIn } from '../../scripts/prose/rules.ts';

const rulesFor = (text: string, kind: Passage['kind'] = 'description') =>
  findingsIn({ file: 'src/a/b.ts', line: 1, kind, text }).map(({ rule }) => rule);

describe('a passage', () => {
  test.each([
    ['Whoever sends it gets 403.', ['stop-word', 'hidden-subject']],
    ['What is charged for a call.', ['hidden-subject']],
    ['The caller is told at the most once.', ['stop-word', 'stop-word']],
    ['The the price.', ['repeated-word']],
    ['A error without a code.', ['article']],
    ['', ['missing-description']],
    [`${'one word after another '.repeat(10)}ends here.`, ['long-sentence']],
  ])('%s', (text, rules) => {
    expect(rulesFor(text)).toEqual(rules);
  });

  test.each([
    'SHA-256 of the policy version that judged this request.',
    'Maximum permissions of this agent’s keys. A key can have fewer.',
    'Milliseconds. Default 30000. Null when the provider doesn’t report it.',
  ])('is left alone when it is plain: %s', (text) => {
    expect(rulesFor(text)).toEqual([]);
  });

  test('names the plain word for the word it rejects', () => {
    const [finding] = findingsIn({ file: 'a.ts', line: 3, kind: 'text', text: 'Ask nobody.' });

    expect(finding).toMatchObject({ line: 3, rule: 'stop-word' });
    expect(finding?.message).toContain('"nobody": no one');
  });

  test('has a title in sentence case', () => {
    expect(rulesFor('Create Webhook Delivery', 'title')).toEqual(['title-case']);
    expect(rulesFor('Create a webhook', 'title')).toEqual([]);
  });
});

describe('prose is found', () => {
  test('in comments, descriptions, errors and screens of TypeScript, and not in code', () => {
    const source = [
      '/** Deletes old rows. */',
      'const a = { description: "The name of a customer", id: "not prose at all" };',
      'throw new Error("The port is taken.");',
      'const page = <p>Two words here</p>;',
      'const sql = `select id from asset where whoever = 1`;',
    ].join('\n');

    const found = passagesOf('src/a.tsx', source).map(({ line, kind, text }) => [line, kind, text]);

    expect(found).toEqual([
      [1, 'comment', 'Deletes old rows.'],
      [2, 'description', 'The name of a customer'],
      [3, 'text', 'The port is taken.'],
      [4, 'text', 'Two words here'],
    ]);
  });

  test('in documents, without their code', () => {
    const source =
      '# Old Word\n\nText with `whoever` in code.\n\n```ts\nwhoever();\n```\n\n| a cell | b |\n|---|---|\n| c d | e |\n';

    const found = passagesOf('docs/a.md', source).map(({ kind, text }) => [kind, text]);

    expect(found).toContainEqual(['heading', 'Old Word']);
    expect(found).toContainEqual(['document', 'Text with code in code.']);
    expect(found).toContainEqual(['document', 'c d']);
    expect(JSON.stringify(found)).not.toContain('whoever');
  });

  test('in a schema, with every field that has no description', () => {
    const found = passagesOf('schema/schema.graphql', '"A thing." type Query { "Its name." name(first: Int): String }');

    expect(found.map(({ text }) => text)).toEqual(['A thing.', 'Its name.', '']);
  });

  test('in an OpenAPI document, without its examples', () => {
    const document = { info: { description: 'A service.' }, example: { description: 'whoever' } };

    expect(passagesOf('schema/openapi.json', JSON.stringify(document)).map(({ text }) => text)).toEqual(['A service.']);
  });
});

describe('the baseline', () => {
  const baseline: Counts = { 'stop-word': { docs: 2, 'src/gateway': 1 } };
  const of = (files: string[]) =>
    countsOf(files.map((file) => ({ file, line: 1, rule: 'stop-word' as const, message: '' })));

  test('fits what it was made of', () => {
    expect(differences(baseline, of(['docs/a.md', 'docs/b.md', 'src/gateway/runs/a.ts']))).toEqual([]);
  });

  test('shows what is new and what is gone, by place', () => {
    expect(differences(baseline, of(['docs/a.md', 'docs/b.md', 'docs/b.md']))).toEqual([
      { rule: 'stop-word', place: 'docs', allowed: 2, found: 3 },
      { rule: 'stop-word', place: 'src/gateway', allowed: 1, found: 0 },
    ]);
  });
});
