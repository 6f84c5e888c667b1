import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { MOCK_TEXT, MOCK_USAGE, type MockUpstream, type Mood } from '../../support/mock-upstream.ts';
import {
  type Asking,
  FALLBACK_KEY,
  type Outcome,
  PRIMARY_KEY,
  REVERSED,
  SLOT,
  SLOTS,
  type Slot,
  UNTOUCHED,
  type Way,
} from './asking.ts';

/** The service under test, whose two deployments are one provider with moods. */
export interface Target {
  readonly asking: Asking;
  readonly upstream: MockUpstream;
  /** Of the task: no first token for so long is taken for none. */
  readonly firstTokenMs: number;
  readonly isAlive: () => Promise<boolean>;
}

/** One way in which providers fail, and what a caller may expect then. The numbers are those of the Failover Bench. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** @throws AssertionError saying what went wrong */
  readonly run: (target: Target, way: Way) => Promise<void>;
}

/** Over both deployments: more would be a storm. */
const MOST_ATTEMPTS = 4;
const MOST_AT_ONE = 2;
/** A provider that said "in two seconds" was not asked before this. */
const LEAST_GAP_MS = 1_800;
const MOST_RECOVERY_MS = 30_000;
/** The 429 of a scenario before pauses a deployment for as long as it says, which is half a minute; and a bit. */
const MOST_CALMING_MS = 45_000;
/** So many go well before each scenario: an open breaker, or one that is about to open, would be another scenario. */
const CALM_CALLS = 6;

/** Runs one scenario on a service that is calm, and makes sure that it lives afterwards. */
export async function runScenario({ run }: Scenario, target: Target, way: Way): Promise<void> {
  await calm(target);
  await run(target, way);
  target.upstream.reset();
  assert(await target.isAlive(), 'the process does not answer any more');
}

