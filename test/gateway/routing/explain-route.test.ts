import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_USE_ID } from '../../../src/customers/index.ts';
import { type Api, type Credential, type Json, startApi } from '../../support/api.ts';
import { EVIDENCE, LOCAL_DRAFT, slotIds } from '../../support/routing.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false, env: { SANDBOX: 'true' } });
});
afterAll(() => api.stop());

const EXPLAIN = `query Explain($input: ExplainRouteInput!) {
  explainRoute(input: $input) {
    inputTokens maxOutputTokens maxCostMicros gates isHeld labels isAssumed isForThisKey
    decision {
      task taskVersion slot dataClass policyVersion catalogueVersion path
      isPastSoftCap isMovedByCap isNotFinal isSimulated
      refusal { code sentence }
      candidates { deployment reason sentence credentialSource maxCostMicros }
    }
  }
}`;

async function explain(input: object, as?: Credential): Promise<Json> {
  const { data, errors } = await api.graphql<Json>(EXPLAIN, { variables: { input }, ...(as ? { as } : {}) });
  expect(errors).toBeUndefined();
  return data.explainRoute;
}

async function refusal(input: object, as?: Credential) {
  const { errors } = await api.graphql<Json>(EXPLAIN, { variables: { input }, ...(as ? { as } : {}) });
  return { code: errors![0]!.extensions.code, message: errors![0]!.message };
}

const [PREFERRED, ...OTHERS] = slotIds(EVIDENCE) as [string, ...string[]];
const KEYS = { keys: ['OPENAI', 'ANTHROPIC', 'DEEPSEEK'] };
const reasonOf = ({ decision }: Json, id: string) =>
  decision.candidates.find((one: Json) => one.deployment === id)?.reason;

