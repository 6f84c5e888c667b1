import { describe, expect, test } from 'vitest';
import { withoutExceptions } from '../../scripts/prose/exceptions.ts';
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
    ['The run. The run. Null until it ends.', ['repeated-sentence']],
    ['This is no key.', ['stop-word']],
    ['Price of a call. Of two prices the lower one counts.', ['hidden-subject']],
    ['The run goes on under way.', ['stop-word', 'stop-word']],
    ['A error without a code.', ['article']],
    ['', ['missing-description']],
    [`${'one word after another '.repeat(10)}ends here.`, ['long-sentence']],
  ])('%s', (text, rules) => {
    expect(rulesFor(text)).toEqual(rules);
  });

  test.each([
    'SHA-256 of the policy version that judged this request.',
    'Maximum permissions of this agent’s keys. A key can have fewer.',
    'A repeated key is refused. There is one key per call.',
    'Milliseconds. Default 30000. Null when the provider doesn’t report it.',
    'The key is no longer valid, so there is no answer.',
    'Null if there is none. Another process may have started an attempt of the same delivery.',
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

  test('in log messages and in all texts of screens', () => {
    const log = "logger.warn({ err }, 'a check failed'); emitter.on('not prose at all');";
    const screen = "export const texts = { find: { button: 'Find pictures' } };";

    expect(passagesOf('src/a.ts', log).map(({ text }) => text)).toEqual(['a check failed']);
    expect(passagesOf('src/web/texts.ts', screen).map(({ text }) => text)).toEqual(['Find pictures']);
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

describe('a statement of SQL', () => {
  test('is not prose, unlike comments next to it', () => {
    const source = "/** Finds a row. */\nconst FIND = { name: 'find', text: 'select id from asset where id = 1' };";

    expect(passagesOf('src/a.sql.ts', source).map(({ text }) => text)).toEqual(['Finds a row.']);
  });
});

describe('a passage with parts', () => {
  const lengthsOf = (text: string) =>
    rulesFor(passagesOf('src/a.ts', `/**\n${text}\n */`)[0]!.text).filter((rule) => rule === 'long-sentence');
  const half = 'a part of a sentence with as many words as that and one more word after that part';

  test.each([
    ['ends a sentence with a paragraph', `${half}\n\n${half}\n\n${half}`],
    ['ends a sentence with an item of a list', `${half}\n- ${half}\n- ${half}`],
    ['ends a sentence with a tag', `${half}\n@param one ${half}\n@returns ${half}`],
    ['begins a sentence with code', `${half}. \`a\` ${half}. \`b\` ${half}`],
  ])('%s', (_, text) => {
    expect(lengthsOf(text)).toEqual([]);
  });

  test('has long sentences if they are in one part', () => {
    expect(lengthsOf(`${half} ${half}\n${half}`)).toEqual(['long-sentence']);
  });
});

describe('an exception', () => {
  const findings = findingsIn({ file: 'src/a.ts', line: 1, kind: 'text', text: 'Ask nobody.' });

  test('allows its passage', () => {
    expect(withoutExceptions(findings, { 'Ask nobody.': 'Stored.' })).toEqual({ open: [], unused: [] });
  });

  test('leaves other passages, and is reported while nothing needs it', () => {
    expect(withoutExceptions(findings, { 'Tell nobody.': 'Stored.' })).toEqual({
      open: findings,
      unused: ['Tell nobody.'],
    });
  });
});
