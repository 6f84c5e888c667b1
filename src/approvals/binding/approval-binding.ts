import DataLoader from 'dataloader';
import type { Context } from '../../platform/context.ts';
import { documentDigest } from '../../proof/document-digest.ts';
import type { Approval, ApprovalDecision } from '../approval.entity.ts';
import { ApprovalState, ApprovalVerdict } from '../approval.states.ts';
import { type ApprovalTerms, type RequestRow, TERMS_TYPE, termsOf } from '../approval-terms.ts';
import { type BaselineKind, BaselineRecord } from '../baseline/baseline.entity.ts';
import { BASELINE_TYPE, baselineDocument } from '../baseline/baseline-document.ts';
import { isSignedWith } from '../passkeys/decision-passkey.ts';
import { DECISION_TYPE, type DecisionRow, decisionDocument } from './decision-document.ts';
import type { DecisionKeys, DecisionSignature } from './decision-keys.ts';

/** Contradiction between a stored request or its decisions and what was signed. */
export interface BindingFlaw {
  readonly kind: 'TERMS_NOT_SIGNED' | 'DECISION_NOT_SIGNED' | 'DECISION_NOT_ALLOWED' | 'NOT_APPROVED';
  /** One sentence, for operators. */
  readonly what: string;
}

/** Result of comparing a stored request and its decisions with their signatures. */
export interface BindingResult {
  /** Null if everything is as it was signed. */
  readonly flaw: BindingFlaw | null;
  /** The decisions that count. Those on a request that was pending at the baseline don’t, unless they are signed. */
  readonly counted: readonly ApprovalDecision[];
}

/**
 * Signs requests for approval and decisions, and compares what is stored with the signatures. Someone who can write to the
 * database can insert or change rows, but can’t sign them.
 */
export class ApprovalBinding {
  readonly #keys: DecisionKeys;

  constructor(keys: DecisionKeys) {
    this.#keys = keys;
  }

  signTerms(request: RequestRow): DecisionSignature {
    return this.#keys.sign(TERMS_TYPE, termsOf(request));
  }

  signDecision(request: RequestRow, decision: DecisionRow): DecisionSignature {
    return this.#keys.sign(DECISION_TYPE, decisionDocument(documentDigest(termsOf(request)), decision));
  }