describe('for a stranger', () => {
  test('every candidate is there with its reason, and with what it would cost', async () => {
    const explained = await explain({ task: EVIDENCE, inputTokens: 1_000, maxOutputTokens: 500, assumptions: KEYS });

    expect(explained).toMatchObject({ isAssumed: true, isForThisKey: true, inputTokens: 1_000, maxOutputTokens: 500 });
    expect(explained.decision).toMatchObject({ path: [PREFERRED, ...OTHERS], refusal: null, isSimulated: false });
    const [taken] = explained.decision.candidates;
    expect(taken).toMatchObject({ deployment: PREFERRED, reason: 'TAKEN', credentialSource: 'SERVICE' });
    // 1,000 tokens at 2.5 USD, as all of them may be written into the cache, and 500 at 10 USD for a million.
    expect(taken.maxCostMicros).toBe(7_500);
    expect(explained.maxCostMicros).toBe(
      Math.max(...explained.decision.candidates.map((one: Json) => one.maxCostMicros)),
    );
  });

  test('a text may be as long as what a task takes', async () => {
    const { inputTokens } = await explain({ task: EVIDENCE, text: 'word '.repeat(600_000) });

    expect(inputTokens).toBeGreaterThan(600_000);
    expect(await refusal({ task: 'fast-execution/field-extraction', text: 'x'.repeat(3_200_000) })).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  test('without a key the sandbox would answer, and nothing would be spent', async () => {
    const explained = await explain({ task: EVIDENCE, inputTokens: 1_000 });

    expect(explained.decision).toMatchObject({ isSimulated: true, refusal: null });
    expect(explained.maxCostMicros).toBe(0);
  });

  test.each([
    ['a key that is missing', { keys: ['ANTHROPIC'], sandbox: false }, 'NO_KEY'],
    ['an outage', { ...KEYS, outages: [PREFERRED] }, 'BREAKER_OPEN'],
    ['a hard limit', { ...KEYS, hardLimitMicros: 6_999 }, 'TOO_DEAR'],
    ['money that is spent', { ...KEYS, hardLimitMicros: 10_000, spentMicros: 3_001 }, 'TOO_DEAR'],
    ['a key of one’s own for another provider', { ...KEYS, plan: 'PRO', ownKeys: ['ANTHROPIC'] }, 'OWN_KEY_ONLY'],
  ])('with %s', async (_what, assumptions, reason) => {
    const explained = await explain({ task: EVIDENCE, inputTokens: 1_000, maxOutputTokens: 500, assumptions });

    expect(reasonOf(explained, PREFERRED)).toBe(reason);
  });

  test('beyond the soft cap the call would be moved, and run', async () => {
    const explained = await explain({
      task: EVIDENCE,
      inputTokens: 10,
      assumptions: { ...KEYS, softCapMicros: 100, spentMicros: 100 },
    });

    expect(explained.decision).toMatchObject({ isPastSoftCap: true, isMovedByCap: true });
    expect(explained.decision.path[0]).not.toBe(PREFERRED);
  });

  test('a local task goes to the customer’s own server or nowhere', async () => {
    const own = await explain({ task: LOCAL_DRAFT, inputTokens: 10, assumptions: { plan: 'PRO', ownKeys: ['OWN'] } });
    const none = await explain({ task: LOCAL_DRAFT, inputTokens: 10, assumptions: { ...KEYS, sandbox: false } });

    expect(own.decision).toMatchObject({ dataClass: 'LOCAL_ONLY', isSimulated: false, path: slotIds(LOCAL_DRAFT) });
    expect(none.decision.refusal).toMatchObject({ code: 'NO_DEPLOYMENT' });
    expect(reasonOf(none, slotIds(LOCAL_DRAFT)[0]!)).toBe('NO_OWN_SERVER');
  });

  test('a gate holds nothing up, and is told with what it does', async () => {
    const explained = await explain({ task: 'deep-reasoning/synthesis', inputTokens: 10, assumptions: KEYS });

    expect(explained).toMatchObject({ gates: ['APPROVAL'], isHeld: true, decision: { refusal: null } });
    expect(explained.decision.candidates[0]).toMatchObject({ reason: 'TAKEN', maxCostMicros: expect.any(Number) });
  });

  test('what is not final says so', async () => {
    const explained = await explain({ task: 'fast-execution/redact-draft', inputTokens: 10 });

    expect(explained).toMatchObject({ labels: ['NOT_FINAL'], decision: { isNotFinal: true } });
  });

  test('what does not fit is refused with the figures', async () => {
    const explained = await explain({ task: EVIDENCE, inputTokens: 5_000_000, assumptions: KEYS });

    expect(explained.decision.refusal).toMatchObject({
      code: 'CONTEXT_LENGTH_EXCEEDED',
      sentence: expect.stringContaining('5,000,000'),
    });
    expect(explained.maxCostMicros).toBeNull();
  });

  test('the money of the house is none of theirs', async () => {
    await api.database.query('update customer set soft_cap_micros = 1, hard_limit_micros = 1 where id = $1', [
      OWN_USE_ID,
    ]);

    const stranger = await explain({ task: EVIDENCE, inputTokens: 10, assumptions: KEYS });

    await api.database.query('update customer set soft_cap_micros = null, hard_limit_micros = null where id = $1', [
      OWN_USE_ID,
    ]);
    expect(stranger.decision).toMatchObject({ isPastSoftCap: false, refusal: null });
    expect(JSON.stringify(stranger)).not.toContain('hard limit');
  });
});

describe('how large a request is', () => {
  test('is said in tokens, in characters or by the text itself, the task’s instructions counted along', async () => {
    const text = 'The landlord did not answer within the time that was set. '.repeat(20);

    const [byText, byLength, empty] = await Promise.all([
      explain({ task: EVIDENCE, text }),
      explain({ task: EVIDENCE, characters: text.length }),
      explain({ task: EVIDENCE, text: '' }),
    ]);

    const words = text.split(' ').length;
    expect(byText.inputTokens - empty.inputTokens).toBeGreaterThan(words * 0.9);
    expect(byText.inputTokens - empty.inputTokens).toBeLessThan(words * 2);
    expect(byLength.inputTokens).toBeGreaterThanOrEqual(byText.inputTokens);
    expect(empty.inputTokens).toBeGreaterThan(100);
  });

  test.each([
    [{}],
    [{ inputTokens: 1, characters: 1 }],
    [{ inputTokens: -1 }],
    [{ characters: 2_000_000_000 }],
    [{ inputTokens: 1, maxOutputTokens: 0 }],
    [{ inputTokens: 1, maxOutputTokens: 10_000_000 }],
    [{ inputTokens: 1, assumptions: { outages: ['nobody/knows'] } }],
    [{ inputTokens: 1, assumptions: { spentMicros: -1 } }],
    [{ inputTokens: 1, assumptions: { keys: ['NOBODY'] } }],
    [{ inputTokens: 1, model: 'gpt-4' }],
  ])('%j is refused in a sentence', async (input) => {
    const { code, message } = await refusal({ task: EVIDENCE, ...input });

    expect(code).toBe('BAD_USER_INPUT');
    expect(message.length).toBeGreaterThan(10);
  });

  test('a model is no task, and the tasks are named', async () => {
    const { code, message } = await refusal({ task: 'gpt-4o', inputTokens: 1 });

    expect(code).toBe('TASK_NOT_FOUND');
    expect(message).toContain(EVIDENCE);
  });
});

describe('for who may run tasks', () => {
  test('it is as the account stands', async () => {
    const customer = await customerWith({ plan: 'PRO', hardLimitMicros: 5_000 });

    const explained = await explain({ task: EVIDENCE, inputTokens: 1_000, assumptions: KEYS }, customer);
    const real = await explain({ task: EVIDENCE, inputTokens: 1_000 }, customer);

    expect(explained).toMatchObject({ isAssumed: true, decision: { refusal: { code: 'HARD_LIMIT' } } });
    expect(real).toMatchObject({ isAssumed: false, isForThisKey: true, decision: { isSimulated: true } });
  });

  test('a key that is for other tasks is told so', async () => {
    const customer = await customerWith({ plan: 'BASE', tasks: ['human-phrasing/warm-tone'] });

    const [other, its] = await Promise.all([
      explain({ task: EVIDENCE, inputTokens: 1 }, customer),
      explain({ task: 'human-phrasing/warm-tone', inputTokens: 1 }, customer),
    ]);

    expect(other.isForThisKey).toBe(false);
    expect(its.isForThisKey).toBe(true);
  });
});

test('nothing is called, set aside or written down', async () => {
  const before = await rows();

  await explain({ task: EVIDENCE, inputTokens: 1_000 });
  await explain({ task: EVIDENCE, inputTokens: 1_000 }, 'operator');

  expect(await rows()).toEqual(before);
});

async function rows() {
  return api.database.query(
    'select (select count(*) from run)::int as runs, (select count(*) from reservation)::int as reservations',
  );
}

interface NewCustomer {
  plan: string;
  hardLimitMicros?: number;
  tasks?: string[];
}

let made = 0;
async function customerWith({ tasks = [], ...given }: NewCustomer): Promise<Credential> {
  const created = await api.graphql<Json>(
    `mutation C($input: CreateCustomerInput!) { createCustomer(input: $input) { ... on CreatedCustomer { customer { id } } ... on Problem { message } } }`,
    { variables: { input: { name: `Customer ${made++}`, ...given } }, as: 'operator' },
  );
  const customerId = created.data.createCustomer.customer.id;
  const issued = await api.graphql<Json>(
    `mutation K($input: IssueCustomerKeyInput!) { issueCustomerKey(input: $input) { ... on IssuedCustomerKey { token } ... on Problem { message } } }`,
    { variables: { input: { customerId, name: 'test', ...(tasks.length > 0 ? { tasks } : {}) } }, as: 'operator' },
  );
  return { bearer: issued.data.issueCustomerKey.token };
}
