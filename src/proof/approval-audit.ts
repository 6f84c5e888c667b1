import type { DecisionPredicate } from './approval-decision.ts';
import { canonicalBytes } from './json.ts';
import type { IssuedStatement } from './statement.ts';

export type DecisionStatement = IssuedStatement<DecisionPredicate>;

export const DecisionState = { APPROVED: 'APPROVED', REJECTED: 'REJECTED', UNDECIDED: 'UNDECIDED' } as const;
export type DecisionState = (typeof DecisionState)[keyof typeof DecisionState];

/** Result of auditing the decisions about one approval request. */
export interface ApprovalAudit {
  approvalId: string;
  state: DecisionState;
  /** Violations of the approval rules, one sentence each. */
  flaws: string[];
  /** Facts that are worth knowing but aren't violations, one sentence each. */
  notes: string[];
}

/**
 * Checks the decisions about one approval request against the approval rules, using only the signed statements. Enough
 * different people must approve. All who decide must be people, must not be the requester or barred, must decide in time, and
 * must decide about the same bytes.
 * @param decisions decisions about this request, in any order
 */
export function auditDecisions(approvalId: string, decisions: readonly DecisionStatement[]): ApprovalAudit {
  const flaws: string[] = [];
  const notes: string[] = [];
  const found = (what: string) => void flaws.push(`${approvalId}: ${what}`);
  const inOrder = decisions.toSorted((a, b) => a.predicate.position - b.predicate.position);
  const [first] = inOrder;
  if (!first) return { approvalId, state: 'UNDECIDED', flaws, notes };
  const about = ({ subject, predicate: { request } }: DecisionStatement) =>
    new TextDecoder().decode(canonicalBytes({ subject: subject[0], request }));
  const { quorum, barred, askedBy, askedAt, expiresAt } = first.predicate.request;
  if (quorum < 1) found('Its quorum is 0.');
  const disregarded = Math.max(...inOrder.map(({ predicate }) => predicate.disregarded ?? 0));
  if (disregarded > 0) {
    const [which, were] =
      disregarded === 1 ? ['decision doesn’t', 'it was'] : [`${disregarded} decisions don’t`, 'they were'];
    notes.push(`${approvalId}: its first ${which} count, because ${were} made before decisions were signed.`);
  }
  const people = new Set<string>();
  let approvals = 0;
  let state: DecisionState = 'UNDECIDED';
  for (const [at, decision] of inOrder.entries()) {
    const { position, verdict, approver, decidedAt, decisionId } = decision.predicate;
    const who = approver.actor;
    if (position !== at + 1) found(`Decision ${at + 1} is missing or duplicated: the next position is ${position}.`);
    if (about(decision) !== about(first)) {
      found(`${decisionId} differs from the first decision in the bytes, the quorum or other terms.`);
    }
    const counts = position > disregarded;
    if (counts && people.has(who)) found(`${who} decided twice.`);
    if (counts) people.add(who);
    if (who === askedBy) found(`${who} requested it and decided it.`);
    else if (barred.includes(who)) found(`${who} is barred from deciding it, but did.`);
    if (!isPerson(who, approver.credential?.kind)) found(`${who} isn’t a person, but decided it.`);
    if (Date.parse(decidedAt) > Date.parse(expiresAt)) found(`${who} decided at ${decidedAt}, after it expired.`);
    if (Date.parse(decidedAt) < Date.parse(askedAt)) found(`${who} decided at ${decidedAt}, before it was requested.`);
    if (state !== 'UNDECIDED') found(`${decisionId} was made after the request was already decided.`);
    const issuer = approver.credential?.issuedBy;
    if (issuer !== undefined && issuer !== who)
      notes.push(`${approvalId}: ${who} decided with a credential issued by ${issuer}.`);
    if (verdict === 'REJECT') state = 'REJECTED';
    else if (!counts) continue;
    else if (++approvals >= quorum && state === 'UNDECIDED') state = 'APPROVED';
  }
  return { approvalId, state, flaws, notes };
}

/** True if the decision was made by an operator in person. Credentials of the service and links don't identify a person. */
function isPerson(actor: string, credentialKind: string | undefined): boolean {
  return /^operator:./.test(actor) && credentialKind !== 'INTERNAL' && credentialKind !== 'LINK';
}
