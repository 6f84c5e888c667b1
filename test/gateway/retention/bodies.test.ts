import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderName } from '../../../src/models/index.ts';
import { SEED } from '../../../src/models/seed/seed-catalogue.ts';
import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { mutate, STORED_SERVER } from '../../providers/support.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { type StandIns, strictStandIns } from '../../support/providers/stand-ins.ts';

let standIns: StandIns;
let api: Api;
let customer: Awaited<ReturnType<typeof customerWithKey>>;

beforeAll(async () => {
  standIns = await strictStandIns();
  api = await startApi({ works: false, env: standIns.env });
  customer = await customerWithKey(api, { plan: 'PRO' });
  const server = { baseUrl: `${standIns.fakes.get('own')!.url}/v1`, key: 'a-key-of-an-own-server' };
  expect(await mutate(api, 'setOwnServer', server, STORED_SERVER, customer.as)).toMatchObject({
    __typename: 'StoredOwnServer',
  });
});
afterAll(async () => {
  await api.stop();
  await standIns.stop();
});

/** Members of a body that hold what was said, whatever the protocol calls them. */
const SAID = ['messages', 'input', 'contents', 'system', 'systemInstruction', 'instructions'];

/** Hash of an account, by which DeepSeek keeps caches of customers apart. */
const USER_ID = expect.stringMatching(/^[\w-]{43}$/);

/** What a provider is sent beside the text itself, by the slot's preferred deployment: everything of it, so that nothing else slips in. */
const SENT: Readonly<Record<string, Json>> = {
  'deep-reasoning/evidence-chain': { model: 'gpt-6.1-sol', max_completion_tokens: 500, store: false },
  'deep-reasoning/synthesis': { model: 'claude-opus-5-5', max_tokens: 500 },
  'deep-reasoning/long-reasoning': { model: 'deepseek-v4-pro', max_tokens: 500, user_id: USER_ID },
  'human-phrasing/warm-tone': { model: 'claude-sonnet-5-5', max_tokens: 500 },
  'human-phrasing/bilingual-outbound': { model: 'mistral-large-2512', max_tokens: 500 },
  'human-phrasing/local-draft': { model: 'openai/gpt-oss-120b', max_tokens: 500 },
  'case-scanning/wide-window': {
    model: 'grok-4.20-reasoning',
    max_output_tokens: 500,
    store: false,
    include: ['reasoning.encrypted_content'],
  },
  'case-scanning/fast-scan': { generationConfig: { maxOutputTokens: 500 } },
  'case-scanning/cited-retrieval': { model: 'sonar-pro', max_tokens: 500 },
  'fast-execution/field-extraction': { model: 'gpt-6-luna', max_completion_tokens: 500, store: false },
  'fast-execution/filter-classify': { model: 'deepseek-v4-flash', max_tokens: 500, user_id: USER_ID },
  'fast-execution/redact-draft': { model: 'claude-haiku-5-5', max_tokens: 500 },
};

const providerOf = (task: string): CalledProvider => {
  const { preferred } = SEED.slots.find(({ name }) => name === task)!;
  return preferred.split('/')[0] as CalledProvider;
};

async function sentFor(task: string, isStreamed: boolean): Promise<{ body: Json; url: string }> {
  const fake = standIns.fakes.get(providerOf(task))!;
  const before = fake.asked.length;
  const response = await api.fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: task,
      stream: isStreamed,
      max_completion_tokens: 500,
      messages: [{ role: 'user', content: 'What is owed?' }],
    }),
  });
  await response.text();
  expect(fake.asked.length, task).toBe(before + 1);
  const { body, path } = fake.asked.at(-1)!;
  for (const name of SAID) delete body[name];
  return { body, url: path };
}

describe('what each provider is sent', () => {
  test('has a line for every task of texts', () => {
    expect(Object.keys(SENT)).toEqual(SEED.tasks.filter(({ kind }) => kind === 'TEXT').map(({ name }) => name));
  });

  test.each(Object.entries(SENT))('%s', async (task, expected) => {
    const whole = await sentFor(task, false);
    const streamed = await sentFor(task, true);

    // A whole answer is streamed to the service, too, where another deployment could take over.
    for (const { body } of [whole, streamed]) {
      const { stream, stream_options, ...rest } = body;
      expect(rest).toEqual(expected);
    }
    expect(streamed.body.stream ?? streamed.url.includes('alt=sse')).toBe(true);
  });

  test('carries the setting that the catalogue says, and no other', async () => {
    const { data } = await api.graphql('{ deployments { provider kind retention { setting } } }', { as: 'operator' });
    const settings = new Map<string, string | null>(
      data.deployments
        .filter(({ kind }: Json) => kind === 'TEXT')
        .map(({ provider, retention }: Json) => [provider.toLowerCase(), retention.setting]),
    );

    for (const task of Object.keys(SENT)) {
      const { body } = await sentFor(task, false);
      const said = settings.get(providerOf(task)) ?? null;
      expect('store' in body ? `store: ${body.store}` : null, task).toBe(said);
    }
  });
});

