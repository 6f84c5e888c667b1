import { expect, test } from 'vitest';
import type { RunFailed } from '../../../src/gateway/runs/run-task.ts';
import { ProviderFailure } from '../../../src/providers/index.ts';
import { FakeProviders, rejection, request, startGateway, TASK } from './support.ts';

test('an answer is in the log, with its try, what it cost and what was decided, before anybody has it', async () => {
  const gateway = await startGateway(new FakeProviders({ answer: {} }));

  const run = await gateway.runner.complete(gateway.ctx(), request());

  expect(run).toMatchObject({
    text: 'Good day.',
    finishReason: 'stop',
    costMicros: 30,
    isEstimated: false,
    attempts: 1,
  });
  const logged = await gateway.logged();
  expect(logged.run).toMatchObject({
    id: run.id,
    status: 'SUCCEEDED',
    surface: 'GRAPHQL',
    task_version: 3,
    requested_by: 'integration:inbound',
    deployment: 'openai/one',
    model: 'one-0815',
    credential_source: 'SERVICE',
    attempt_count: 1,
    finish_reason: 'STOP',
    failure: null,
    input_tokens: 10,
    cached_input_tokens: 2,
    output_tokens: 5,
    reasoning_tokens: 1,
    cost_micros: '30',
    charged_micros: '30',
    is_estimated: false,
    policy_version: 4,
    catalogue_version: 7,
    output_bytes: 9,
    decision: { decision: { path: ['openai/one', 'anthropic/two'] }, request: { needsTools: false } },
  });
  expect(logged.attempts).toMatchObject([
    { run_id: run.id, status: 'SUCCEEDED', status_code: 200, response_id: 'resp_1' },
  ]);
  expect(await gateway.settled()).toMatchObject([{ runId: run.id, costMicros: 30, isEstimated: false }]);
  expect(gateway.reservations).toMatchObject([{ runId: run.id, micros: 5_000 }]);
  expect(JSON.stringify([logged, gateway.reservations])).not.toMatch(/Is this so|Good day|Argue from/);
});

