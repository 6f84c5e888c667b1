import { customerIdOf } from '../customers/index.ts';
import { can, type Principal } from '../platform/auth/principal.ts';

/**
 * Filter for the agents that a caller can see, change and disable: the caller's own, or all (null) with the permission
 * `agents:manage`.
 */
export function visibleAgents(principal: Principal): { owner: string } | null {
  return can(principal, 'agents:manage') ? null : { owner: principal.actor };
}

/**
 * True if the caller can issue keys for agents of this owner. A key acts for the owner and spends the owner's money, so for
 * agents of a customer the caller needs the permission to issue keys of that customer.
 */
export function mayIssueKeysFor(principal: Principal, owner: string): boolean {
  if (principal.actor === owner) return true;
  return can(principal, customerIdOf(owner) === null ? 'agents:manage' : 'customers:manage');
}
