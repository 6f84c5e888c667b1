import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../src/customers/index.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Api, startApi } from '../support/api.ts';
import { deployment, GENEROUS } from '../support/providers/calling.ts';
import { FakeProvider } from '../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../support/providers/protocols.ts';
import { mutate, STORED_KEY, TESTED } from './support.ts';

const SERVICE_KEY = 'sk-canary-of-the-service-Abcd';
const OWN_KEY = 'sk-canary-of-the-customer-Wxyz';
const BAD_KEY = 'sk-canary-that-is-refused-Nope';
const { answer, errors } = PROTOCOLS.openai;

/** Answers whoever shows another key than the bad one. */
let fake: FakeProvider;
let api: Api;
beforeAll(async () => {
  fake = await FakeProvider.startFor((asked) => {
    if (asked.headers.authorization === `Bearer ${BAD_KEY}`) return errors.keyRefused;
    return asked.method === 'GET' ? json({ object: 'list', data: [] }) : json(answer('Hello'));
  }, 'openai');
  // Someone's gateway in the provider's place, which takes calls without a key.
  fake.options = { needsKey: false };
  api = await startApi({ env: { OPENAI_BASE_URL: `${fake.url}/v1`, SANDBOX: '0' } });
});
afterAll(async () => {
  await api.stop();
  await fake.stop();
});

const pro = () => customerWithKey(api, { plan: 'PRO' });
const accountOf = (customer: { id: string; plan: string }): Account => ({
  id: customer.id,
  isOwnUse: false,
  plan: customer.plan as Account['plan'],
  keyId: null,
  tasks: null,
});

const MODEL = 'openai/a-model';

async function catalogueOfModels() {
  const catalogue = await api.services.apis.models.current();
  return { ...catalogue, deployments: [deployment('openai'), deployment('anthropic'), deployment('own')] };
}

