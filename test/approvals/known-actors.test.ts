import { expect, test } from 'vitest';
import '../../src/features.ts';
import { agent } from '../../src/agents/agent.principal.ts';
import { KnownActors } from '../../src/approvals/known-actors.ts';
import { customer } from '../../src/customers/customer.principal.ts';
import { operator } from '../../src/operators/operator.principal.ts';
import { type Principal } from '../../src/platform/auth/principal.ts';
import type { Context } from '../../src/platform/context.ts';

const asked: string[][] = [];
const actors = new KnownActors(() => ({
  async agent(_, ids) {
    asked.push([...ids]);
    return new Map([['agt_1', { name: 'Newsletter', owner: 'operator:op_1' }]]);
  },
  operator: async () => new Map([['op_1', { name: 'Ada', owner: null }]]),
}));

function contextOf(principal: Principal): Context {
  const loaders = new Map<unknown, unknown>();
  const ctx = {
    principal,
    loader(make: (ctx: unknown) => unknown) {
      if (!loaders.has(make)) loaders.set(make, make(ctx));
      return loaders.get(make);
    },
  };
  return ctx as Context;
}

const NAMED = {
  actor: 'agent:agt_1',
  name: 'Newsletter',
  owner: { actor: 'operator:op_1', name: 'Ada', owner: null },
};

test.each([
  ['a person who sees all approvals', operator('op_2', ['AUDITOR']), NAMED],
  ['the agent itself', agent('agt_1', 'aky_1', 'operator:op_1'), NAMED],
  [
    'a customer that has nothing to do with it',
    customer('cus_1', 'cky_1'),
    {
      ...NAMED,
      name: null,
      owner: { ...NAMED.owner, name: null },
    },
  ],
])('%s', async (_, principal, seen) => {
  expect(await actors.seen(contextOf(principal), 'agent:agt_1')).toEqual(seen);
});

test('whoever nobody knows has no name, and all of one kind are asked for at once', async () => {
  asked.length = 0;
  const ctx = contextOf(operator('op_2', ['AUDITOR']));
  const some = ['agent:agt_1', 'agent:agt_2', 'agent:agt_1', 'nobody'];

  const seen = await Promise.all(some.map((actor) => actors.seen(ctx, actor)));

  expect(seen.map(({ name }) => name)).toEqual(['Newsletter', null, 'Newsletter', null]);
  expect(asked).toEqual([['agt_1', 'agt_2']]);
});