describe('what is kept', () => {
  const FIELDS = 'kind days setting note source checkedAt';

  test('is said for each deployment, and unknown is null', async () => {
    const { data } = await api.graphql(`{ deployments { name provider retention { ${FIELDS} } } }`, { as: 'operator' });

    const of = (provider: string) =>
      data.deployments.find((one: Json) => one.provider === provider.toUpperCase()).retention;
    expect(of(ProviderName.XAI)).toMatchObject({
      kind: 'LOGS',
      days: 30,
      setting: 'store: false',
      checkedAt: '2026-11-24',
    });
    expect(of(ProviderName.GOOGLE)).toMatchObject({ kind: 'LOGS', days: 55, setting: null });
    expect(of(ProviderName.PERPLEXITY)).toMatchObject({ kind: 'NOTHING', days: 0 });
    expect(of(ProviderName.DEEPSEEK)).toMatchObject({ kind: 'UNKNOWN', days: null });
    expect(of(ProviderName.OWN)).toMatchObject({ kind: 'OWN_SERVER', days: null, source: null });
    for (const { name, retention } of data.deployments) {
      if (['OWN_SERVER', 'NOTHING'].includes(retention.kind)) continue;
      expect(retention.source, name).toBeTruthy();
      expect(retention.checkedAt, name).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  const explained = async (task: string, as: Parameters<Api['graphql']>[1] = {}, assumptions = '') => {
    const { data, errors } = await api.graphql(
      `{ explainRoute(input: { task: "${task}", characters: 100 ${assumptions} }) { decision { candidates { deployment retention { ${FIELDS} } } } } }`,
      as,
    );
    expect(errors).toBeUndefined();
    return data.explainRoute.decision.candidates as Json[];
  };

  test('is said for each candidate of a route', async () => {
    const candidates = await explained('case-scanning/wide-window');

    expect(candidates.map(({ deployment, retention }) => [deployment, retention.days, retention.setting])).toEqual([
      ['xai/grok-4.20-reasoning', 30, 'store: false'],
      ['google/gemini-3.8-flash', 55, null],
    ]);
  });

  test("is the customer's own affair with an own key, and at an own server", async () => {
    const [xai] = await explained('case-scanning/wide-window', {}, ', assumptions: { ownKeys: [XAI], plan: PRO }');
    const [own] = await explained('human-phrasing/local-draft', { as: customer.as });

    expect(xai!.retention).toMatchObject({ kind: 'OWN_ACCOUNT', days: null, setting: 'store: false', source: null });
    expect(own!.retention).toMatchObject({ kind: 'OWN_SERVER', days: null, setting: null });
  });

  test('is as the catalogue says where an operator has a contract', async () => {
    const { data } = await api.graphql('{ catalogueVersions(first: 1) { nodes { number document } } }', {
      as: 'operator',
    });
    const [{ number, document }] = data.catalogueVersions.nodes;
    const contract = {
      kind: 'NOTHING',
      days: 0,
      note: 'Zero retention by contract.',
      source: 'Contract of 2026-11-02',
      checkedAt: '2026-11-02',
    };
    const deployments = document.deployments.map((one: Json) =>
      one.id === 'xai/grok-4.20-reasoning' ? { ...one, retention: contract } : one,
    );
    const { publishCatalogue } = await api
      .graphql(
        'mutation ($input: PublishCatalogueInput!) { publishCatalogue(input: $input) { __typename ... on Problem { message } } }',
        {
          as: 'operator',
          variables: {
            input: { document: { ...document, deployments }, reason: 'A contract.', ifVersion: number },
          },
        },
      )
      .then((answer) => answer.data);

    expect(publishCatalogue).toEqual({ __typename: 'PublishedCatalogue' });
    expect((await explained('case-scanning/wide-window'))[0]!.retention).toEqual({
      ...contract,
      setting: 'store: false',
    });
  });
});
