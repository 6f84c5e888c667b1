import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Batches, type BatchesOptions, inOrder, type WaitingItem } from '../../src/platform/batches.ts';
import { Statements } from '../../src/platform/database/statements.ts';
import { inRequestScope, requestScope } from '../../src/platform/request-scope.ts';
import { propertyRuns } from '../support/property-runs.ts';

interface Item {
  line: string;
  n: number;
  weight: number;
}

interface OpenBatch {
  items: readonly Item[];
  end(): void;
  fail(error: Error): void;
}

/** Batches that are served when the test says so. The answer of an item names it. */
function gated(options: Partial<BatchesOptions<Item, string>> = {}) {
  const all: (readonly Item[])[] = [];
  const open = new Map<string, OpenBatch>();
  const batches = new Batches<Item, string>({
    waitingAfterFailure: 'SERVE',
    serve: inOrder((items) => {
      const { line } = items[0]!;
      expect(open.has(line), 'two batches of one line').toBe(false);
      all.push(items);
      return new Promise((resolve, reject) => {
        const settle = (work: () => void) => {
          open.delete(line);
          work();
        };
        open.set(line, {
          items,
          end: () => settle(() => resolve(items.map(({ n }) => `answer ${n}`))),
          fail: (error) => settle(() => reject(error)),
        });
      });
    }),
    ...options,
  });
  let added = 0;
  const add = (line = 'a', weight = 1) => {
    const item = { line, n: added++, weight };
    return batches.add(item, line);
  };
  return { batches, all, open, add };
}

const numbers = (all: readonly (readonly Item[])[]) => all.map((items) => items.map(({ n }) => n));

describe('in any order of additions, ends and failures', () => {
  const line = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('add' as const), line, weight: fc.integer({ min: 1, max: 12 }) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), line }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), line }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
  );

  test.each(['SERVE', 'REJECT'] as const)(
    'each item gets its own answer, or the error of the right batch, if those who wait are to %s',
    async (waitingAfterFailure) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 60 }),
          fc.constantFrom<'TICK' | 'TURN'>('TICK', 'TURN'),
          async (steps, collects) => {
            const weight = { of: (item: Item) => item.weight, max: 20 };
            const { batches, all, open, add } = gated({ maxItems: 3, weight, waitingAfterFailure, collects });
            const answers: Promise<string>[] = [];
            const waiting = new Map<string, Set<number>>(['a', 'b', 'c'].map((name) => [name, new Set()]));
            const failed = new Map<number, string>();
            let failures = 0;
            /** An open batch doesn't wait any more. */
            const leave = () => {
              for (const items of all) for (const { line, n } of items) waiting.get(line)!.delete(n);
            };

            for (const one of steps) {
              if (one.do === 'turn') await turn();
              if (one.do === 'add') {
                waiting.get(one.line)!.add(answers.length);
                answers.push(add(one.line, one.weight).catch(({ message }) => message));
              }
              if (one.do === 'end') open.get(one.line)?.end();
              if (one.do === 'fail' && open.has(one.line)) {
                leave();
                const { items, fail } = open.get(one.line)!;
                const message = `failure ${failures++}`;
                const others = waitingAfterFailure === 'REJECT' ? [...waiting.get(one.line)!] : [];
                for (const n of [...items.map((item) => item.n), ...others]) failed.set(n, message);
                for (const n of others) waiting.get(one.line)!.delete(n);
                fail(new Error(message));
                // The failure takes effect before anything is added.
                await turn();
              }
            }
            for (let left = answers.length; left >= 0; left--) {
              await turn();
              for (const { end } of open.values()) end();
            }

            expect(await Promise.all(answers)).toEqual(answers.map((_, n) => failed.get(n) ?? `answer ${n}`));
            for (const items of all) {
              expect(items.length).toBeLessThanOrEqual(3);
              expect(new Set(items.map(({ line }) => line)).size).toBe(1);
              if (items.length > 1) expect(items.reduce((sum, item) => sum + item.weight, 0)).toBeLessThanOrEqual(20);
            }
            for (const name of waiting.keys()) {
              const served = all.flat().filter((item) => item.line === name);
              expect(served.map(({ n }) => n)).toEqual(served.map(({ n }) => n).sort((a, b) => a - b));
              expect(batches.waiting(name)).toBe(0);
            }
          },
        ),
        propertyRuns(200),
      );
    },
  );
});

