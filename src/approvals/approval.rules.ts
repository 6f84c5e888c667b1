import { isOperator } from '../operators/pure.ts';
import { actorsBehind, type Principal, requesterOf } from '../platform/auth/principal.ts';
import { ApprovalState, ApprovalVerdict } from './approval.states.ts';

/** Reasons why a caller can’t decide on a request, in the order in which they are checked. */
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
  PASSKEY_REQUIRED: 'PASSKEY_REQUIRED',
  PASSKEY_REFUSED: 'PASSKEY_REFUSED',
} as const;
export type DecisionObstacle = (typeof DecisionObstacle)[keyof typeof DecisionObstacle];

/** Fields of a request for approval that decide who can decide it, and when it is approved. */
export interface DecidableApproval {
  readonly state: ApprovalState;
  readonly requestedBy: string;
  /** Actors who can’t decide on this request. */
  readonly barred: readonly string[];
  readonly sha256: string;
  readonly quorum: number;
  readonly expiresAt: Date;
}

/** Data of an earlier decision that the rules of decisions need. */
export interface PriorDecision {
  readonly verdict: ApprovalVerdict;
  readonly decidedBy: string;
}

/** The caller who wants to decide on a request. */
export interface Decider {
  readonly principal: Principal;
  /** True if the caller uses the admin token and other operators can decide, so that the admin token can’t any more. */
  readonly isBootstrapOver: boolean;
  /**
   * True if the caller is currently an approver: an operator who isn’t disabled and whose role allows decisions, or the bearer
   * of the admin token.
   */
  readonly isApprover: boolean;
  /** Digest of the content that the approver saw. Null if the content isn’t compared, only the permission. */
  readonly seenSha256: string | null;
}

/** Reason why the caller can’t decide on a request. Null if the caller can. Every operation that decides uses this check. */
export function findObstacle(
  judged: DecidableApproval,
  decisions: readonly PriorDecision[],
  { principal, isBootstrapOver, isApprover, seenSha256 }: Decider,
  now: Date,
): DecisionObstacle | null {
  const { state, requestedBy, sha256, expiresAt } = judged;
  // A principal that acts on behalf of another actor is a program, and only people can decide.
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
 * True if the caller is party to the request: as its requester, through the actor on whose behalf the caller acts, or through the
 * issuer of the caller’s token, who could have made the request.
 */
export function isBarred(
  { requestedBy, barred }: Pick<DecidableApproval, 'requestedBy' | 'barred'>,
  principal: Principal,
): boolean {
  const all = new Set([requestedBy, ...barred]);
  return actorsBehind(principal).some((one) => all.has(one));
}

/** The decision that a person has already made on the request, with a session or a token. Null if none. */
export function decisionOf<One extends PriorDecision>({ actor }: Principal, decisions: readonly One[]): One | null {
  return decisions.find(({ decidedBy }) => decidedBy === actor) ?? null;
}

/** Actors who can’t decide on requests that this principal makes, plus those in `others`. */
export function barredBy(principal: Principal, others: readonly string[] = []): string[] {
  // Includes the issuer of the API key, who could have made the request with it.
  return [...new Set([...actorsBehind(principal), ...others])];
}

/**
 * The decisions that count. Decisions without a signature are from before decisions were signed. They don’t count on a request
 * that was still pending then: it must be decided again, with signed decisions.
 */
export function countedDecisions<One extends { readonly signature: Uint8Array | null }>(
  state: ApprovalState,
  decisions: readonly One[],
): One[] {
  const signed = decisions.filter(({ signature }) => signature !== null);
  return signed.length > 0 || state === ApprovalState.PENDING ? signed : [...decisions];
}

/**
 * State of a request after these decisions: rejected after one rejection, approved once as many people as the quorum requires
 * have approved it, else pending.
 */
export function stateAfter(decisions: readonly PriorDecision[], quorum: number): ApprovalState {
  if (decisions.some(({ verdict }) => verdict === ApprovalVerdict.REJECT)) return ApprovalState.REJECTED;
  const approving = new Set(decisions.map(({ decidedBy }) => decidedBy));
  return approving.size >= quorum ? ApprovalState.APPROVED : ApprovalState.PENDING;
}

/**
 * State of a request at a given time. A pending request counts as expired from its deadline on, even before maintenance updates
 * the row.
 */
export function stateAt(
  { state, expiresAt }: Pick<DecidableApproval, 'state' | 'expiresAt'>,
  now: Date,
): ApprovalState {
  return state === ApprovalState.PENDING && expiresAt <= now ? ApprovalState.EXPIRED : state;
}
