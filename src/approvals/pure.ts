// The rules of decisions, for pages.
export type { Principal } from '../platform/auth/principal.ts';
export { barredBy, type DecisionObstacle, findObstacle, stateAfter } from './approval.rules.ts';
export { ApprovalState, ApprovalVerdict } from './approval.states.ts';
export { OBSTACLES } from './obstacles.ts';