test('an item that comes alone is served at once, and those that come meanwhile collect', async () => {
  const { batches, all, open, add } = gated({ maxItems: 3 });

  const first = add();
  await turn();
  const others = [add(), add(), add(), add()];
  await turn();
  expect(numbers(all)).toEqual([[0]]);
  expect(batches.waiting('a')).toBe(4);
  open.get('a')!.end();
  expect(await first).toBe('answer 0');
  await turn();
  open.get('a')!.end();
  await turn();
  open.get('a')!.end();

  expect(await Promise.all(others)).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4']);
  expect(numbers(all)).toEqual([[0], [1, 2, 3], [4]]);
});

test('a busy line holds up no other', async () => {
  const { open, add } = gated();
  void add('a');

  const other = add('b');
  await turn();
  open.get('b')!.end();

  expect(await other).toBe('answer 1');
  expect(open.has('a')).toBe(true);
});

test.each([
  ['TICK', [[0, 1], [2]]],
  ['TURN', [[0, 1, 2]]],
] as const)('items of one %s share the first batch', async (collects, expected) => {
  const { all, open, add } = gated({ collects });

  const added = [add(), add()];
  await Promise.resolve().then(() => Promise.resolve());
  added.push(add());
  await turn();
  open.get('a')!.end();
  await turn();
  open.get('a')?.end();
  await Promise.all(added);

  expect(numbers(all)).toEqual(expected);
});

test.each([0, 1, 2, 3, 4, 5])(
  'an item that comes %i microtasks after the last answer waits for no other',
  async (ticks) => {
    const batches = new Batches<number, number>({
      serve: inOrder(async (items) => items),
      waitingAfterFailure: 'SERVE',
    });
    await batches.add(1);
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();

    expect(await batches.add(2)).toBe(2);
  },
);

test('an item gets its answer while the rest of its batch is still served', async () => {
  let second: WaitingItem<number, string> | undefined;
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const batches = new Batches<number, string>({
    waitingAfterFailure: 'SERVE',
    async serve(batch) {
      batch[0]!.resolve('early');
      second = batch[1];
      await promise;
      throw new Error('lost');
    },
  });
  const [one, other] = [batches.add(1), batches.add(2)];

  expect(await one).toBe('early');
  second!.resolve('late');
  end();

  expect(await other).toBe('late');
});

test.each([[[1]], [[1, 2, 3]]])('results %j for two items are an error of both', async (results) => {
  const batches = new Batches<number, number>({ serve: inOrder(async () => results), waitingAfterFailure: 'SERVE' });

  const settled = await Promise.allSettled([batches.add(1), batches.add(2)]);

  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a function that throws before it returns a promise fails its batch only', async () => {
  let calls = 0;
  const batches = new Batches<number, number>({
    waitingAfterFailure: 'SERVE',
    serve(batch) {
      if (calls++ === 0) throw new Error('at once');
      return inOrder<number, number>(async (items) => items)(batch);
    },
  });

  await expect(batches.add(1)).rejects.toThrow('at once');

  expect(await batches.add(2)).toBe(2);
});

test('stop waits until every item has its answer, of every line', async () => {
  const { batches, open, add } = gated();
  const items = [add('a'), add('b')];
  await turn();
  items.push(add('b'));
  let isStopped = false;
  const stopped = batches.stop().then(() => {
    isStopped = true;
  });

  open.get('a')!.end();
  open.get('b')!.end();
  await turn();
  expect(isStopped).toBe(false);
  open.get('b')!.end();
  await Promise.all([...items, stopped]);

  expect(isStopped).toBe(true);
  await batches.stop();
});

test('a batch belongs to no request, and each request that adds to it is charged one statement', async () => {
  const scopes: unknown[] = [];
  const batches = new Batches<number, number>({
    waitingAfterFailure: 'SERVE',
    serve: inOrder(async (items) => {
      scopes.push(requestScope());
      return items;
    }),
  });
  const requests = [1, 2].map((n) => ({ requestId: `${n}`, statements: new Statements() }));

  await Promise.all(requests.map((scope, n) => inRequestScope(scope, () => batches.add(n))));

  expect(scopes).toEqual([undefined]);
  expect(requests.map(({ statements }) => statements.count)).toEqual([1, 1]);
});
