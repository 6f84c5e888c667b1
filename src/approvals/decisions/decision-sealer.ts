import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  byteSizeOf,
  type ColumnValues,
  insertLogged,
  logOnEvent,
  type PlacedRow,
  type Signer,
  signEntry,
  type TransparencyLog,
} from '../../log/index.ts';
import type { Context } from '../../platform/context.ts';
import { agreedTime } from '../../platform/database/agreed-time.ts';
import type { Listener } from '../../platform/events/outbox.ts';
import { outsideRequests } from '../../platform/request-scope.ts';
import { type DecisionPredicate, decisionStatement } from '../../proof/approval-decision.ts';
import { NONCE_LENGTH, STATEMENT_MEDIA_TYPE } from '../../proof/statement.ts';
import { Approval, ApprovalDecision } from '../approval.entity.ts';
import { type DecisionWithSubject, readDecisions, readDecisionsAfter } from '../approval-decision.sql.ts';
import type { ApprovalBinding } from '../binding/approval-binding.ts';
import { readUnsealed } from './decision-seal.sql.ts';

export interface DecisionSealerOptions {
  signer: Signer;
  log: Pick<TransparencyLog, 'append'>;
  publicUrl: string;
  binding: Pick<ApprovalBinding, 'compare'>;
}

/** A decision that is as it was signed. */
interface CheckedDecision extends DecisionWithSubject {
  /** Number of earlier decisions on the request that don’t count. */
  readonly disregarded: number;
}

/** Number of decisions per batch when decisions without a seal are sealed later. */
const BATCH = 500;

/** Signs every decision and adds it to the transparency log. Does so once, even if the event of a decision is received twice. */
export class DecisionSealer {
  readonly #options: DecisionSealerOptions;

  constructor(options: DecisionSealerOptions) {
    this.#options = options;
  }

  async seal(ctx: Context, decisionId: string): Promise<void> {
    await outsideRequests(async () => {
      const { em } = ctx.fork();
      if ((await readUnsealed(em, [decisionId])).length === 0) return;
      const [decided] = await readDecisions(em, [decisionId]);
      const checked = decided && (await this.#check(ctx, decided));
      if (checked) await this.#seal(ctx, checked);
    });
  }

  /**
   * Seals decisions whose event was missed, or that were made before decisions were sealed. Returns the number of decisions
   * that were sealed.
   */
  async sealMissing(ctx: Context): Promise<number> {
    const { em } = ctx.fork();
    let count = 0;
    for (let after = ''; !ctx.signal.aborted; ) {
      const decisions = await readDecisionsAfter(em, after, BATCH);
      const ids = decisions.map(({ id }) => id);
      for (const decided of await readDecisions(em, await readUnsealed(em, ids))) {
        const checked = await this.#check(ctx, decided);
        if (!checked) continue;
        await this.#seal(ctx, checked);
        count++;
      }
      if (ids.length < BATCH) break;
      after = ids.at(-1)!;
    }
    return count;
  }

  /** Null for a decision that no person made: its row was inserted or changed in the database. */
  async #check(ctx: Context, decided: DecisionWithSubject): Promise<CheckedDecision | null> {
    const { id, approvalId } = decided;
    const fresh = ctx.fork();
    const { em } = fresh;
    const approval = await em.findOneOrFail(Approval, approvalId);
    const decisions = await em.find(ApprovalDecision, { approval: approvalId }, { orderBy: { id: 'asc' } });
    const { flaw, counted } = await this.#options.binding.compare(fresh, approval, decisions);
    if (!flaw) {
      const isCounted = counted.some((one) => one.id === id);
      return { ...decided, disregarded: isCounted ? decisions.length - counted.length : 0 };
    }
    ctx.logger.error(
      { approvalId, decisionId: id, flaw: flaw.kind },
      'a decision is not sealed, because it is not signed',
    );
    return null;
  }

  async #seal(ctx: Context, decided: CheckedDecision): Promise<void> {
    const { signer, log, publicUrl } = this.#options;
    const { id, approvalId } = decided;
    const sealedAt = (await agreedTime(ctx)).toISOString();
    const payload = decisionStatement(publicUrl, decided, predicateOf(decided, sealedAt));
    const { signature, body } = await signEntry(signer, STATEMENT_MEDIA_TYPE, payload);
    const row = {
      id,
      approval_id: approvalId,
      statement: Buffer.from(payload).toString('utf8'),
      signature: Buffer.from(signature),
      key_id: signer.keyId,
      sealed_at: sealedAt,
    };
    // With this key, processes that receive the event at the same time add the decision to the log once.
    const key = `decision ${id}`;
    await log.append({ key, body, alongside: { row, byteSize: byteSizeOf(row), write: writeDecisionSeals } });
  }
}

/** Listener that seals every decision. */
export function sealDecisions(sealer: DecisionSealer): Listener {
  return logOnEvent('seal-decisions', 'approval.decision-made', (ctx, { decisionId }) => sealer.seal(ctx, decisionId));
}

function predicateOf(decided: CheckedDecision, claimedAt: string): DecisionPredicate {
  const { id, verdict, position, decidedBy, credentialKind, issuedBy, decidedAt } = decided;
  const { subjectKind, subjectId, requestedBy, barred, quorum, askedAt, expiresAt } = decided;
  const { displayHash, policyVersion, policySha256, disregarded } = decided;
  return {
    decisionId: id,
    nonce: randomBytes(NONCE_LENGTH).toString('base64'),
    request: {
      subjectKind,
      subjectId,
      askedBy: requestedBy,
      barred: [...barred].sort(),
      quorum,
      askedAt,
      expiresAt,
      ...(policyVersion !== null && policySha256 && { policy: { version: policyVersion, sha256: policySha256 } }),
    },
    verdict,
    position,
    ...(disregarded > 0 && { disregarded }),
    ...(displayHash !== null && { displayHash }),
    approver: {
      actor: decidedBy,
      ...(credentialKind && { credential: { kind: credentialKind, ...(issuedBy && { issuedBy }) } }),
    },
    decidedAt,
    claimedAt,
  };
}

function writeDecisionSeals(em: EntityManager, rows: readonly PlacedRow<ColumnValues>[]): Promise<void> {
  return insertLogged(em, 'decision_seal', rows);
}
