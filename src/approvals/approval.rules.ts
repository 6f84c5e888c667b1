import { isOperator } from '../operators/pure.ts';
import { actorsBehind, type Principal, requesterOf } from '../platform/auth/principal.ts';
import { ApprovalState, ApprovalVerdict } from './approval.states.ts';

/** Reasons why a caller can’t decide, in the order in which they are checked. */
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

/** Data of a request that the rules need. */
export interface DecidableApproval {
  readonly state: ApprovalState;
  readonly requestedBy: string;
  /** Actors who can’t decide the request. */
  readonly barred: readonly string[];
  readonly sha256: string;
  readonly quorum: number;
  readonly expiresAt: Date;
}

/** Data of an earlier decision that the rules need. */
export interface PriorDecision {
  readonly verdict: ApprovalVerdict;
  readonly decidedBy: string;
}

/** Caller who wants to decide. */
export interface Decider {
  readonly principal: Principal;
  /** True for the admin token once another operator can decide. */
  readonly isBootstrapOver: boolean;
  /** True if the caller is currently an approver: not disabled, and with a role that allows it. */
  readonly isApprover: boolean;
  /** Digest of the content that the approver saw. Null if only the permission is checked. */
  readonly seenSha256: string | null;
}

/** Reason why the caller can’t decide, for every way to decide. Null if the caller can. */
export function findObstacle(
  judged: DecidableApproval,
  decisions: readonly PriorDecision[],
  { principal, isBootstrapOver, isApprover, seenSha256 }: Decider,
  now: Date,
): DecisionObstacle | null {
  const { state, requestedBy, sha256, expiresAt } = judged;
  // A principal that acts for another is a program; people decide in their own name.
  if (!isOperator(principal) || principal.onBehalfOf !== null) {
    return requesterOf(principal) === requestedBy ? DecisionObstacle.OWN_REQUEST : DecisionObstacle.NOT_A_PERSON;
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
 * True if the caller is party to the request: directly, through the actor it acts for, or through the issuer of its token, who
 * could have made the request.
 */
export function isBarred(
  { requestedBy, barred }: Pick<DecidableApproval, 'requestedBy' | 'barred'>,
  principal: Principal,
): boolean {
  const all = new Set([requestedBy, ...barred]);
  return actorsBehind(principal).some((one) => all.has(one));
}

/** Decision of a person, whether made with a session or a token. */
export function decisionOf<One extends PriorDecision>({ actor }: Principal, decisions: readonly One[]): One | null {
  return decisions.find(({ decidedBy }) => decidedBy === actor) ?? null;
}

/** Actors who can’t decide requests from this context, plus the given ones. */
export function barredBy(principal: Principal, others: readonly string[] = []): string[] {
  // The issuer of a key could have made the request with it.
  return [...new Set([...actorsBehind(principal), ...others])];
}

/** State after these decisions: one rejection is enough, approvals must reach the quorum. */
export function stateAfter(decisions: readonly PriorDecision[], quorum: number): ApprovalState {
  if (decisions.some(({ verdict }) => verdict === ApprovalVerdict.REJECT)) return ApprovalState.REJECTED;
  const approving = new Set(decisions.map(({ decidedBy }) => decidedBy));
  return approving.size >= quorum ? ApprovalState.APPROVED : ApprovalState.PENDING;
}

/** State at a time: undecided requests are expired from their deadline on, even before the sweep marks them. */
export function stateAt(
  { state, expiresAt }: Pick<DecidableApproval, 'state' | 'expiresAt'>,
  now: Date,
): ApprovalState {
  return state === ApprovalState.PENDING && expiresAt <= now ? ApprovalState.EXPIRED : state;
}
