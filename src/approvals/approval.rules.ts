import { ownerOf, type Principal, PrincipalKind } from '../platform/auth/principal.ts';
import { ApprovalState, Verdict } from './approval.entity.ts';

/** Why somebody may not decide. In the order in which it is looked for. */
export const DecisionObstacle = {
  NOT_A_PERSON: 'NOT_A_PERSON',
  BOOTSTRAP_IS_OVER: 'BOOTSTRAP_IS_OVER',
  OWN_REQUEST: 'OWN_REQUEST',
  ALREADY_DECIDED: 'ALREADY_DECIDED',
  EXPIRED: 'EXPIRED',
  OTHER_CONTENT: 'OTHER_CONTENT',
  DECIDED_BEFORE: 'DECIDED_BEFORE',
} as const;
export type DecisionObstacle = (typeof DecisionObstacle)[keyof typeof DecisionObstacle];

/** What the rules look at of a request. */
export interface Judged {
  readonly state: ApprovalState;
  readonly askedBy: string;
  readonly sha256: string;
  readonly quorum: number;
  readonly expiresAt: Date;
}

/** And of each decision there is. */
export interface Decided {
  readonly verdict: Verdict;
  readonly decidedBy: string;
}

/** Who wants to decide. */
export interface Decider {
  readonly principal: Principal;
  /** The operator of the start, once there are others. */
  readonly isBootstrapOver: boolean;
  /** Of what they have seen; null: it is only asked whether they might. */
  readonly seenSha256: string | null;
}

/** Whether somebody may decide, by whatever gate it was asked for. Null: yes. */
export function judge(
  { state, askedBy, sha256, expiresAt }: Judged,
  decisions: readonly Decided[],
  { principal, isBootstrapOver, seenSha256 }: Decider,
  now: Date,
): DecisionObstacle | null {
  const { kind, actor, onBehalfOf } = principal;
  // Whoever acts for another is a machine as well: a person decides in their own name.
  if (kind !== PrincipalKind.OPERATOR || onBehalfOf !== null) {
    return ownerOf(principal) === askedBy ? DecisionObstacle.OWN_REQUEST : DecisionObstacle.NOT_A_PERSON;
  }
  if (isBootstrapOver) return DecisionObstacle.BOOTSTRAP_IS_OVER;
  if (actor === askedBy) return DecisionObstacle.OWN_REQUEST;
  if (state !== ApprovalState.PENDING) {
    return state === ApprovalState.EXPIRED ? DecisionObstacle.EXPIRED : DecisionObstacle.ALREADY_DECIDED;
  }
  if (expiresAt <= now) return DecisionObstacle.EXPIRED;
  if (seenSha256 !== null && seenSha256 !== sha256) return DecisionObstacle.OTHER_CONTENT;
  if (decisions.some(({ decidedBy }) => decidedBy === actor)) return DecisionObstacle.DECIDED_BEFORE;
  return null;
}

/** How a request stands with all that was decided: one who rejects it is enough, of those who approve it the quorum. */
export function stateAfter(decisions: readonly Decided[], quorum: number): ApprovalState {
  if (decisions.some(({ verdict }) => verdict === Verdict.REJECT)) return ApprovalState.REJECTED;
  const approving = new Set(decisions.map(({ decidedBy }) => decidedBy));
  return approving.size >= quorum ? ApprovalState.APPROVED : ApprovalState.PENDING;
}

/** What is not decided in time is expired from that moment on, whenever it is swept. */
export function stateAt({ state, expiresAt }: Pick<Judged, 'state' | 'expiresAt'>, now: Date): ApprovalState {
  return state === ApprovalState.PENDING && expiresAt <= now ? ApprovalState.EXPIRED : state;
}
