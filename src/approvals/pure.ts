// Rules of decisions without database access, so that the browser can use them.
export type { Principal } from '../platform/auth/principal.ts';
export { barredBy, type DecisionObstacle, findObstacle, stateAfter } from './approval.rules.ts';
export { ApprovalState, ApprovalVerdict } from './approval.states.ts';
export { OBSTACLES } from './obstacles.ts';
