import { customerIdOf } from '../customers/index.ts';
import { can, type Principal } from '../platform/auth/principal.ts';

/** Whose agents somebody sees, changes and stops: everybody's, which is null, or those that are their own. */
export function whoseAgents(principal: Principal): { owner: string } | null {
  return can(principal, 'agents:manage') ? null : { owner: principal.actor };
}

/**
 * Whether somebody may have keys for the agents of an owner. Whoever has one acts for that owner and spends its money: with a
 * customer's it takes who could issue keys of the customer itself.
 */
export function mayIssueKeysFor(principal: Principal, owner: string): boolean {
  if (principal.actor === owner) return true;
  return can(principal, customerIdOf(owner) === null ? 'agents:manage' : 'customers:manage');
}
