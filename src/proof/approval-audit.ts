import type { DecisionPredicate } from './approval-decision.ts';
import { canonicalBytes } from './json.ts';
import type { IssuedStatement } from './statement.ts';

export type DecisionStatement = IssuedStatement<DecisionPredicate>;

export const DecisionState = { APPROVED: 'APPROVED', REJECTED: 'REJECTED', UNDECIDED: 'UNDECIDED' } as const;
export type DecisionState = (typeof DecisionState)[keyof typeof DecisionState];

/** What the decisions about one request come to. */
export interface ApprovalAudit {
  approvalId: string;
  state: DecisionState;
  /** Sentences, each about something that must not be. */
  flaws: string[];
  /** What is no flaw and should be known. */
  notes: string[];
}

/**
 * Whether a request was decided as it has to be: by as many different people as its quorum, none of them barred and none a machine,
 * each in time, and all about the same bytes. By nothing but the statements.
 * @param decisions about one request, in any order
 */
export function judgeDecisions(approvalId: string, decisions: readonly DecisionStatement[]): ApprovalAudit {
  const flaws: string[] = [];
  const notes: string[] = [];
  const found = (what: string) => void flaws.push(`${approvalId}: ${what}`);
  const inOrder = decisions.toSorted((a, b) => a.predicate.position - b.predicate.position);
  const [first] = inOrder;
  if (!first) return { approvalId, state: 'UNDECIDED', flaws, notes };
  const about = ({ subject, predicate: { request } }: DecisionStatement) =>
    new TextDecoder().decode(canonicalBytes({ subject: subject[0], request }));
  const { quorum, barred, askedBy, askedAt, expiresAt } = first.predicate.request;
  if (quorum < 1) found('Its quorum is none.');
  const people = new Set<string>();
  let approvals = 0;
  let state: DecisionState = 'UNDECIDED';
  for (const [at, decision] of inOrder.entries()) {
    const { position, verdict, approver, decidedAt, decisionId } = decision.predicate;
    const who = approver.actor;
    if (position !== at + 1) found(`There is no decision ${at + 1}, or more than one: the next is ${position}.`);
    if (about(decision) !== about(first)) {
      found(`${decisionId} is about something else than the first: other bytes, another quorum or other terms.`);
    }
    if (people.has(who)) found(`${who} has decided twice.`);
    people.add(who);
    if (who === askedBy) found(`${who} has asked for it, and decided it.`);
    else if (barred.includes(who)) found(`${who} is barred from deciding it, and has.`);
    if (!isPerson(who, approver.credential?.kind)) found(`${who} is no person, and has decided it.`);
    if (Date.parse(decidedAt) > Date.parse(expiresAt))
      found(`${who} has decided at ${decidedAt}, when it had expired.`);
    if (Date.parse(decidedAt) < Date.parse(askedAt))
      found(`${who} has decided at ${decidedAt}, before it was asked for.`);
    if (state !== 'UNDECIDED') found(`${decisionId} was made when it was decided already.`);
    const issuer = approver.credential?.issuedBy;
    if (issuer !== undefined && issuer !== who)
      notes.push(`${approvalId}: ${who} decided with what ${issuer} had issued.`);
    if (verdict === 'REJECT') state = 'REJECTED';
    else if (++approvals >= quorum && state === 'UNDECIDED') state = 'APPROVED';
  }
  return { approvalId, state, flaws, notes };
}

/** People are operators. What the service shows itself, and links, stand for nobody. */
function isPerson(actor: string, credentialKind: string | undefined): boolean {
  return /^operator:./.test(actor) && credentialKind !== 'INTERNAL' && credentialKind !== 'LINK';
}