/** What would be called for an account, and what came of it. */
async function called(account: Account) {
  const { providers } = api.services.apis;
  const standings = await providers.availabilityOf(account, await catalogueOfModels());
  const standing = standings.get(MODEL)!;
  if (!standing.credential) return { standing, standings, shown: null };
  const outcome = await providers
    .call({
      deployment: deployment('openai'),
      credential: standing.credential,
      account,
      task: 'human-phrasing/warm-tone',
      options: { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
      timeouts: GENEROUS,
      signal: new AbortController().signal,
    })
    .catch((error) => error);
  return { standing, standings, outcome, shown: fake.asked.at(-1)!.headers.authorization ?? null };
}

describe('a key of the service', () => {
  test('comes before the environment, is shown by four characters, and can be removed', async () => {
    const { customer } = await pro();
    expect(await called(accountOf(customer))).toMatchObject({ standing: { credential: { keyId: null } }, shown: null });

    const { providerKey } = await mutate(
      api,
      'setProviderKey',
      { provider: 'OPENAI', key: SERVICE_KEY },
      STORED_KEY,
      'operator',
    );
    expect(providerKey).toMatchObject({ provider: 'OPENAI', customerId: null, hint: 'Abcd', failingSince: null });
    expect(await called(accountOf(customer))).toMatchObject({
      standing: { credential: { source: 'SERVICE', keyId: providerKey.id } },
      shown: `Bearer ${SERVICE_KEY}`,
    });

    const tested = await mutate(api, 'testProviderKey', { providerKeyId: providerKey.id }, TESTED, 'operator');
    expect(tested).toMatchObject({ isAccepted: true, failure: null });
    expect(fake.asked.at(-1)).toMatchObject({ method: 'GET', path: '/v1/models' });

    const input = { providerKeyId: providerKey.id };
    expect(await mutate(api, 'deleteProviderKey', input, '', 'operator')).toEqual({ __typename: 'DeletedProviderKey' });
    expect(await mutate(api, 'deleteProviderKey', input, '', 'operator')).toMatchObject({ code: 'NOT_FOUND' });
    expect((await called(accountOf(customer))).shown).toBeNull();
  });

  test('is encrypted for its row, and stands nowhere else', async () => {
    const { providerKey } = await mutate(
      api,
      'setProviderKey',
      { provider: 'XAI', key: SERVICE_KEY },
      STORED_KEY,
      'operator',
    );

    const rows = await api.database.query('select * from provider_key where id = $1', [providerKey.id]);
    const listed = await api.graphql('{ providerKeys(filter: { provider: XAI }) { totalCount nodes { id hint } } }', {
      as: 'operator',
    });

    expect(inspect(rows, { depth: 5, maxStringLength: null })).not.toContain(SERVICE_KEY);
    expect(listed.data.providerKeys).toEqual({ totalCount: 1, nodes: [{ id: providerKey.id, hint: 'Abcd' }] });
  });

  test.each([
    ['too short', 'sk-1'],
    ['with a line break', 'sk-0123456789\r\nX-Header: 1'],
    ['with other letters', 'sk-0123456789ключ'],
  ])('%s is refused without being said back', async (_name, key) => {
    const result = await mutate(api, 'setProviderKey', { provider: 'OPENAI', key }, STORED_KEY, 'operator');

    expect(result).toMatchObject({ code: 'INPUT_INVALID', issues: [{ pointer: '/key' }] });
    expect(JSON.stringify(result)).not.toContain(key.slice(0, 8));
  });
});

describe('a key of a customer', () => {
  test('is used for that customer alone', async () => {
    const [one, other] = [await pro(), await pro()];
    const { providerKey } = await mutate(
      api,
      'setOwnProviderKey',
      { provider: 'OPENAI', key: OWN_KEY },
      STORED_KEY,
      one.as,
    );

    expect(providerKey).toMatchObject({ customerId: one.customer.id, hint: 'Wxyz' });
    expect(await called(accountOf(one.customer))).toMatchObject({
      standing: { credential: { source: 'CUSTOMER', keyId: providerKey.id } },
      shown: `Bearer ${OWN_KEY}`,
    });
    expect((await called(accountOf(other.customer))).shown).toBeNull();
    // Nor by naming it.
    const { providers } = api.services.apis;
    const stolen = await providers
      .call({
        deployment: deployment('openai'),
        credential: { source: 'CUSTOMER', keyId: providerKey.id },
        account: accountOf(other.customer),
        task: 'x',
        options: { prompt: [] },
        timeouts: GENEROUS,
        signal: new AbortController().signal,
      })
      .catch((error) => error);
    expect(stolen).toMatchObject({ failure: 'KEY_REFUSED', mayHaveCost: false });
  });

  test('is seen, tested and removed by nobody else', async () => {
    const [one, other] = [await pro(), await pro()];
    const { providerKey } = await mutate(
      api,
      'setOwnProviderKey',
      { provider: 'OPENAI', key: OWN_KEY },
      STORED_KEY,
      one.as,
    );
    const input = { providerKeyId: providerKey.id };
    const LIST = '{ ownProviderKeys { nodes { id } } }';

    expect((await api.graphql(LIST, { as: one.as })).data.ownProviderKeys.nodes).toEqual([{ id: providerKey.id }]);
    expect((await api.graphql(LIST, { as: other.as })).data.ownProviderKeys.nodes).toEqual([]);
    const ofAnother = `{ ownProviderKeys(filter: { customerId: "${one.customer.id}" }) { nodes { id } } }`;
    expect((await api.graphql(ofAnother, { as: other.as })).data.ownProviderKeys.nodes).toEqual([]);
    expect((await api.graphql(`{ node(id: "${providerKey.id}") { id } }`, { as: other.as })).data.node).toBeNull();
    for (const name of ['testOwnProviderKey', 'deleteOwnProviderKey']) {
      expect(await mutate(api, name, input, '', other.as)).toMatchObject({ code: 'NOT_FOUND' });
    }
    // An operator sees that there is one, and cannot put ours in its place by removing it.
    expect(await mutate(api, 'deleteProviderKey', input, '', 'operator')).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('that fails is an error, and never a call with ours', async () => {
    const { customer, as } = await pro();
    await mutate(api, 'setProviderKey', { provider: 'OPENAI', key: SERVICE_KEY }, STORED_KEY, 'operator');
    const { providerKey } = await mutate(
      api,
      'setOwnProviderKey',
      { provider: 'OPENAI', key: BAD_KEY },
      STORED_KEY,
      as,
    );
    const account = accountOf(customer);

    const first = await called(account);
    await expect
      .poll(async () =>
        (await api.services.apis.providers.availabilityOf(account, await catalogueOfModels())).get(MODEL),
      )
      .toMatchObject({ whyNot: 'OWN_KEY_FAILING' });
    const asked = fake.asked.length;
    const second = await called(account);

    expect(first).toMatchObject({ outcome: { failure: 'KEY_REFUSED' }, shown: `Bearer ${BAD_KEY}` });
    expect(second.standing).toMatchObject({ credential: null, whyNot: 'OWN_KEY_FAILING' });
    expect(fake.asked).toHaveLength(asked);
    const failing = '{ ownProviderKeys(filter: { isFailing: true }) { nodes { id failingSince failingReason } } }';
    await expect
      .poll(async () => (await api.graphql(failing, { as })).data.ownProviderKeys.nodes)
      .toMatchObject([{ id: providerKey.id, failingReason: expect.stringContaining('did not accept the key') }]);

    // Another one ends it at once.
    await mutate(api, 'setOwnProviderKey', { provider: 'OPENAI', key: OWN_KEY }, STORED_KEY, as);
    expect((await called(account)).shown).toBe(`Bearer ${OWN_KEY}`);
  });

  test('that is refused at its test is told so, and not used', async () => {
    const { customer, as } = await pro();
    const { providerKey } = await mutate(
      api,
      'setOwnProviderKey',
      { provider: 'OPENAI', key: BAD_KEY },
      STORED_KEY,
      as,
    );

    const tested = await mutate(api, 'testOwnProviderKey', { providerKeyId: providerKey.id }, TESTED, as);

    expect(tested).toMatchObject({ isAccepted: false, failure: 'KEY_REFUSED' });
    expect((await called(accountOf(customer))).standing.whyNot).toBe('OWN_KEY_FAILING');
  });

  test('is nothing for the plan BASE, also where the plan was another', async () => {
    const { customer, as } = await customerWithKey(api, { plan: 'BASE' });
    const input = { provider: 'OPENAI', key: OWN_KEY };

    expect(await mutate(api, 'setOwnProviderKey', input, STORED_KEY, as)).toMatchObject({
      code: 'PLAN_NOT_SUFFICIENT',
    });
    const upgraded = await pro();
    await mutate(api, 'setOwnProviderKey', input, STORED_KEY, upgraded.as);
    const { standing } = await called(accountOf({ ...upgraded.customer, plan: 'BASE' }));
    expect(standing).toMatchObject({ credential: null, whyNot: 'PLAN' });
    expect(customer.plan).toBe('BASE');
  });

  test('for an organisation is planned, and said so', async () => {
    const { as } = await pro();

    const result = await mutate(
      api,
      'setOwnProviderKey',
      { provider: 'OPENAI', key: OWN_KEY, scope: 'ORGANISATION' },
      STORED_KEY,
      as,
    );

    expect(result).toMatchObject({ code: 'CAPABILITY_NOT_AVAILABLE' });
  });
});

test('without a key there is none, where the sandbox is off', async () => {
  const { customer } = await pro();

  const { standings } = await called(accountOf(customer));

  expect(standings.get('anthropic/a-model')).toMatchObject({ credential: null, whyNot: 'NO_KEY' });
  expect(standings.get('own/a-model')).toMatchObject({ credential: null, whyNot: 'NO_OWN_SERVER' });
});
