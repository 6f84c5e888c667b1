import { setImmediate as turn } from 'node:timers/promises';
import type { Catalogue, ModelsApi } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import { badUserInput, Refusal, type ValueIssue } from '../../platform/errors/errors.ts';
import type { PolicyBook } from '../routing/policy-book.ts';
import { policyDigest } from '../routing/policy-book.ts';
import { checkPolicy } from '../routing/policy-shape.ts';
import type { RunFilter } from '../runs/run.inputs.ts';
import { pastDecisions } from './past-decisions.ts';
import { type DecisionBasis, type PastDecision, type ProposedDocuments, replayOne } from './replay-one.ts';
import { ReplayTally } from './replay-tally.ts';

export const MOST_DECISIONS = 10_000;
/** Time limit of a replay in milliseconds. A replay that reaches it returns the results so far. */
const MOST_MS = 10_000;
/** Maximum time before other requests get a turn. A decision takes a few dozen microseconds, reading its record somewhat more. */
const TURN_MS = 8;
/** Maximum replays that run or wait at a time. Each may take seconds, so callers behind more of them would time out. */
const MOST_WAITING = 4;

export interface ReplayRequest {
  /** Proposed policy and catalogue. Null: each decision is replayed with the recorded document. */
  readonly policy: unknown;
  readonly catalogue: unknown;
  readonly filter: RunFilter;
  readonly limit: number;
}

export type ReplayEnd = 'ALL' | 'LIMIT' | 'TIME';

export interface ReplayResult {
  readonly tally: ReplayTally;
  readonly end: ReplayEnd;
}

interface DecisionReplayOptions {
  models: ModelsApi;
  policies: Pick<PolicyBook, 'version'>;
}

/** Replays recorded decisions with another policy or catalogue. Changes nothing. */
export class DecisionReplay {
  readonly #options: DecisionReplayOptions;
  #running: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(options: DecisionReplayOptions) {
    this.#options = options;
  }

  /**
   * Replays run one after the other, since they take processor time from other requests.
   * @throws Refusal for an invalid limit, for documents that can't be published, and OVERLOADED if too many replays wait
   */
  async replay(ctx: Context, request: ReplayRequest): Promise<ReplayResult> {
    const { limit } = request;
    if (limit < 1 || limit > MOST_DECISIONS) {
      const detail = `\`limit\` must be 1 to ${MOST_DECISIONS.toLocaleString('en')}; it is ${limit}.`;
      throw badUserInput(detail, [{ pointer: '/input/limit', detail }]);
    }
    const proposed = await this.#proposed(request);
    if (this.#waiting >= MOST_WAITING) {
      throw new Refusal('OVERLOADED', 'Too many replays are running. Retry in 10 seconds.', {
        retryAfterSeconds: 10,
      });
    }
    this.#waiting += 1;
    const replaying = this.#running
      .then(() => this.#replayAll(ctx, request, proposed))
      .finally(() => (this.#waiting -= 1));
    this.#running = replaying.catch(() => {});
    return replaying;
  }

  async #proposed({ policy, catalogue: sent }: ReplayRequest): Promise<ProposedDocuments> {
    const { models } = this.#options;
    let catalogue: Catalogue | null = null;
    if (sent !== null) {
      const checked = await models.proposed(sent);
      if ('faults' in checked) throw invalid('CATALOGUE_INVALID', '/input/catalogue', checked.faults);
      catalogue = checked.catalogue;
    }
    if (policy === null) return { policy, catalogue };
    const checked = checkPolicy(policy, catalogue ?? (await models.current()));
    if ('issues' in checked) throw invalid('POLICY_INVALID', '/input/policy', checked.issues);
    const { draft } = checked;
    return { policy: { version: 0, sha256: policyDigest(draft), ...draft }, catalogue };
  }

  async #replayAll(ctx: Context, { filter, limit }: ReplayRequest, proposed: ProposedDocuments): Promise<ReplayResult> {
    const tally = new ReplayTally();
    const beganMs = performance.now();
    let turnedMs = beganMs;
    for await (const past of pastDecisions(ctx, filter, limit)) {
      const grounds = await this.#groundsOf(past);
      tally.add(past, grounds?.task ?? null, grounds && replayOne(this.#options.models, past, grounds, proposed));
      const nowMs = performance.now();
      if (nowMs - beganMs > MOST_MS) return { tally, end: 'TIME' };
      if (nowMs - turnedMs < TURN_MS) continue;
      await turn();
      turnedMs = performance.now();
    }
    return { tally, end: tally.examined < limit ? 'ALL' : 'LIMIT' };
  }

  /** Policy, catalogue and task of a decision. Null if one of them isn't available, or the format of the record is unknown. */
  async #groundsOf({ record }: PastDecision): Promise<DecisionBasis | null> {
    const { decision, request, snapshot } = record;
    if (!decision || !request || !snapshot?.deployments) return null;
    const { models, policies } = this.#options;
    const [catalogue, policy] = await Promise.all([
      models.version(decision.catalogueVersion),
      policies.version(decision.policyVersion),
    ]);
    const task = catalogue?.tasks.find(({ name }) => name === decision.task);
    return catalogue && policy && task ? { catalogue, policy, task } : null;
  }
}

function invalid(code: 'CATALOGUE_INVALID' | 'POLICY_INVALID', at: string, faults: readonly ValueIssue[]): Refusal {
  const issues = faults.map(({ pointer, detail }) => ({ pointer: `${at}${pointer}`, detail }));
  const [{ pointer, detail }] = issues as [ValueIssue];
  return new Refusal(code, `${pointer}: ${detail}`, { issues });
}
