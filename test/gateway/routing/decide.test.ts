import { describe, expect, test } from 'vitest';
import { refused } from '../../../src/gateway/routing/refusal.ts';
import {
  CATALOGUE,
  decisionFor,
  EVIDENCE,
  LOCAL_DRAFT,
  policyWith,
  policyWithRule,
  READY,
  reasonsOf,
  slotIds,
  WITHOUT_KEY,
} from '../../support/routing.ts';

const [PREFERRED, ALTERNATE] = slotIds(EVIDENCE) as [string, string];
const without = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, WITHOUT_KEY]));

describe('where nothing speaks against it', () => {
  test('the slot’s preferred one is taken, and the others stand in', () => {
    const decision = decisionFor(EVIDENCE);

    expect(decision.path).toEqual(slotIds(EVIDENCE));
    expect(decision.candidates.map(({ reason }) => reason)).toEqual([
      'TAKEN',
      ...slotIds(EVIDENCE)
        .slice(1)
        .map(() => 'FALLBACK'),
    ]);
    expect(decision).toMatchObject({ refusal: null, isSimulated: false, isMovedByCap: false, policyVersion: 1 });
  });

  test('the cheapest is taken where cost is preferred, and what costs nobody knows comes last', () => {
    const decision = decisionFor(EVIDENCE, {
      request: { preference: 'COST' },
      snapshot: {
        deployments: { [PREFERRED]: { ...READY, mostMicros: null }, [ALTERNATE]: { ...READY, mostMicros: 10 } },
      },
    });

    expect(decision.path[0]).toBe(ALTERNATE);
    expect(decision.path.at(-1)).toBe(PREFERRED);
    expect(decision.candidates.find(({ reason }) => reason === 'TAKEN')!.sentence).toBe(
      'Chosen: cheapest eligible deployment. At most $0.00001.',
    );
  });

  test('the quickest is taken where latency is preferred; of equal ones the policy’s order stays', () => {
    const quick = { ...READY, medianFirstTokenMs: 200 };

    const decision = decisionFor(EVIDENCE, {
      request: { preference: 'LATENCY' },
      snapshot: { deployments: { [ALTERNATE]: quick } },
    });
    const equal = decisionFor(EVIDENCE, { request: { preference: 'LATENCY' } });

    expect(decision.path[0]).toBe(ALTERNATE);
    expect(equal.path).toEqual(slotIds(EVIDENCE));
  });

  test('what is not final says so', () => {
    expect(decisionFor('fast-execution/redact-draft').isNotFinal).toBe(true);
    expect(decisionFor(EVIDENCE).isNotFinal).toBe(false);
  });
});