  /**
   * Compares a request and its decisions with their signatures. The terms must be those that were signed. Each decision must be
   * signed for exactly these terms, also by the approver’s passkey if it names one, and made before the deadline by a different person who isn’t barred.
   */
  async compare(
    ctx: Context,
    approval: Approval,
    decisions: readonly ApprovalDecision[],
  ): Promise<BindingResult & { readonly baseline: BaselineRecord | null }> {
    const { id, termsSignature: signature, termsKeyId: keyId } = approval;
    const terms = termsOf(approval);
    const termsSha256 = documentDigest(terms);
    const baseline = signature === null ? await this.#baseline(ctx, 'REQUEST', id, termsSha256) : null;
    const isSigned = baseline !== null || (await this.#keys.verifies(ctx.em, TERMS_TYPE, terms, { signature, keyId }));
    if (!isSigned) return { flaw: termsFlaw(approval), counted: [], baseline };
    const counted: ApprovalDecision[] = [];
    for (const decision of decisions) {
      const document = decisionDocument(termsSha256, decision);
      if (decision.signature === null && baseline) {
        if (!(await this.#baseline(ctx, 'DECISION', decision.id, documentDigest(document)))) {
          return { flaw: decisionFlaw(approval, decision), counted: [], baseline };
        }
        // Requests that were pending at the baseline must be decided again.
        if (baseline.state !== ApprovalState.PENDING) counted.push(decision);
        continue;
      }
      if (!(await this.#keys.verifies(ctx.em, DECISION_TYPE, document, decision))) {
        return { flaw: decisionFlaw(approval, decision), counted: [], baseline };
      }
      const { passkey } = decision;
      if (passkey !== null && !(await isSignedWith(passkey, { approvalId: id, termsSha256 }, decision))) {
        return { flaw: passkeyFlaw(approval, decision), counted: [], baseline };
      }
      const isSecond = counted.some(({ decidedBy }) => decidedBy === decision.decidedBy);
      const breach = breachIn(terms, decision) ?? (isSecond ? 'had already decided' : null);
      if (breach) {
        const what = `${decision.decidedBy} ${breach}, but decided on ${id}.`;
        return { flaw: { kind: 'DECISION_NOT_ALLOWED', what }, counted: [], baseline };
      }
      counted.push(decision);
    }
    return { flaw: null, counted, baseline };
  }

  /** Checks a request that is stored as approved, when its approval is used. Null if it is approved indeed. */
  async flawInApproval(
    ctx: Context,
    approval: Approval,
    decisions: readonly ApprovalDecision[],
  ): Promise<BindingFlaw | null> {
    const { flaw, counted, baseline } = await this.compare(ctx, approval, decisions);
    if (flaw) return flaw;
    const why = notApprovedBecause(approval, counted, baseline);
    return why === null ? null : { kind: 'NOT_APPROVED', what: `${approval.id} is stored as approved, but ${why}.` };
  }

  /** Finds the baseline record of a request or decision. Null unless a record has this digest and a valid signature. */
  async #baseline(ctx: Context, kind: BaselineKind, id: string, digest: string): Promise<BaselineRecord | null> {
    const found = await ctx.loader(baselineRecords).load(`${kind} ${id}`);
    if (found?.digest !== digest) return null;
    return (await this.#keys.verifies(ctx.em, BASELINE_TYPE, baselineDocument(found), found)) ? found : null;
  }
}

/** Loads baseline records by kind and id, separated by a space. Null for those that don’t exist. */
const baselineRecords = ({ em }: Context) =>
  new DataLoader<string, BaselineRecord | null>(async (keys) => {
    const ids = keys.map((key) => key.slice(key.indexOf(' ') + 1));
    const found = await em.find(BaselineRecord, { id: { $in: ids } });
    const byKey = new Map(found.map((one) => [`${one.kind} ${one.id}`, one]));
    return keys.map((key) => byKey.get(key) ?? null);
  });

function notApprovedBecause(
  { quorum }: Approval,
  counted: readonly ApprovalDecision[],
  baseline: BaselineRecord | null,
): string | null {
  if (counted.some(({ verdict }) => verdict === ApprovalVerdict.REJECT)) return 'was rejected';
  if (counted.length < Math.max(1, quorum)) return `has ${counted.length} of ${quorum} approvals`;
  const before = baseline?.state ?? null;
  if (before === null || before === ApprovalState.PENDING || before === ApprovalState.APPROVED) return null;
  return `was ${before} before requests were signed`;
}

function termsFlaw({ id, termsSignature }: Approval): BindingFlaw {
  const what = termsSignature
    ? `The terms of ${id} differ from those that were signed when it was filed: its row was changed.`
    : `The terms of ${id} are not signed: its row was inserted or changed.`;
  return { kind: 'TERMS_NOT_SIGNED', what };
}

function decisionFlaw({ id }: Approval, decision: ApprovalDecision): BindingFlaw {
  const what = `The decision ${decision.id} on ${id} has no valid signature: its row was inserted or changed.`;
  return { kind: 'DECISION_NOT_SIGNED', what };
}

function passkeyFlaw({ id }: Approval, decision: ApprovalDecision): BindingFlaw {
  const what = `The decision ${decision.id} on ${id} has no valid signature of its approver’s passkey: its row was changed.`;
  return { kind: 'DECISION_NOT_SIGNED', what };
}

/** Rule of decisions that a decision breaks, as the end of a sentence about its maker. Null if it breaks none. */
function breachIn(
  { requestedBy, barred, sha256, expiresAt }: ApprovalTerms,
  { decidedBy, issuedBy, decidedAt, ...decision }: ApprovalDecision,
): string | null {
  // The actor who issued the approver's token could have decided with it, so the rules apply to both.
  for (const actor of [decidedBy, ...(issuedBy === null ? [] : [issuedBy])]) {
    if (actor === requestedBy) return 'made the request';
    if (barred.includes(actor)) return 'is barred from deciding';
  }
  if (decidedAt > new Date(expiresAt)) return 'was too late';
  return decision.sha256 === sha256 ? null : 'saw other content';
}
