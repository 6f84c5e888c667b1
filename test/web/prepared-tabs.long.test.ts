import { getOperationAST, parse } from 'graphql';
import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ANONYMOUS_VIEWER,
  availableTo,
  initialTabsFor,
  PREPARED_TABS,
  type PreparedTab,
  type TabViewer,
  tabOf,
  textOf,
} from '../../src/site/web/graphiql/prepared/index.ts';
import { customerWithKey } from '../customers/graph.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, type Credential, credentialHeaders, type Json, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';

const WHO = [
  'ADMIN',
  'EDITOR',
  'APPROVER',
  'AUDITOR',
  'customer',
  'agent',
  'partner',
  'integration',
  'stranger',
] as const;

let api: Api;
let credentials: Record<(typeof WHO)[number], Credential | undefined>;
beforeAll(async () => {
  api = await startApi();
  // For those who pick: one that fits.
  await api.render({ tags: ['winter'] });
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  const person = async (role: 'ADMIN' | 'EDITOR' | 'APPROVER' | 'AUDITOR') =>
    (await signedIn(api, { roles: [role] })).as;
  credentials = {
    ADMIN: await person('ADMIN'),
    EDITOR: await person('EDITOR'),
    APPROVER: await person('APPROVER'),
    AUDITOR: await person('AUDITOR'),
    customer: (await customerWithKey(api)).as,
    agent: (await agentOf(api)).as,
    partner: { bearer: data.issuePartnerLink.secret },
    integration: 'integration',
    stranger: undefined,
  };
});
afterAll(() => api.stop());

/** As the page asks it. */
async function lookerOf(who: (typeof WHO)[number]): Promise<TabViewer> {
  const as = credentials[who];
  const { data } = await api.graphql('{ viewer { roles permissions } }', as ? { as } : {});
  return data.viewer ?? ANONYMOUS_VIEWER;
}

const kindOf = ({ query }: PreparedTab) => getOperationAST(parse(query))!.operation;

/** What comes of a tab: the answer, or the first event. */
async function run(tab: PreparedTab, as: Credential | undefined): Promise<Json> {
  if (kindOf(tab) !== 'subscription') return api.graphql(textOf(tab), as ? { as } : {});
  const client = createClient({
    url: `${api.url}/graphql/stream`,
    retryAttempts: 0,
    ...(as && { headers: credentialHeaders(as) }),
  });
  try {
    return (await client.iterate({ query: textOf(tab) }).next()).value as Json;
  } finally {
    client.dispose();
  }
}

test.each(WHO)('what is offered to %s runs when it is run by them', async (who) => {
  const offered = availableTo(await lookerOf(who));

  for (const tab of offered) {
    const { data, errors } = await run(tab, credentials[who]);

    expect(errors, tab.name).toBeUndefined();
    const [answer] = Object.values<Json>(data);
    // A problem would say why not.
    expect(answer?.code, `${tab.name}: ${JSON.stringify(answer)}`).toBeUndefined();
    // Nobody is known by nothing.
    if (who !== 'stranger' || tab.name !== 'Viewer') expect(answer, tab.name).not.toBeNull();
  }
});

test.each(['ADMIN', 'EDITOR', 'APPROVER', 'AUDITOR', 'customer'] as const)(
  '%s finds tabs of their own open, all of which they may run',
  async (who) => {
    const looker = await lookerOf(who);
    const opened = initialTabsFor(looker);

    expect(opened.length).toBeGreaterThanOrEqual(5);
    expect(opened.some(({ needs }) => needs !== null)).toBe(true);
    expect(availableTo(looker)).toEqual(expect.arrayContaining(opened));
  },
);

test('who comes by without a credential finds six that need none', () => {
  expect(initialTabsFor(ANONYMOUS_VIEWER).map(({ name }) => name)).toEqual([
    'Health',
    'PickAsset',
    'SealText',
    'ExplainRoute',
    'RequestRender',
    'Viewer',
  ]);
});

describe('a prepared operation', () => {
  test.each(PREPARED_TABS.map((tab) => [tab.name, tab] as const))(
    '%s is called as its tab, fits the editor of a laptop and is of a permission that there is',
    async (name, tab) => {
      expect(getOperationAST(parse(tab.query))!.name!.value).toBe(name);
      expect(
        Math.max(
          ...textOf(tab)
            .split('\n')
            .map((line) => line.length),
        ),
      ).toBeLessThanOrEqual(48);
      const everything = await Promise.all(WHO.map(lookerOf));
      if (tab.needs) expect(everything.flatMap(({ permissions }) => permissions)).toContain(tab.needs);
    },
  );

  test('has a name of its own, by which an address opens it', () => {
    const names = PREPARED_TABS.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(tabOf('http://127.0.0.1/graphql?tab=SealText')?.name).toBe('SealText');
    expect(tabOf('http://127.0.0.1/graphql?tab=constructor')).toBeNull();
    expect(tabOf('http://127.0.0.1/graphql')).toBeNull();
  });
});