describe('what speaks against a deployment', () => {
  test('an input that is larger than its window, with the figures', () => {
    const deployments = CATALOGUE.deployments.map((one) =>
      one.id === PREFERRED ? { ...one, contextWindow: 1_000, maxInputTokens: null, maxOutputTokens: null } : one,
    );

    const decision = decisionFor(EVIDENCE, { catalogue: { ...CATALOGUE, deployments } });

    expect(decision.path).not.toContain(PREFERRED);
    expect(decision.candidates[0]).toMatchObject({
      reason: 'INPUT_TOO_LARGE',
      sentence: 'About 1,000 input tokens and 500 output tokens exceed the deployment’s context length of 1,000.',
    });
  });

  test.each([
    ['maxInputTokens', 'INPUT_TOO_LARGE'],
    ['maxOutputTokens', 'OUTPUT_TOO_LARGE'],
  ])('a smaller %s', (bound, reason) => {
    const deployments = CATALOGUE.deployments.map((one) => (one.id === PREFERRED ? { ...one, [bound]: 10 } : one));

    const decision = decisionFor(EVIDENCE, { catalogue: { ...CATALOGUE, deployments } });

    expect(reasonsOf(decision)[PREFERRED]).toBe(reason);
  });

  test.each([
    ['needsTools', 'takesTools', 'NO_TOOLS'],
    ['needsOutputSchema', 'takesOutputSchema', 'NO_OUTPUT_SCHEMA'],
  ])('%s where it cannot', (needs, takes, reason) => {
    const deployments = CATALOGUE.deployments.map((one) => ({ ...one, [takes]: one.id !== PREFERRED }));

    const decision = decisionFor(EVIDENCE, { catalogue: { ...CATALOGUE, deployments }, request: { [needs]: true } });

    expect(reasonsOf(decision)[PREFERRED]).toBe(reason);
    expect(decision.path[0]).toBe(ALTERNATE);
  });

  test.each([
    ['anthropic/claude-opus-5-5', undefined, false],
    ['anthropic/claude-opus-5-5', true, true],
    ['openai/gpt-6.1-sol', undefined, true],
    ['openai/gpt-6.1-sol', false, false],
  ])('a recursive schema for %s, where the catalogue says %s', (id, stated, isTaken) => {
    const deployments = CATALOGUE.deployments.map((one) =>
      one.id === id ? { ...one, takesRecursiveSchema: stated } : one,
    );
    const task = CATALOGUE.tasks.find(({ name }) => slotIds(name)[0] === id)!.name;
    const request = { needsOutputSchema: true, isSchemaRecursive: true };

    const decision = decisionFor(task, {
      catalogue: { ...CATALOGUE, deployments } as typeof CATALOGUE,
      request,
      snapshot: { openGates: ['APPROVAL'] },
    });

    expect(reasonsOf(decision)[id] === 'NO_OUTPUT_SCHEMA').toBe(!isTaken);
    expect(decision.path.includes(id)).toBe(isTaken);
  });

  test.each([
    [{ ...READY, credential: null, whyNot: 'NO_KEY' as const }, 'NO_KEY'],
    [{ ...READY, breaker: 'OPEN' as const }, 'BREAKER_OPEN'],
  ])('how it stands: %s', (standing, reason) => {
    const decision = decisionFor(EVIDENCE, { snapshot: { deployments: { [PREFERRED]: standing } } });

    expect(reasonsOf(decision)[PREFERRED]).toBe(reason);
    expect(decision.path[0]).toBe(ALTERNATE);
  });

  test('a breaker that lets one try is no reason', () => {
    const decision = decisionFor(EVIDENCE, {
      snapshot: { deployments: { [PREFERRED]: { ...READY, breaker: 'HALF_OPEN' } } },
    });

    expect(decision.path[0]).toBe(PREFERRED);
  });

  test('a price that nobody knows, under a hard limit and only there', () => {
    const deployments = { [PREFERRED]: { ...READY, mostMicros: null } };

    const limited = decisionFor(EVIDENCE, { snapshot: { deployments, hasHardLimit: true, leftMicros: 1_000_000 } });
    const free = decisionFor(EVIDENCE, { snapshot: { deployments } });

    expect(reasonsOf(limited)[PREFERRED]).toBe('PRICE_UNKNOWN');
    const all = Object.fromEntries(
      limited.candidates.map(({ deployment }) => [deployment, { ...READY, mostMicros: null }]),
    );
    const refused = decisionFor(EVIDENCE, {
      snapshot: { deployments: all, hasHardLimit: true, leftMicros: 1_000_000 },
    });
    expect(refused.refusal).toMatchObject({ code: 'PRICE_UNKNOWN' });
    expect(free.path[0]).toBe(PREFERRED);
  });

  test('more than is left under a hard limit', () => {
    const decision = decisionFor(EVIDENCE, { snapshot: { hasHardLimit: true, leftMicros: 999 } });

    expect(decision.refusal).toMatchObject({ code: 'HARD_LIMIT' });
    expect(decision.candidates[0]!.sentence).toBe(
      'It may cost $0.001, and the account’s hard limit has $0.000999 left.',
    );
  });

  test('that the policy does not name it, or the catalogue has it no more', () => {
    const narrowed = decisionFor(EVIDENCE, {
      policy: policyWithRule(EVIDENCE, { path: [ALTERNATE], pathPastSoftCap: null }),
    });
    const deployments = CATALOGUE.deployments.filter(({ id }) => id !== PREFERRED);
    const gone = decisionFor(EVIDENCE, { catalogue: { ...CATALOGUE, deployments } });
    const elsewhere = decisionFor(EVIDENCE, {
      policy: policyWithRule(EVIDENCE, { path: ['xai/elsewhere', PREFERRED] }),
    });

    expect(reasonsOf(narrowed)[PREFERRED]).toBe('NOT_IN_RULE');
    expect(reasonsOf(gone)[PREFERRED]).toBe('NOT_IN_CATALOGUE');
    expect(reasonsOf(elsewhere)).toMatchObject({ 'xai/elsewhere': 'NOT_IN_RULE', [PREFERRED]: 'TAKEN' });
  });
});

