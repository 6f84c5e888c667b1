// What decides about a request, with nothing of the service: a page can play with it.
export { agent, type Principal, person } from '../platform/auth/principal.ts';
export { barredBy, type DecisionObstacle, judge, stateAfter } from './approval.rules.ts';
export { ApprovalState, Verdict } from './approval.states.ts';
export { OBSTACLES } from './obstacles.ts';