export const SCENARIOS: readonly Scenario[] = [
  {
    id: 'S01',
    title: '429 with Retry-After',
    run: async (target, way) => {
      target.upstream.next(PRIMARY_KEY, { is: 'refusing', status: 429, retryAfter: '2' });

      const outcome = await target.asking.ask(way);

      assertWhole(outcome);
      assertAttempts(target, outcome);
      const [first, second] = target.upstream.of(SLOT.primary.model);
      if (second) assert(second.atMs - first!.atMs >= LEAST_GAP_MS, 'asked again before the provider said');
    },
  },
  {
    id: 'S02',
    title: '429 without end',
    run: async (target, way) => {
      target.upstream.isAlways(PRIMARY_KEY, { is: 'refusing', status: 429, retryAfter: '1' });

      const outcome = await target.asking.ask(way);

      assertFallback(outcome);
      assertAttempts(target, outcome);

      target.upstream.reset();
      target.upstream.isAlways('*', { is: 'refusing', status: 429, retryAfter: '30' });
      const refused = await target.asking.ask(way);
      assertError(refused, { status: 429, code: 'rate_limit_exceeded' });
      assert(refused.error!.retryAfter !== null, 'it is not said when to come again');
      assertBounded(target);
    },
  },
  {
    id: 'S03',
    title: '500 once',
    run: async (target, way) => {
      target.upstream.next(PRIMARY_KEY, { is: 'refusing', status: 500 });

      const outcome = await target.asking.ask(way);

      assertWhole(outcome);
      assertAttempts(target, outcome);
      assert.equal(target.upstream.count, 2, 'more attempts than one failure needs');
    },
  },
  {
    id: 'S04',
    title: '503 without end',
    run: (target, way) => fallsBackFrom(target, way, { is: 'refusing', status: 503 }),
  },
  {
    id: 'S05',
    title: 'the connection is reset',
    run: (target, way) => fallsBackFrom(target, way, { is: 'resetting' }),
  },
  {
    id: 'S06',
    title: 'no answer',
    run: async (target, way) => {
      target.upstream.isAlways(PRIMARY_KEY, { is: 'silent' });

      const outcome = await target.asking.ask(way);

      assertFallback(outcome);
      assertAttempts(target, outcome);
      // Whole or streamed, and not at the end of the task's whole time.
      assert(outcome.elapsedMs < target.firstTokenMs * 2.5, `left after ${Math.round(outcome.elapsedMs)} ms`);
    },
  },
  {
    id: 'S07',
    title: 'a slow first token',
    run: async (target, way) => {
      const { firstTokenMs } = target;
      target.upstream.next(PRIMARY_KEY, { is: 'slow', firstTokenMs: firstTokenMs / 3 });

      const waited = await target.asking.ask(way);

      assertWhole(waited);
      assert.equal(waited.facts?.deployment, SLOT.primary.id, 'it was slow within its time, and yet not waited for');

      target.upstream.reset();
      // A whole answer is streamed to the service, so that it can tell work from silence.
      await fallsBackFrom(target, way, { is: 'slow', firstTokenMs: firstTokenMs * 3 });
    },
  },
  { id: 'S08', title: 'the stream is cut', run: (target, way) => breaksOff(target, way, 'cutting') },
  { id: 'S09', title: 'the stream stalls', run: (target, way) => breaksOff(target, way, 'stalling') },
  { id: 'S10', title: 'a chunk that is no JSON', run: (target, way) => breaksOff(target, way, 'garbling') },
  {
    id: 'S11',
    title: 'no [DONE]',
    run: async (target, way) => {
      target.upstream.next(PRIMARY_KEY, { is: 'without-done' });

      assertWhole(await target.asking.ask(way));

      // Without a reason as well it is a cut that looks like an end.
      target.upstream.reset();
      await breaksOff(target, way, 'ending-early');
    },
  },
  {
    id: 'S12',
    title: '400 context_length_exceeded',
    run: async (target, way) => {
      target.upstream.isAlways('*', { is: 'context-exceeded' });

      const refused = await target.asking.ask(way);

      assertError(refused, { status: 400, code: 'context_length_exceeded' });
      assert(target.upstream.of(SLOT.primary.model).length === 1, 'what is too long was sent to one provider again');
      assert(target.upstream.count <= 2, 'what is too long was sent again and again');
    },
  },
  {
    id: 'S13',
    title: 'the content filter',
    run: async (target, way) => {
      target.upstream.isAlways('*', { is: 'filtering', inAnswer: false });

      const refused = await target.asking.ask(way);

      assertError(refused, { status: 400, code: 'content_filter' });
      assert.equal(target.upstream.count, 1, 'what one provider refuses was carried to the next');

      target.upstream.isAlways('*', { is: 'filtering', inAnswer: true });
      const filtered = await target.asking.ask(way);
      assert(
        filtered.finishReason === 'content_filter' || filtered.error?.code === 'content_filter',
        'a filtered answer looks like any other',
      );
    },
  },
  {
    id: 'S14',
    title: 'the fallback takes no prefill',
    run: async (target, way) => {
      target.upstream.isAlways(PRIMARY_KEY, { is: 'cutting', afterChunks: 8 });
      target.upstream.isAlways(FALLBACK_KEY, { is: 'refusing-prefill' });

      assertWholeOrError(await target.asking.ask(way), way);

      const prefills = target.upstream.of(SLOT.fallback.model).filter(({ text }) => lastRoleOf(text) === 'assistant');
      assert.equal(prefills.length, 0, 'the beginning of one provider was put into the mouth of another');
      assertBounded(target);
    },
  },
  {
    id: 'S15',
    title: 'flapping, and recovery',
    run: async (target, way) => {
      target.upstream.isAlways(PRIMARY_KEY, { is: 'refusing', status: 503 });
      const { upstream, asking } = target;
      const asked = () => upstream.of(UNTOUCHED.primary.model).length;
      let isLeftAlone = false;
      for (let call = 0; call < 20 && !isLeftAlone; call++) {
        const before = asked();
        assertFallback(await asking.ask(way, UNTOUCHED), UNTOUCHED);
        isLeftAlone = asked() === before;
      }
      assert(isLeftAlone, 'a provider that is down is asked by each call');
      const before = asked();
      for (let call = 0; call < 10; call++) assertFallback(await asking.ask(way, UNTOUCHED), UNTOUCHED);
      assert(asked() - before <= 2, `a provider that is down was asked ${asked() - before} times by 10 calls`);

      upstream.isAlways(PRIMARY_KEY, { is: 'fine' });
      const since = performance.now();
      for (;;) {
        const outcome = await asking.ask(way, UNTOUCHED);
        assertWhole(outcome);
        if (outcome.facts?.deployment === UNTOUCHED.primary.id) return;
        assert(performance.now() - since < MOST_RECOVERY_MS, `not asked ${MOST_RECOVERY_MS} ms after it came back`);
        await sleep(200);
      }
    },
  },
  {
    id: 'S16',
    title: 'what a fallback is booked as',
    run: async (target, way) => {
      target.upstream.isAlways(PRIMARY_KEY, { is: 'refusing', status: 503 });

      const outcome = await target.asking.ask(way);

      assertFallback(outcome);
      assertAttempts(target, outcome);
      assert.equal(outcome.usage?.prompt_tokens, MOCK_USAGE.prompt_tokens, 'the usage is not that of the answer');
      assert.equal(
        outcome.usage?.completion_tokens,
        MOCK_USAGE.completion_tokens,
        'the usage is not that of the answer',
      );
      assert((outcome.facts?.cost_usd ?? 0) > 0, 'the cost is not told');
    },
  },
];

