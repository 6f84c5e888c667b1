import { describe, expect, test } from 'vitest';
import { findInTexts, MAX_PER_KIND } from '../../../src/publishing/lint/lint.ts';
import { type PublishAction, PublishFindingKind } from '../../../src/publishing/publish-action.ts';
import { CASES } from './corpus.ts';

const LEAST = 0.98;

const action = (args: Record<string, unknown>, more: Partial<PublishAction> = {}): PublishAction => ({
  tool: 'send_email',
  channel: 'EMAIL',
  targets: ['ada@example.org'],
  arguments: args,
  summary: 'Tells the tenant.',
  runIds: [],
  assetIds: [],
  ...more,
});

test('nearly all of the corpus is found, and hardly anything else', async () => {
  const kinds = ['SECRET', 'DECEPTIVE_LINK', 'HIDDEN_CHARACTERS', 'PERSONAL_DATA'] as const;
  const tally = new Map<string, { right: number; missed: number; wrong: number }>(
    kinds.map((kind) => [kind, { right: 0, missed: 0, wrong: 0 }]),
  );
  const faults: string[] = [];
  for (const { args, finds } of CASES) {
    const found = new Set((await findInTexts(action(args))).map(({ kind }) => kind));
    for (const kind of kinds) {
      const of = tally.get(kind)!;
      if (finds.includes(kind) && found.has(kind)) of.right += 1;
      else if (finds.includes(kind)) of.missed += 1;
      else if (found.has(kind)) of.wrong += 1;
      if (finds.includes(kind) !== found.has(kind)) {
        faults.push(`${finds.includes(kind) ? 'missed' : 'wrong'} ${kind}: ${JSON.stringify(args)}`);
      }
    }
  }
  const lines = [...tally].map(([kind, { right, missed, wrong }]) => {
    const share = (of: number) => (right / of).toFixed(3);
    return `${kind}: ${right + missed} cases, precision ${share(right + wrong)}, recall ${share(right + missed)}`;
  });
  console.info([`Lint on ${CASES.length} actions of its own corpus`, ...lines, ...faults].join('\n'));

  expect(CASES.length).toBeGreaterThan(120);
  for (const { right, missed, wrong } of tally.values()) {
    expect(right).toBeGreaterThanOrEqual(LEAST * (right + missed));
    expect(right).toBeGreaterThanOrEqual(LEAST * (right + wrong));
  }
});

describe('a finding', () => {
  test('says where it is, and never what is personal or secret', async () => {
    const password = 'Tr0ub4dor&3xZ';
    const found = await findInTexts(
      action({ 'a/b': [{ note: `password=${password}` }], body: 'Ask grace.hopper@example.org' }),
    );

    expect(found.map(({ kind, pointer }) => [kind, pointer])).toEqual(
      expect.arrayContaining([
        ['SECRET', '/arguments/a~1b/0/note'],
        ['PERSONAL_DATA', '/arguments/body'],
      ]),
    );
    expect(JSON.stringify(found)).not.toContain(password);
    expect(JSON.stringify(found)).not.toContain('grace');
  });

  test('is told of so many of one kind, and of how many more there are', async () => {
    const found = await findInTexts(action({ list: Array.from({ length: 40 }, () => 'a\u200Bb') }));

    expect(found).toHaveLength(MAX_PER_KIND + 1);
    expect(found.at(-1)).toEqual({
      kind: PublishFindingKind.HIDDEN_CHARACTERS,
      pointer: '',
      detail: `And ${40 - MAX_PER_KIND} more findings of this kind.`,
    });
  });

  test('is looked for in what the agent says and in the targets, too', async () => {
    const found = await findInTexts(action({}, { summary: 'See \u202E', targets: ['аda@example.org'] }));

    expect(found.map(({ kind, pointer }) => [kind, pointer])).toEqual([
      ['HIDDEN_CHARACTERS', '/targets/0'],
      ['HIDDEN_CHARACTERS', '/summary'],
    ]);
  });

  test('of a member with an endless name points to what is around it', async () => {
    const found = await findInTexts(action({ a: { [`${'x'.repeat(5_000)}\u202E`]: 'b' } }));

    expect(found.map(({ pointer }) => pointer)).toEqual(['/arguments/a']);
  });
});
