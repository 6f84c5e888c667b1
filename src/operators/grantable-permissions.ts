import { type Principal, permissionsOf } from '../platform/auth/principal.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { NAMES, type Permission } from '../platform/names.ts';
import { nearest } from '../platform/text/nearest.ts';
import type { OperatorRole } from './operator.entity.ts';

/*
 * Nobody hands out more than they hold themselves. Of a session of an ADMIN that is everything; of a token, what it is scoped
 * to: one that may invite people makes nobody who may do what it may not.
 */

/** More would not be read. */
const SHOWN = 5;

/** What these roles allow that whoever hands them out may not do, in the order of the alphabet. */
export function beyond({ permissions }: Principal, roles: readonly OperatorRole[]): Permission[] {
  return [...permissionsOf(roles)].filter((permission) => !permissions.has(permission)).sort();
}

/** @throws Refusal FORBIDDEN */
export function assertMayHandOut(principal: Principal, roles: readonly OperatorRole[]): void {
  const missing = beyond(principal, roles);
  if (missing.length === 0) return;
  const shown = missing.slice(0, SHOWN).join(', ') + (missing.length > SHOWN ? ' and more' : '');
  throw new Refusal('FORBIDDEN', `You cannot hand out what you may not do yourself: ${shown}.`);
}

/** What a token of somebody with these roles may do: what both the roles and the scopes allow. */
export function grantedTo(roles: readonly OperatorRole[], scopes: readonly string[]): ReadonlySet<Permission> {
  const held = permissionsOf(roles);
  return new Set(scopes.filter((scope): scope is Permission => held.has(scope as Permission)));
}

/** Why a token cannot be given this scope; null: it can. */
export function faultOfScope(scope: string, issuer: Principal, roles: readonly OperatorRole[]): string | null {
  const names = [...NAMES.permissions.keys()];
  if (!names.some((name) => name === scope)) {
    const near = nearest(scope, names);
    return `There is no permission \`${scope.slice(0, 60)}\`.${near ? ` Did you mean \`${near}\`?` : ''}`;
  }
  if (!permissionsOf(roles).has(scope as Permission)) return `This person may not \`${scope}\`: leave it out.`;
  if (!issuer.permissions.has(scope as Permission)) return `You may not \`${scope}\` yourself: leave it out.`;
  return null;
}
