import { expect, test } from 'vitest';
import { FairTurns } from '../../../src/platform/http/fair-turns.ts';
import { startApi } from '../../support/api.ts';

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

test('callers take turns, whatever each of them sends, and each begins after what is ready by then', async () => {
  const turns = new FairTurns();
  const begun: string[] = [];
  const begin = (caller: string, name: string) => turns.take(caller).then(() => void begun.push(name));

  const all = Promise.all([begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('b', 'b1'), begin('c', 'c1')]);
  const seen: number[] = [];
  while (turns.waiting > 0) {
    await turnOfTheLoop();
    seen.push(begun.length);
  }
  await all;

  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  // Never two at once.
  expect(seen.map((count, at) => count - (seen[at - 1] ?? 0)).every((more) => more <= 1)).toBe(true);
});

test('one who comes when nobody waits any more is served, too', async () => {
  const turns = new FairTurns();

  await turns.take('a');
  await turns.take('a');

  expect(turns.waiting).toBe(0);
});

test('more than a caller may have waiting are refused, more than anybody may have waiting as well, and nobody else is', async () => {
  const turns = new FairTurns();
  const taken = (caller: string, times: number) =>
    Array.from({ length: times }, () => {
      try {
        return turns.take(caller).then(() => 'BEGUN');
      } catch (error) {
        return (error as { code: string }).code;
      }
    });

  const first = taken('a', 201);
  const others = ['b', 'c', 'd', 'e'].flatMap((caller) => taken(caller, 200));
  const late = taken('f', 1);
  const answers = await Promise.all([...first, ...others, ...late]);

  expect(answers.filter((answer) => answer === 'OVERLOADED')).toHaveLength(2);
  expect([answers[200], answers.at(-1)]).toEqual(['OVERLOADED', 'OVERLOADED']);
});

test('what is wrong with a document is told up to a bound', async () => {
  const api = await startApi({ works: false });

  const { status, errors } = await api.graphql(`{ ${Array.from({ length: 200 }, (_, n) => `no${n}`).join(' ')} }`);

  expect(status).toBe(400);
  expect(errors!.length).toBeLessThanOrEqual(11);
});
