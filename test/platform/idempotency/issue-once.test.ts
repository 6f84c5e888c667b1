import type { GraphQLInputObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { issueOnce, type NoteIssued } from '../../../src/platform/idempotency/issue-once.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';
import { signedIn } from '../../support/people.ts';
import { fieldOf, HOOK_HOST, ISSUING, type Issuing, idOf, mutate, send } from './issuing.ts';

let api: Api;
let another: Credential;
beforeAll(async () => {
  api = await startApi({ env: { WEBHOOK_ALLOWED_HOSTS: HOOK_HOST } });
  another = (await signedIn(api, { roles: ['ADMIN'] })).as;
});
afterAll(() => api.stop());
// There are few webhooks of one owner.
beforeEach(() => api.database.query('truncate webhook cascade'));

let count = 0;
const unique = () => `Once ${++count} ${process.hrtime.bigint()}`;
const newKey = () => crypto.randomUUID();

const issuedIds = async ({ count }: Issuing) => (await api.database.query<{ id: string }>(count)).map(({ id }) => id);
const audited = async ({ mutation }: Issuing) =>
  (await api.database.query(`select 1 from audit_entry where action = $1 and outcome = 'DONE'`, [mutation])).length;
const published = async ({ event }: Issuing) =>
  (await api.database.query('select 1 from outbox_event where type = $1', [event])).length;
/** How many objects, entries of the audit trail and events there are. */
const traces = async (issuing: Issuing) => ({
  issued: (await issuedIds(issuing)).length,
  audited: await audited(issuing),
  published: await published(issuing),
});

const [CREATE_AGENT] = ISSUING as [Issuing];

describe.each(ISSUING)('$mutation', (issuing) => {
  test('issues one thing for the same key, and says so without the secret', async () => {
    const { input } = await issuing.inputs(api, unique());
    const keyed = { ...input, idempotencyKey: newKey() };
    const before = await traces(issuing);

    const first = await mutate(api, issuing, keyed);
    const again = await mutate(api, issuing, keyed);

    expect(first).toMatchObject({ alreadyIssued: false, ...(issuing.hasSecret && { secret: expect.any(String) }) });
    expect(again).toMatchObject({ __typename: first.__typename, alreadyIssued: true });
    expect(again.secret ?? null).toBeNull();
    expect(again.url ?? null).toBeNull();
    expect(idOf(again)).toBe(idOf(first));
    expect(await traces(issuing)).toEqual({
      issued: before.issued + 1,
      audited: before.audited + 1,
      published: before.published + (issuing.event === null ? 0 : 1),
    });
  });

  test('refuses the key for another request, and lets another caller have it', async () => {
    const { input, other } = await issuing.inputs(api, unique());
    const idempotencyKey = newKey();
    const first = await mutate(api, issuing, { ...input, idempotencyKey });
    const before = await traces(issuing);

    expect(await mutate(api, issuing, { ...other, idempotencyKey })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await traces(issuing)).toEqual(before);

    const theirs = await mutate(api, issuing, { ...other, idempotencyKey }, { as: another });
    expect(theirs).toMatchObject({ alreadyIssued: false });
    if (issuing.mutation !== 'rotateWebhookSecret') expect(idOf(theirs)).not.toBe(idOf(first));
  });

  test('issues one thing for two requests at the same moment', async () => {
    const { input } = await issuing.inputs(api, unique());
    const keyed = { ...input, idempotencyKey: newKey() };
    const before = await traces(issuing);

    const results = await Promise.all([1, 2, 3].map(() => mutate(api, issuing, keyed)));

    expect(results.map(({ alreadyIssued }) => alreadyIssued).toSorted()).toEqual([false, true, true]);
    expect(new Set(results.map(idOf)).size).toBe(1);
    const after = await traces(issuing);
    expect([after.issued, after.audited]).toEqual([before.issued + 1, before.audited + 1]);
  });

  test('takes the key from the header', async () => {
    const { input } = await issuing.inputs(api, unique());
    const header = newKey();

    const first = await mutate(api, issuing, input, { header: `"${header}"` });
    const again = await mutate(api, issuing, { ...input, idempotencyKey: header });

    expect([first.alreadyIssued, again.alreadyIssued]).toEqual([false, true]);
    expect(idOf(again)).toBe(idOf(first));
  });

  test('forgets the key after a day, and leaves it free when it is refused', async () => {
    const { input, other, invalid } = await issuing.inputs(api, unique());
    const idempotencyKey = newKey();

    expect(await mutate(api, issuing, { ...invalid, idempotencyKey })).toMatchObject({ code: expect.any(String) });
    expect(await mutate(api, issuing, { ...input, idempotencyKey })).toMatchObject({ alreadyIssued: false });

    await api.database.query(
      `update keyed_issue set created_at = now() - interval '24 hours 1 second' where key = $1`,
      [idempotencyKey],
    );
    expect(await mutate(api, issuing, { ...other, idempotencyKey })).toMatchObject({ alreadyIssued: false });
    expect(await mutate(api, issuing, { ...other, idempotencyKey })).toMatchObject({ alreadyIssued: true });
  });

  test('leaves neither the thing nor the key when the connection dies before the commit', async () => {
    const { input } = await issuing.inputs(api, unique());
    const keyed = { ...input, idempotencyKey: newKey() };
    const before = await traces(issuing);
    await dyingCommits();

    await expect(mutate(api, issuing, keyed).then(({ alreadyIssued = 'refused' }) => alreadyIssued)).resolves.toBe(
      'refused',
    );

    await living();
    expect(await traces(issuing)).toEqual(before);
    expect(await mutate(api, issuing, keyed)).toMatchObject({ alreadyIssued: false });
  });
});

/** Makes each commit fail that notes a key: its connection ends after the last statement, before the commit is done. */
async function dyingCommits(): Promise<void> {
  await api.database.query(
    `create or replace function die() returns trigger language plpgsql as
       $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`,
  );
  await api.database.query(
    `create constraint trigger dies after insert on keyed_issue deferrable initially deferred
     for each row execute function die()`,
  );
  onTestFinished(living);
}

const living = async () => void (await api.database.query('drop trigger if exists dies on keyed_issue'));

describe('after a lost answer', () => {
  const kinds = [
    ['issueAgentKey', 'rotateAgentKey', 'agentKeyId'],
    ['issueCustomerKey', 'rotateCustomerKey', 'customerKeyId'],
    ['issueOperatorToken', 'rotateOperatorToken', 'operatorTokenId'],
    ['issuePartnerLink', 'rotatePartnerLink', 'partnerLinkId'],
  ] as const;

  test.each(kinds)('of %s, %s by the id gives a secret that works', async (issue, rotate, idField) => {
    const [issuing, rotating] = [issue, rotate].map((name) => ISSUING.find(({ mutation }) => mutation === name)!) as [
      Issuing,
      Issuing,
    ];
    const { input } = await issuing.inputs(api, unique());
    const keyed = { ...input, idempotencyKey: newKey() };
    await mutate(api, issuing, keyed);
    const again = await mutate(api, issuing, keyed);

    const { secret } = await mutate(api, rotating, { [idField]: idOf(again), overlapHours: 0 });

    const { body } = await api.json('/graphql', { as: { bearer: secret }, body: { query: '{ viewer { actor } }' } });
    const desk = await api.json(`/api/media-desk/${secret}/bank`);
    expect(issue === 'issuePartnerLink' ? desk.status : body.data?.viewer?.actor).toBeTruthy();
    if (issue === 'issuePartnerLink') expect(desk.status).toBe(200);
  });

  test('a commit whose acknowledgement was lost is answered as a replay', async () => {
    const ctx = contextOn(api.services.platform.database);
    const issue = async (note: NoteIssued): Promise<{ id: string }> => {
      await ctx.transactional((inner) => note(inner, 'the object'));
      throw new Error('Connection terminated unexpectedly');
    };
    const once = (idempotencyKey: string | null) =>
      issueOnce(ctx, { mutation: 'test', input: { idempotencyKey }, issue, again: async (_, id) => ({ id }) });

    expect(await once(newKey())).toEqual({ id: 'the object' });
    await expect(once(null)).rejects.toThrow('Connection terminated');
  });

  test('a replay counts against no limit', async () => {
    const keyed = { name: unique(), idempotencyKey: newKey() };
    const left = async () => {
      const fields = fieldOf(CREATE_AGENT);
      const options = { as: (await customerWithKey(api)).as, variables: { input: keyed } };
      const answers = [];
      for (let n = 0; n < 3; n++) answers.push(await send(api, '($input: CreateAgentInput!)', fields, options));
      return answers.map(({ headers }) => /"changes";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };

    expect(await left()).toEqual(['1999', '1999', '1999']);
  });

  test('the answer has the object as it is now, and a deleted one is not found', async () => {
    const CREATE_WEBHOOK = ISSUING.find(({ mutation }) => mutation === 'createWebhook')!;
    const payload = '... on CreatedWebhook { alreadyIssued webhook { id description } }';
    const keyed = { url: `http://${HOOK_HOST}/hook`, idempotencyKey: newKey() };
    const { webhook } = await mutate(api, { ...CREATE_WEBHOOK, payload }, keyed);
    const run = (mutation: string, input: Json) => mutate(api, { mutation, payload: '' }, input);

    await run('updateWebhook', { webhookId: webhook.id, description: 'Later' });
    const again = await mutate(api, { ...CREATE_WEBHOOK, payload }, keyed);
    expect(again).toMatchObject({ alreadyIssued: true, webhook: { id: webhook.id, description: 'Later' } });

    await run('deleteWebhook', { webhookId: webhook.id });
    expect(await mutate(api, CREATE_WEBHOOK, keyed)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the header', () => {
  test('is refused with several mutations, and nothing is done', async () => {
    const { input } = await CREATE_AGENT.inputs(api, unique());
    const before = await traces(CREATE_AGENT);
    const fields = ['a', 'b'].map((alias) => `${alias}: ${fieldOf(CREATE_AGENT)}`).join(' ');

    const { body } = await send(api, '($input: CreateAgentInput!)', fields, { header: newKey(), variables: { input } });

    const refused = { __typename: 'Refused', code: 'BAD_USER_INPUT', message: expect.stringContaining('one mutation') };
    expect(body.data).toEqual({ a: refused, b: refused });
    expect(await traces(CREATE_AGENT)).toEqual(before);
  });

  test('counts mutations in fragments', async () => {
    const { input } = await CREATE_AGENT.inputs(api, unique());
    const { body } = await api.json('/graphql', {
      as: 'operator',
      headers: { 'Idempotency-Key': newKey() },
      body: {
        query: `mutation ($input: CreateAgentInput!) { a: ${fieldOf(CREATE_AGENT)} ...More }
          fragment More on Mutation { ... { b: ${fieldOf(CREATE_AGENT)} } __typename }`,
        variables: { input },
      },
    });

    expect([body.data.a.code, body.data.b.code]).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT']);
  });

  test('is refused with another key in the input', async () => {
    const { input } = await CREATE_AGENT.inputs(api, unique());
    const before = await traces(CREATE_AGENT);

    const result = await mutate(api, CREATE_AGENT, { ...input, idempotencyKey: 'one' }, { header: 'two' });

    expect(result).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ pointer: '/idempotencyKey' }] });
    expect(await traces(CREATE_AGENT)).toEqual(before);
  });

  test('is the same as the key in the input, and has to be a key', async () => {
    const { input } = await CREATE_AGENT.inputs(api, unique());
    const key = newKey();

    const both = await mutate(api, CREATE_AGENT, { ...input, idempotencyKey: key }, { header: key });
    const tooLong = await mutate(api, CREATE_AGENT, input, { header: 'x'.repeat(256) });
    const inInput = await mutate(api, CREATE_AGENT, { ...input, idempotencyKey: '' });

    expect(both).toMatchObject({ alreadyIssued: false });
    expect(tooLong).toMatchObject({ code: 'IDEMPOTENCY_KEY_INVALID' });
    expect(inInput).toMatchObject({ code: 'INPUT_INVALID', issues: [{ pointer: '/idempotencyKey' }] });
  });

  test('is nothing to a query, and to a mutation that takes no key', async () => {
    const headers = { 'Idempotency-Key': 'x'.repeat(300) };
    const query = await api.json('/graphql', { headers, as: 'operator', body: { query: '{ viewer { actor } }' } });
    const mutation = 'mutation { pickAsset(input: { tags: ["nothing-of-the-kind"] }) { ... on Problem { code } } }';
    const picked = await api.json('/graphql', { headers, body: { query: mutation } });

    expect(query.body.data.viewer.actor).toBe('operator:admin');
    expect(picked.body.data.pickAsset.code).toBe('NO_MATCH');
  });

  const earlier = [
    [
      'requestRender',
      { prompt: 'calm sea at dawn', kind: 'IMAGE', width: 256, height: 256 },
      '... on RequestedRender { id: render { id } }',
    ],
    ['sealText', { text: 'By its header.', disclaimerAcknowledged: true }, '... on SealedText { id: seal { id } }'],
    [
      'runTask',
      { task: 'fast-execution/field-extraction', messages: [{ role: 'USER', content: 'By its header.' }] },
      '... on RanTask { id: outcome { runId } } ... on OutputWithMismatch { id: outcome { runId } }',
    ],
  ] as const;

  test.each(earlier)('works for %s, which took a key before', async (mutation, input, payload) => {
    const header = newKey();

    const first = await mutate(api, { mutation, payload }, input, { header });
    const again = await mutate(api, { mutation, payload }, { ...input, idempotencyKey: header });

    expect(first).toMatchObject({ id: expect.anything() });
    expect(again.id).toEqual(first.id);
  });
});

test('a null in the input is the same as a field that is left out', async () => {
  const { input } = await CREATE_AGENT.inputs(api, unique());
  const idempotencyKey = newKey();
  await mutate(api, CREATE_AGENT, { ...input, idempotencyKey });

  const again = await mutate(api, CREATE_AGENT, { ...input, customerId: null, idempotencyKey });

  expect(again).toMatchObject({ alreadyIssued: true });
});

test('a key is for one mutation: another one with the same input is another request', async () => {
  const { agentId } = (await ISSUING.find(({ mutation }) => mutation === 'issueAgentKey')!.inputs(api, unique())).input;
  const idempotencyKey = newKey();
  await mutate(api, CREATE_AGENT, { name: 'Same', idempotencyKey });

  const other = ISSUING.find(({ mutation }) => mutation === 'issueAgentKey')!;

  expect(await mutate(api, other, { agentId, name: 'Same', idempotencyKey })).toMatchObject({
    code: 'IDEMPOTENCY_KEY_REUSED',
  });
});

test('upkeep deletes keys that are older than a day, and leaves the others', async () => {
  const [old, young] = [newKey(), newKey()];
  for (const idempotencyKey of [old, young]) await mutate(api, CREATE_AGENT, { name: 'Test', idempotencyKey });
  await api.database.query(`update keyed_issue set created_at = now() - interval '25 hours' where key = $1`, [old]);

  await api.services.upkeep['expired idempotency keys']!(contextOn(api.services.platform.database));

  const left = await api.database.query<{ key: string }>('select key from keyed_issue where key = any($1)', [
    [old, young],
  ]);
  expect(left).toEqual([{ key: young }]);
});

test('no secret is kept with a key', async () => {
  const issuing = ISSUING.find(({ mutation }) => mutation === 'issueCustomerKey')!;
  const { input } = await issuing.inputs(api, unique());
  const { secret } = await mutate(api, issuing, { ...input, idempotencyKey: newKey() });

  const rows = await api.database.query('select * from keyed_issue');

  expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
});

test('every mutation that creates or issues something takes a key', () => {
  const mutations = Object.values(api.services.schema.getMutationType()!.getFields());
  const issuing = mutations.filter(({ name }) => /^(create|issue|rotate|invite)/.test(name)).map(({ name }) => name);
  const inputOf = (name: string) => api.services.schema.getType(`${name[0]!.toUpperCase()}${name.slice(1)}Input`);

  // A publish request keeps its key itself: `test/publishing/filing.test.ts`.
  const withKey = [...ISSUING.map(({ mutation }) => mutation), 'createPublishRequest'];

  expect(withKey).toEqual(expect.arrayContaining(issuing));
  for (const mutation of withKey) {
    expect((inputOf(mutation) as GraphQLInputObjectType).getFields(), mutation).toHaveProperty('idempotencyKey');
  }
});
