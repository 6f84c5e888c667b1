import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { databaseTime } from '../platform/database/database-time.sql.ts';
import { outsideRequests } from '../platform/request-scope.ts';
import { formatVerifierKey, parseVerifierKey } from '../proof/note.ts';
import type { WitnessPolicy } from '../proof/trust.ts';
import type { WitnessQuorum } from './cosignatures.ts';
import { readOpeningOfEmptyLog } from './log-state.sql.ts';
import { insertPolicy, type PolicyRow, readPolicies, takeTurnAtPolicies } from './log-witness-policy.sql.ts';

/** Time for processes with the old settings to restart after a change of the witnesses. */
const OVERLAP_MS = 60 * 60_000;

/**
 * Witness policies over time. A seal is proven by checkpoints of its time, so verifiers need to know when cosignatures of which
 * witnesses were required.
 */
export class WitnessPolicies {
  readonly #database: Database;
  readonly #witnessing: WitnessQuorum;
  readonly #clock: Clock;
  #registering: Promise<void> | undefined;

  constructor(database: Database, witnessing: WitnessQuorum, clock: Clock) {
    this.#database = database;
    this.#witnessing = witnessing;
    this.#clock = clock;
  }

  /**
   * All witness policies, oldest first. Empty if no witness was ever configured.
   * @param since time when the first log was created
   */
  async all(em: EntityManager, since: Date): Promise<WitnessPolicy[]> {
    await this.#register();
    const rows = await readPolicies(em);
    const policies = rows.map((row, at) => policyOf(row, rows[at + 1]));
    const begin = policies[0]?.validFor.start;
    if (!begin || begin <= since) return policies;
    return [{ witnesses: [], quorum: 0, validFor: { start: since, end: begin } }, ...policies];
  }

  /**
   * Stores this process's policy if the stored one differs and is so old that its processes must have restarted or stopped.
   * Returns the number of stored policies: 1 or 0.
   */
  async renew(): Promise<number> {
    await this.#register();
    const { at, isConfigured } = await this.#last();
    if (isConfigured || this.#clock.now().getTime() - at.getTime() < OVERLAP_MS) return 0;
    await this.#registerNow();
    return 1;
  }

  /** Health check. @throws if another process was started with other witnesses or another quorum */
  async probe(): Promise<void> {
    await this.#register();
    if (!(await this.#last()).isConfigured)
      throw new Error(
        'Another process was started with other WITNESSES or another quorum. Start all processes with the same settings.',
      );
  }

  async #last(): Promise<{ at: Date; isConfigured: boolean }> {
    const last = (await readPolicies(this.#database.orm.em.fork())).at(-1);
    return { at: new Date(last?.since ?? 0), isConfigured: this.#isConfigured(last ?? NONE) };
  }

  #isConfigured({ quorum, witnesses }: Pick<PolicyRow, 'quorum' | 'witnesses'>): boolean {
    const configured = this.#witnessing.witnesses.map(formatVerifierKey).sort();
    return quorum === this.#witnessing.quorum && String(witnesses) === String(configured);
  }

  /**
   * Stores this process's policy, once per process, if it differs from the last stored one. If none is stored, it is compared
   * with a policy without witnesses.
   */
  #register(): Promise<void> {
    this.#registering ??= outsideRequests(() => this.#registerNow()).catch((cause) => {
      this.#registering = undefined;
      throw cause;
    });
    return this.#registering;
  }

  #registerNow(): Promise<void> {
    const { quorum } = this.#witnessing;
    const witnesses = this.#witnessing.witnesses.map(formatVerifierKey).sort();
    return this.#database.transactional(async (em) => {
      await takeTurnAtPolicies(em);
      const last = (await readPolicies(em)).at(-1);
      const known = last ?? NONE;
      if (this.#isConfigured(known)) return;
      // If the log has only its first entry, the policy applies from the log's creation.
      const since = (await readOpeningOfEmptyLog(em)) ?? (await databaseTime(em));
      await insertPolicy(em, { number: known.number + 1, quorum, witnesses, since });
    });
  }
}

/** Policy of the time before any witness was configured. */
const NONE = { number: 0, quorum: 0, witnesses: [] };

function policyOf({ quorum, witnesses, since }: PolicyRow, next: PolicyRow | undefined): WitnessPolicy {
  return {
    witnesses: witnesses.map(parseVerifierKey),
    quorum,
    validFor: { start: new Date(since), ...(next && { end: new Date(next.since) }) },
  };
}