describe('keys of one’s own', () => {
  const OWN = { source: 'CUSTOMER', keyId: 'pky_1' } as const;

  test('the service’s key is never taken beside one', () => {
    const decision = decisionFor(EVIDENCE, {
      snapshot: { plan: 'PRO', deployments: { [PREFERRED]: { ...READY, credential: OWN } } },
    });

    expect(decision.path).toEqual([PREFERRED]);
    expect(reasonsOf(decision)[ALTERNATE]).toBe('OWN_KEY_ONLY');
  });

  test('one that fails is an error, neither a call on the service’s key nor a simulated one', () => {
    const failing = { ...WITHOUT_KEY, whyNot: 'OWN_KEY_FAILING' as const };

    const decision = decisionFor(EVIDENCE, {
      snapshot: { plan: 'PRO', isSandboxOn: true, deployments: { [PREFERRED]: failing } },
    });

    expect(decision.path).toEqual([]);
    expect(reasonsOf(decision)).toMatchObject({ [PREFERRED]: 'OWN_KEY_FAILING', [ALTERNATE]: 'OWN_KEY_ONLY' });
    expect(refused(decision)).toMatchObject({ code: 'NO_PROVIDER_AVAILABLE' });
  });
});

describe('the sandbox', () => {
  test('answers where the task has no key at all, and that is said', () => {
    const decision = decisionFor(EVIDENCE, {
      snapshot: { isSandboxOn: true, deployments: without(slotIds(EVIDENCE)) },
    });

    expect(decision).toMatchObject({ isSimulated: true, path: slotIds(EVIDENCE) });
    expect(decision.candidates.every(({ credentialSource }) => credentialSource === 'SANDBOX')).toBe(true);
  });

  test('stands in for no provider that is there, were it to fail', () => {
    const decision = decisionFor(EVIDENCE, {
      snapshot: {
        isSandboxOn: true,
        deployments: { ...without(slotIds(EVIDENCE)), [ALTERNATE]: { ...READY, breaker: 'OPEN' } },
      },
    });

    expect(decision).toMatchObject({ isSimulated: false, path: [] });
    expect(refused(decision)).toMatchObject({ code: 'NO_PROVIDER_AVAILABLE', retryAfterSeconds: undefined });
  });

  test('a refusal for a pause tells when the first deployment takes calls again', () => {
    const paused = { ...READY, breaker: 'OPEN' } as const;
    const decision = decisionFor(EVIDENCE, {
      snapshot: {
        deployments: {
          ...without(slotIds(EVIDENCE)),
          [PREFERRED]: { ...paused, pausedBy: 'RATE_LIMIT', pauseLeftMs: 29_100 },
          [ALTERNATE]: { ...paused, pauseLeftMs: 41_000 },
        },
      },
    });

    expect(decision.candidates.find(({ deployment }) => deployment === PREFERRED)).toMatchObject({
      reason: 'RATE_LIMITED',
      sentence: 'The provider has limited the rate of requests. Requests are sent to it again in 30 s.',
    });
    expect(refused(decision)).toMatchObject({ code: 'NO_PROVIDER_AVAILABLE', retryAfterSeconds: 30 });
  });

  test('spends nothing, so no limit holds it up', () => {
    const decision = decisionFor(EVIDENCE, {
      snapshot: { isSandboxOn: true, hasHardLimit: true, leftMicros: 0, deployments: without(slotIds(EVIDENCE)) },
    });

    expect(decision.path[0]).toBe(PREFERRED);
    expect(decision.candidates[0]!.sentence).toContain('nothing is spent');
  });

  test('may answer what must not leave the customer’s server, since nothing leaves', () => {
    const standing = { ...WITHOUT_KEY, whyNot: 'NO_OWN_SERVER' as const };
    const deployments = { [slotIds(LOCAL_DRAFT)[0]!]: standing };

    const on = decisionFor(LOCAL_DRAFT, { snapshot: { isSandboxOn: true, deployments } });
    const off = decisionFor(LOCAL_DRAFT, { snapshot: { deployments } });

    expect(on.isSimulated).toBe(true);
    expect(off.refusal!.sentence).toContain('not configured an own server');
  });
});

