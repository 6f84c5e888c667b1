import { isOperator } from '../operators/pure.ts';
import { askerOf, behind, type Principal } from '../platform/auth/principal.ts';
import { ApprovalState, Verdict } from './approval.states.ts';

/** Why somebody may not decide. In the order in which it is looked for. */
export const DecisionObstacle = {
  NOT_A_PERSON: 'NOT_A_PERSON',
  BOOTSTRAP_IS_OVER: 'BOOTSTRAP_IS_OVER',
  NOT_AN_APPROVER: 'NOT_AN_APPROVER',
  OWN_REQUEST: 'OWN_REQUEST',
  DECIDED_BEFORE: 'DECIDED_BEFORE',
  ALREADY_DECIDED: 'ALREADY_DECIDED',
  EXPIRED: 'EXPIRED',
  OTHER_CONTENT: 'OTHER_CONTENT',
  NO_LONGER_FITS: 'NO_LONGER_FITS',
  DISPLAY_CHANGED: 'DISPLAY_CHANGED',
} as const;
export type DecisionObstacle = (typeof DecisionObstacle)[keyof typeof DecisionObstacle];

/** What the rules look at of a request. */
export interface DecidableApproval {
  readonly state: ApprovalState;
  readonly askedBy: string;
  /** Actors who never decide it. */
  readonly barred: readonly string[];
  readonly sha256: string;
  readonly quorum: number;
  readonly expiresAt: Date;
}

/** And of each decision there is. */
export interface PriorDecision {
  readonly verdict: Verdict;
  readonly decidedBy: string;
}

/** Who wants to decide. */
export interface Decider {
  readonly principal: Principal;
  /** The operator of the start, once there are others. */
  readonly isBootstrapOver: boolean;
  /** Whether they are, at this moment, somebody who approves: not disabled, with a role that has it. */
  readonly isApprover: boolean;
  /** Of what they have seen; null: it is only asked whether they might. */
  readonly seenSha256: string | null;
}

/** Whether somebody may decide, by whatever gate it was asked for. Null: yes. */
export function judge(
  judged: DecidableApproval,
  decisions: readonly PriorDecision[],
  { principal, isBootstrapOver, isApprover, seenSha256 }: Decider,
  now: Date,
): DecisionObstacle | null {
  const { state, askedBy, sha256, expiresAt } = judged;
  // Whoever acts for another is a machine as well: a person decides in their own name.
  if (!isOperator(principal) || principal.onBehalfOf !== null) {
    return askerOf(principal) === askedBy ? DecisionObstacle.OWN_REQUEST : DecisionObstacle.NOT_A_PERSON;
  }
  if (isBootstrapOver) return DecisionObstacle.BOOTSTRAP_IS_OVER;
  if (!isApprover) return DecisionObstacle.NOT_AN_APPROVER;
  if (isBarred(judged, principal)) return DecisionObstacle.OWN_REQUEST;
  if (decisionOf(principal, decisions)) return DecisionObstacle.DECIDED_BEFORE;
  if (state !== ApprovalState.PENDING) {
    return state === ApprovalState.EXPIRED ? DecisionObstacle.EXPIRED : DecisionObstacle.ALREADY_DECIDED;
  }
  if (expiresAt <= now) return DecisionObstacle.EXPIRED;
  if (seenSha256 !== null && seenSha256 !== sha256) return DecisionObstacle.OTHER_CONTENT;
  return null;
}

/**
 * Whether somebody has to do with the asking: by themselves, by what they act for, or by a token that they have issued, which
 * whoever is barred could have made for this.
 */
export function isBarred(
  { askedBy, barred }: Pick<DecidableApproval, 'askedBy' | 'barred'>,
  principal: Principal,
): boolean {
  const all = new Set([askedBy, ...barred]);
  return behind(principal).some((one) => all.has(one));
}

/** What a person has decided, by whatever they have shown: a session and a token are the same person. */
export function decisionOf<One extends PriorDecision>({ actor }: Principal, decisions: readonly One[]): One | null {
  return decisions.find(({ decidedBy }) => decidedBy === actor) ?? null;
}

/** Actors who never decide what is asked for in this context, besides those who are named. */
export function barredBy(principal: Principal, others: readonly string[] = []): string[] {
  // Whoever has issued a key could have asked with it.
  return [...new Set([...behind(principal), ...others])];
}

/** How a request stands with all that was decided: one who rejects it is enough, of those who approve it the quorum. */
export function stateAfter(decisions: readonly PriorDecision[], quorum: number): ApprovalState {
  if (decisions.some(({ verdict }) => verdict === Verdict.REJECT)) return ApprovalState.REJECTED;
  const approving = new Set(decisions.map(({ decidedBy }) => decidedBy));
  return approving.size >= quorum ? ApprovalState.APPROVED : ApprovalState.PENDING;
}

/** What is not decided in time is expired from that moment on, whenever it is swept. */
export function stateAt(
  { state, expiresAt }: Pick<DecidableApproval, 'state' | 'expiresAt'>,
  now: Date,
): ApprovalState {
  return state === ApprovalState.PENDING && expiresAt <= now ? ApprovalState.EXPIRED : state;
}