/** A provider that is of no use from the beginning: the other one answers, and the caller learns which it was. */
async function fallsBackFrom(target: Target, way: Way, mood: Mood): Promise<void> {
  target.upstream.isAlways(PRIMARY_KEY, mood);

  const outcome = await target.asking.ask(way);

  assertFallback(outcome);
  assertAttempts(target, outcome);
}

/** Before a word went out another provider answers; afterwards the caller is told, and nothing looks like a success. */
async function breaksOff(
  target: Target,
  way: Way,
  is: 'cutting' | 'stalling' | 'garbling' | 'ending-early',
): Promise<void> {
  target.upstream.isAlways(PRIMARY_KEY, { is, afterChunks: 1 });
  const early = await target.asking.ask(way);
  assertFallback(early);
  assertAttempts(target, early);

  target.upstream.reset();
  target.upstream.isAlways(PRIMARY_KEY, { is, afterChunks: 8 });
  const late = await target.asking.ask(way);
  assertWholeOrError(late, way);
  assertBounded(target);
}

/** Both answer again, and their breakers have seen them do so. */
async function calm({ upstream, asking }: Target): Promise<void> {
  upstream.reset();
  const since = performance.now();
  for (const slot of [SLOT, REVERSED]) {
    for (let calls = 0; calls < CALM_CALLS; ) {
      const outcome = await asking.ask('whole', slot);
      if (outcome.facts?.deployment === slot.primary.id) calls++;
      else {
        assert(performance.now() - since < MOST_CALMING_MS, 'it does not come back from the scenario before');
        await sleep(200);
      }
    }
  }
  upstream.reset();
}

/** A success that is one: all of the text, why it ended, what it used, and by whom. */
function assertWhole({ text, finishReason, error, model, usage, facts }: Outcome): void {
  assert.equal(error, null, `refused: ${error?.status} ${error?.code} ${error?.message}`);
  assert.equal(text, MOCK_TEXT, 'a truncated answer told as success');
  assert.equal(finishReason, 'stop');
  assert(usage !== null, 'no usage');
  const answered = SLOTS.map(({ primary }) => primary)
    .concat(SLOTS.map(({ fallback }) => fallback))
    .find(({ id }) => id === facts?.deployment);
  assert.equal(model, answered?.model, 'the model that is reported is not the one that answered');
}

function assertFallback(outcome: Outcome, { fallback }: Slot = SLOT): void {
  assertWhole(outcome);
  assert.equal(outcome.facts?.deployment, fallback.id, 'answered by the one that is of no use');
}

function assertWholeOrError(outcome: Outcome, way: Way): void {
  if (outcome.error === null) {
    assertWhole(outcome);
    return;
  }
  // Of a whole answer nothing went out, so another provider can always be asked.
  assert.equal(way, 'streamed', `refused though another provider was there: ${outcome.error.message}`);
  assert.equal(outcome.finishReason, null, 'an end was told, and then an error');
  assert(MOCK_TEXT.startsWith(outcome.text), 'texts of two providers were mixed');
}

function assertError({ error, finishReason, text }: Outcome, expected: { status: number; code: string }): void {
  assert(error !== null, 'an error told as success');
  assert.deepEqual({ status: error.status, code: error.code }, expected);
  assert.deepEqual({ text, finishReason }, { text: '', finishReason: null });
}

/** What is told of the attempts is what reached the provider. */
function assertAttempts(target: Target, { facts }: Outcome): void {
  assert.equal(facts?.attempts, target.upstream.count, 'the attempts that are told are not those that were made');
  assertBounded(target);
}

function assertBounded({ upstream }: Target): void {
  assert(upstream.count <= MOST_ATTEMPTS, `${upstream.count} attempts for one call`);
  for (const { model } of [SLOT.primary, SLOT.fallback]) {
    assert(upstream.of(model).length <= MOST_AT_ONE, `${upstream.of(model).length} attempts at ${model} for one call`);
  }
}

const lastRoleOf = (body: string) => (JSON.parse(body) as { messages: { role: string }[] }).messages.at(-1)?.role;