test('the task’s instructions come first, and what the caller left out is left out', async () => {
  const gateway = await startGateway(new FakeProviders({ answer: {} }));

  await gateway.runner.complete(gateway.ctx(), request());

  const { options } = gateway.providers.calls[0]!.call;
  expect(options.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(Object.keys(options).sort()).toEqual(['maxOutputTokens', 'prompt']);
});

test('a temperature that the deployment refuses is left out, and the answer says so', async () => {
  const gateway = await startGateway(new FakeProviders({ answer: {} }), {
    deployments: [{ id: 'openai/one', takesTemperature: false }],
  });

  const run = await gateway.runner.complete(gateway.ctx(), request({ temperature: 0.5 }));

  expect(gateway.providers.calls[0]!.call.options.temperature).toBeUndefined();
  expect(run.warnings).toEqual(['temperature was left out: openai/one does not support it.']);
});

test('a temperature of a task that takes none is left out, and the answer says so', async () => {
  const task = { ...TASK, parameters: { ...TASK.parameters, temperature: null } };
  const gateway = await startGateway(new FakeProviders({ answer: {} }), { task });

  const run = await gateway.runner.complete(gateway.ctx(), request({ temperature: 1 }));

  expect(gateway.providers.calls[0]!.call.options.temperature).toBeUndefined();
  expect(run.warnings).toEqual([`temperature was not applied: the task ${TASK.name} does not support it.`]);
});

test('a temperature outside the bounds of its task is the nearest, and the answer says so', async () => {
  const gateway = await startGateway(new FakeProviders({ answer: {} }));

  const run = await gateway.runner.complete(gateway.ctx(), request({ temperature: 1.9 }));

  expect(gateway.providers.calls[0]!.call.options.temperature).toBe(1);
  expect(run.warnings).toEqual([`temperature was set to 1: the task ${TASK.name} allows 0 to 1.`]);
});

const busyFor = (retryAfterMs: number | null) =>
  new ProviderFailure('RATE_LIMITED', 'busy', { statusCode: 429, retryAfterMs });
const askedOf = ({ providers }: { providers: FakeProviders }) => providers.calls.map(({ call }) => call.deployment.id);

test('a provider that is busy is asked again when it says, and the pause is no overhead of ours', async () => {
  const gateway = await startGateway(new FakeProviders({ fail: busyFor(300) }, { answer: {} }), {
    deployments: [{ id: 'openai/one' }],
  });

  const run = await gateway.runner.complete(gateway.ctx(), request());

  const [first, second] = gateway.providers.calls;
  expect(second!.atMs - first!.atMs).toBeGreaterThanOrEqual(299);
  expect(second!.call.deployment.id).toBe('openai/one');
  expect(run.attempts).toBe(2);
  const { attempts, run: row } = await gateway.logged();
  expect(attempts).toMatchObject([
    { status: 'FAILED', failure: 'RATE_LIMITED', status_code: 429, cost_micros: '0' },
    { status: 'SUCCEEDED', waited_ms: 300 },
  ]);
  expect(row.duration_ms - row.overhead_ms).toBeGreaterThanOrEqual(299);
});

test('nobody waits for a busy provider while another is left', async () => {
  const gateway = await startGateway(new FakeProviders({ fail: busyFor(1_000) }, { answer: {} }));

  const beganMs = performance.now();
  const run = await gateway.runner.complete(gateway.ctx(), request());

  expect(performance.now() - beganMs).toBeLessThan(900);
  expect(run).toMatchObject({ deployment: 'anthropic/two', attempts: 2 });
  expect((await gateway.logged()).attempts).toMatchObject([{ failure: 'RATE_LIMITED' }, { waited_ms: 0 }]);
});

test('all pauses together are no longer than a quarter of a second while another is left', async () => {
  const gateway = await startGateway(new FakeProviders({ fail: busyFor(200) }), {
    deployments: [{ id: 'openai/one' }, { id: 'anthropic/two' }, { id: 'xai/three' }],
    attempts: { most: 6, perDeployment: 3 },
  });

  await rejection(gateway.runner.complete(gateway.ctx(), request()));

  const { attempts } = await gateway.logged();
  const untilLast = attempts.slice(0, attempts.findIndex(({ deployment }) => deployment === 'xai/three') + 1);
  expect(untilLast.map(({ deployment }) => deployment)).toEqual([
    'openai/one',
    'openai/one',
    'anthropic/two',
    'xai/three',
  ]);
  expect(untilLast.reduce((sum, { waited_ms }) => sum + waited_ms, 0)).toBe(200);
});

test('a provider that was left because it was busy is tried again when no other is left', async () => {
  const down = new ProviderFailure('KEY_REFUSED', 'refused', { statusCode: 401 });
  const gateway = await startGateway(new FakeProviders({ fail: busyFor(400) }, { fail: down }, { answer: {} }));

  const run = await gateway.runner.complete(gateway.ctx(), request());

  expect(run).toMatchObject({ deployment: 'openai/one', attempts: 3 });
  expect(askedOf(gateway)).toEqual(['openai/one', 'anthropic/two', 'openai/one']);
  const [first, , third] = gateway.providers.calls;
  expect(third!.atMs - first!.atMs).toBeGreaterThanOrEqual(399);
});

test('of several busy providers the one that is ready first is tried again', async () => {
  const gateway = await startGateway(
    new FakeProviders({ fail: busyFor(300) }, { fail: busyFor(10_000) }, { answer: {} }),
  );

  await gateway.runner.complete(gateway.ctx(), request());

  expect(askedOf(gateway)).toEqual(['openai/one', 'anthropic/two', 'openai/one']);
});

test('what is refused for its content is not tried again at a provider that was busy', async () => {
  const filtered = new ProviderFailure('CONTENT_FILTER', 'no', { statusCode: 400 });
  const gateway = await startGateway(new FakeProviders({ fail: busyFor(300) }, { fail: filtered }, { answer: {} }));

  const error = await rejection<RunFailed>(gateway.runner.complete(gateway.ctx(), request()));

  expect(error).toMatchObject({ failure: 'CONTENT_FILTER', attempts: 2 });
});

test('what is too long for one window is sent to no smaller one, whatever fails in between', async () => {
  const tooLong = new ProviderFailure('CONTEXT_LENGTH', 'too long', { statusCode: 400 });
  const down = new ProviderFailure('KEY_REFUSED', 'refused', { statusCode: 401 });
  const gateway = await startGateway(new FakeProviders({ fail: tooLong }, { fail: down }), {
    deployments: [
      { id: 'openai/one' },
      { id: 'anthropic/two', contextWindow: 50_000 },
      { id: 'google/three', contextWindow: 900_000 },
    ],
  });

  await rejection(gateway.runner.complete(gateway.ctx(), request()));

  expect(askedOf(gateway)).toEqual(['openai/one', 'google/three']);
});

test('what one deployment cannot do the next one does, and the run says which', async () => {
  const gateway = await startGateway(
    new FakeProviders({ fail: new ProviderFailure('KEY_REFUSED', 'refused', { statusCode: 401 }) }, { answer: {} }),
  );

  const run = await gateway.runner.complete(gateway.ctx(), request());

  expect(run).toMatchObject({ deployment: 'anthropic/two', model: 'two-0815', attempts: 2 });
  expect((await gateway.logged()).run).toMatchObject({
    deployment: 'anthropic/two',
    attempt_count: 2,
    cost_micros: '30',
  });
});

test.each(['INVALID_REQUEST', 'MODEL_NOT_FOUND'] as const)(
  '%s is one deployment’s, and the next is tried',
  async (failure) => {
    const reason = 'Unsupported parameter';
    const gateway = await startGateway(
      new FakeProviders({ fail: new ProviderFailure(failure, 'no', { statusCode: 400, reason }) }, { answer: {} }),
    );

    const run = await gateway.runner.complete(gateway.ctx(), request());

    expect(run).toMatchObject({ deployment: 'anthropic/two', attempts: 2 });
    expect((await gateway.logged()).attempts).toMatchObject([
      { failure, provider_reason: reason, charged_micros: '0', possible_cost_micros: '0' },
      { failure: null, provider_reason: null },
    ]);
  },
);

test('CONTENT_FILTER is carried to nobody else', async () => {
  const failure = 'CONTENT_FILTER';
  const gateway = await startGateway(
    new FakeProviders({ fail: new ProviderFailure(failure, 'no', { statusCode: 400 }) }),
  );

  const error = await rejection<RunFailed>(gateway.runner.complete(gateway.ctx(), request()));

  expect(error).toMatchObject({ name: 'RunFailed', failure, attempts: 1 });
  expect((await gateway.logged()).run).toMatchObject({
    id: error.runId,
    status: 'FAILED',
    failure,
    charged_micros: '0',
  });
});

test('tries are bounded by the policy', async () => {
  const gateway = await startGateway(
    new FakeProviders({ fail: new ProviderFailure('PROVIDER_ERROR', 'down', { statusCode: 503, retryAfterMs: 1 }) }),
    { attempts: { most: 3, perDeployment: 2 } },
  );

  const error = await rejection<RunFailed>(gateway.runner.complete(gateway.ctx(), request()));

  expect(error.attempts).toBe(3);
  expect(gateway.providers.calls.map(({ call }) => call.deployment.id)).toEqual([
    'openai/one',
    'openai/one',
    'anthropic/two',
  ]);
});

test('what an own key fails at is never done with the service’s', async () => {
  const gateway = await startGateway(
    new FakeProviders({ fail: new ProviderFailure('KEY_REFUSED', 'refused', { statusCode: 401 }) }),
    { credentials: { 'openai/one': { source: 'CUSTOMER', keyId: 'pky_01m818k5q9er0az63q2g08xk2r' } } },
  );

  await rejection(gateway.runner.complete(gateway.ctx(), request()));

  expect(gateway.providers.calls).toHaveLength(1);
  expect((await gateway.logged()).attempts).toMatchObject([{ credential_source: 'CUSTOMER' }]);
});

test('with an own key nothing is set aside or charged, and what it cost there is still told', async () => {
  const gateway = await startGateway(new FakeProviders({ answer: {} }), {
    credential: { source: 'CUSTOMER', keyId: 'pky_01m818k5q9er0az63q2g08xk2r' },
  });

  await gateway.runner.complete(gateway.ctx(), request());

  expect(gateway.reservations[0]!.micros).toBe(0);
  expect((await gateway.logged()).run).toMatchObject({ cost_micros: '30', charged_micros: '0' });
});

test('one deadline is over all tries', async () => {
  const gateway = await startGateway(new FakeProviders({ parts: ['HANG'] }), {
    task: { timeouts: { connectMs: 1_000, firstTokenMs: 1_000, idleMs: 1_000, totalMs: 150 } },
  });

  const error = await rejection<RunFailed>(gateway.runner.complete(gateway.ctx(), request()));

  expect(error).toMatchObject({ failure: 'TOTAL_TIMEOUT', attempts: 1 });
  expect(gateway.providers.aborted).toHaveLength(1);
  expect((await gateway.logged()).run).toMatchObject({
    status: 'FAILED',
    failure: 'TOTAL_TIMEOUT',
    cost_micros: null,
    charged_micros: '0',
    possible_cost_micros: '5000',
  });
});

test('a pause that does not fit the deadline is not waited', async () => {
  const busy = new ProviderFailure('RATE_LIMITED', 'busy', { statusCode: 429, retryAfterMs: 3_600_000 });
  const gateway = await startGateway(new FakeProviders({ fail: busy }), { deployments: [{ id: 'openai/one' }] });

  const error = await rejection<RunFailed>(gateway.runner.complete(gateway.ctx(), request()));

  expect(error).toMatchObject({ failure: 'RATE_LIMITED', attempts: 1, retryAfterSeconds: 3600 });
});

test('a provider that does not say what it counted is counted by us, and that is said', async () => {
  const usage = { inputTokens: null, cachedInputTokens: null, outputTokens: null, reasoningTokens: null };
  const gateway = await startGateway(new FakeProviders({ answer: { usage } }));

  const run = await gateway.runner.complete(gateway.ctx(), request());

  expect(run).toMatchObject({ isEstimated: true, usage: { outputTokens: 3 } });
  expect((await gateway.logged()).run).toMatchObject({ is_estimated: true, output_tokens: 3 });
});

test('a cost that nobody knows is null, and not 0', async () => {
  const gateway = await startGateway(new FakeProviders({ answer: {} }), { price: null, mostMicros: null });

  const run = await gateway.runner.complete(gateway.ctx(), request());

  expect(run.costMicros).toBeNull();
  expect(gateway.reservations[0]!.micros).toBeNull();
  expect((await gateway.logged()).run).toMatchObject({ cost_micros: null, charged_micros: null });
});

test('a key for other tasks is refused, and that is no run', async () => {
  const gateway = await startGateway(new FakeProviders(), { account: { tasks: ['fast-execution/redact-draft'] } });

  expect(await rejection(gateway.runner.complete(gateway.ctx(), request()))).toMatchObject({ code: 'FORBIDDEN' });

  expect(gateway.providers.calls).toEqual([]);
  expect(await gateway.database.query('select from run')).toEqual([]);
});

test('whatever is wrong with the parameters is told at once', async () => {
  const gateway = await startGateway(new FakeProviders());

  const error = await rejection(
    gateway.runner.complete(
      gateway.ctx(),
      request({ prompt: [], maxOutputTokens: 0, temperature: Number.NaN, topP: 2 }),
    ),
  );

  expect(error).toMatchObject({ code: 'INPUT_INVALID' });
  expect((error as unknown as { issues: unknown[] }).issues).toHaveLength(4);
});

test.each([
  ['HARD_LIMIT', 'BUDGET_EXCEEDED', null],
  ['KEY_LIMIT', 'BUDGET_EXCEEDED', null],
  ['PRICE_UNKNOWN', 'PRICE_UNKNOWN', null],
  ['HARD_LIMIT', 'LIMIT_RESERVED', 5],
  ['KEY_LIMIT', 'LIMIT_RESERVED', 5],
  ['RATE_LIMITED', 'RATE_LIMITED', 5],
] as const)('what is not reserved for %s is not called: %s', async (why, code, retryAfterSeconds) => {
  const gateway = await startGateway(new FakeProviders(), {
    reserve: () => ({ isReserved: false, why, money: null, retryAfterSeconds }),
  });

  const error = await rejection(gateway.runner.complete(gateway.ctx(), request()));

  expect(error).toMatchObject({ code, retryAfterSeconds: retryAfterSeconds ?? undefined });
  expect(gateway.providers.calls).toEqual([]);
});

test('under a limit of the key alone no try is begun that could go beyond what was set aside', async () => {
  const cut = new ProviderFailure('TRUNCATED', 'cut', { mayHaveCost: true });
  const money = { spentMicros: 0, reservedMicros: 0, uncertainMicros: 0, softCapMicros: null, hardLimitMicros: null };
  const limited = await startGateway(new FakeProviders({ fail: cut }), {
    mostMicros: 1_000,
    reserve: () => ({ isReserved: true, isPastSoftCap: false, isLimited: true, money }),
  });
  const free = await startGateway(new FakeProviders({ fail: cut }), { mostMicros: 1_000 });

  for (const { runner, ctx } of [limited, free]) await rejection(runner.complete(ctx(), request()));

  expect(limited.providers.calls).toHaveLength(1);
  expect(Number((await limited.logged()).run.charged_micros)).toBeLessThanOrEqual(1_000);
  expect(free.providers.calls.length).toBeGreaterThan(1);
});

test('under a hard limit no try is begun that could go beyond what was set aside', async () => {
  const cut = new ProviderFailure('TRUNCATED', 'cut', { mayHaveCost: true });
  const gateway = await startGateway(new FakeProviders({ fail: cut }), { hasHardLimit: true, mostMicros: 1_000 });

  await rejection(gateway.runner.complete(gateway.ctx(), request()));

  expect(gateway.providers.calls).toHaveLength(1);
  expect(Number((await gateway.logged()).run.charged_micros)).toBeLessThanOrEqual(1_000);
});

test('a whole call leaves a silent provider where its answer can be streamed to us, and else has most of the time', async () => {
  const { totalMs } = TASK.timeouts;
  const given = async (ids: string[], { hasHardLimit = false, maxOutputTokens = 1_000 } = {}) => {
    const deployments = ids.map((id) => ({ id }));
    const gateway = await startGateway(new FakeProviders({ answer: {} }), { deployments, hasHardLimit });
    await gateway.runner.complete(gateway.ctx(), request({ maxOutputTokens }));
    const { abortsOnSilence, timeouts } = gateway.providers.calls[0]!.call;
    return { abortsOnSilence, share: timeouts.totalMs / totalMs };
  };

  expect(await given(['openai/one', 'anthropic/two'])).toEqual({ abortsOnSilence: true, share: 1 });
  const shared = await given(['own/one', 'openai/two']);
  expect(shared.abortsOnSilence).toBe(false);
  expect(shared.share).toBeLessThanOrEqual(0.8);
  expect(shared.share).toBeGreaterThan(0.5);
  // With no other deployment nothing is gained by leaving.
  expect(await given(['openai/one'])).toEqual({ abortsOnSilence: false, share: 1 });
  // What is reserved covers one answer, and the provider that is left may bill it.
  expect(await given(['openai/one', 'anthropic/two'], { hasHardLimit: true })).toEqual({
    abortsOnSilence: false,
    share: 1,
  });
  // A short answer is there soon after its first token would be: 2 s, and 50 ms for each of 10 tokens.
  expect(await given(['openai/one', 'anthropic/two'], { maxOutputTokens: 10 })).toEqual({
    abortsOnSilence: false,
    share: 2_500 / totalMs,
  });
  expect((await given(['openai/one', 'anthropic/two'], { maxOutputTokens: 11 })).abortsOnSilence).toBe(true);
});