describe('the soft cap', () => {
  const [ECONOMY] = [CATALOGUE.slots.find(({ name }) => name === EVIDENCE)!.economy!];

  test('moves the call to the slot’s cheaper deployment, and says so', () => {
    const before = decisionFor(EVIDENCE);
    const past = decisionFor(EVIDENCE, { snapshot: { isPastSoftCap: true } });

    expect(past).toMatchObject({ isPastSoftCap: true, isMovedByCap: true });
    expect(past.path[0]).toBe(ECONOMY);
    expect([...past.path].sort()).toEqual([...before.path].sort());
  });

  test('refuses nothing: a call that the cheaper one cannot take still runs', () => {
    const past = decisionFor(EVIDENCE, { snapshot: { isPastSoftCap: true, deployments: { [ECONOMY]: WITHOUT_KEY } } });

    expect(past).toMatchObject({ isPastSoftCap: true, isMovedByCap: false });
    expect(past.path[0]).toBe(PREFERRED);
  });

  test('is not outdone by a preference', () => {
    const quick = { ...READY, medianFirstTokenMs: 1 };

    const past = decisionFor(EVIDENCE, {
      request: { preference: 'LATENCY' },
      snapshot: { isPastSoftCap: true, deployments: { [PREFERRED]: quick } },
    });

    expect(past.path[0]).toBe(ECONOMY);
  });
});

describe('what is refused', () => {
  test('a gate that nobody can open, though everything else is in order', () => {
    const decision = decisionFor('deep-reasoning/synthesis');

    expect(decision.path).toEqual([]);
    expect(decision.candidates.every(({ reason }) => reason === 'GATE_CLOSED')).toBe(true);
    expect(refused(decision)).toMatchObject({ code: 'CAPABILITY_NOT_AVAILABLE', status: 501 });
    expect(decisionFor('deep-reasoning/synthesis', { snapshot: { openGates: ['APPROVAL'] } }).refusal).toBeNull();
  });

  test('what is larger than the largest window, with the figures', () => {
    const decision = decisionFor(EVIDENCE, { request: { inputTokens: 3_000_000 } });

    expect(refused(decision)).toMatchObject({ code: 'CONTEXT_LENGTH_EXCEEDED', status: 422 });
    expect(decision.refusal!.sentence).toContain('3,000,000 input tokens');
  });

  test('an output beyond what the models give, with their maximum and not their window', () => {
    const { refusal } = decisionFor(EVIDENCE, { request: { maxOutputTokens: 5_000_000 } });

    expect(refusal).toMatchObject({ code: 'CONTEXT_LENGTH_EXCEEDED' });
    expect(refusal!.sentence).toContain('5,000,000 output tokens exceed the deployment’s maximum of 128,000');
  });

  test('a plan that the rule does not have', () => {
    const decision = decisionFor(EVIDENCE, { policy: policyWithRule(EVIDENCE, { plans: ['ENTERPRISE'] }) });

    expect(decision.refusal).toEqual({
      code: 'PLAN',
      sentence: `The task ${EVIDENCE} requires one of the plans ENTERPRISE; this account has BASE.`,
    });
  });

  test('a task without a rule', () => {
    const decision = decisionFor(EVIDENCE, { policy: policyWith({ rules: [] }) });

    expect(decision.refusal).toMatchObject({ code: 'NO_DEPLOYMENT' });
    expect(decision.candidates.map(({ reason }) => reason)).toEqual(slotIds(EVIDENCE).map(() => 'NOT_IN_RULE'));
  });

  test('tools where none of the deployments takes any: the caller’s to change, not ours to wait for', () => {
    const deployments = CATALOGUE.deployments.map((one) => ({ ...one, takesTools: false }));

    const decision = decisionFor(EVIDENCE, { catalogue: { ...CATALOGUE, deployments }, request: { needsTools: true } });

    expect(refused(decision)).toMatchObject({ code: 'INPUT_INVALID' });
  });
});
