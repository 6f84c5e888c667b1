import { type Principal, permissionsOf } from '../platform/auth/principal.ts';
import { Refusal } from '../platform/errors/errors.ts';
import { type Permission, REGISTRY } from '../platform/registry.ts';
import { nearest } from '../platform/text/nearest.ts';
import type { OperatorRole } from './operator.entity.ts';

/*
 * Callers can’t grant more than they have. A session of an ADMIN has everything; a token is limited to its scopes, so a token
 * that can invite people can’t invite someone with more permissions than itself.
 */

/** Maximum number of permissions listed in the error. */
const SHOWN = 5;

/** Permissions of these roles that the caller lacks, in alphabetical order. */
export function missingPermissions({ permissions }: Principal, roles: readonly OperatorRole[]): Permission[] {
  return [...permissionsOf(roles)].filter((permission) => !permissions.has(permission)).sort();
}

/** @throws Refusal FORBIDDEN */
export function assertCanGrant(principal: Principal, roles: readonly OperatorRole[]): void {
  const missing = missingPermissions(principal, roles);
  if (missing.length === 0) return;
  const shown = missing.slice(0, SHOWN).join(', ') + (missing.length > SHOWN ? ' and more' : '');
  throw new Refusal('FORBIDDEN', `You can’t grant permissions that you don’t have: ${shown}.`);
}

/** Permissions of a token: those that both the operator’s roles and the token’s scopes allow. */
export function effectiveScopes(roles: readonly OperatorRole[], scopes: readonly string[]): ReadonlySet<Permission> {
  const held = permissionsOf(roles);
  return new Set(scopes.filter((scope): scope is Permission => held.has(scope as Permission)));
}

/** Reason why an API token of this operator can’t have this scope. Null if it can. */
export function faultOfScope(scope: string, issuer: Principal, roles: readonly OperatorRole[]): string | null {
  const names = [...REGISTRY.permissions.keys()];
  if (!names.some((name) => name === scope)) {
    const near = nearest(scope, names);
    return `Unknown permission \`${scope.slice(0, 60)}\`.${near ? ` Did you mean \`${near}\`?` : ''}`;
  }
  if (!permissionsOf(roles).has(scope as Permission))
    return `This operator doesn’t have the permission \`${scope}\`. Leave it out.`;
  if (!issuer.permissions.has(scope as Permission))
    return `You don’t have the permission \`${scope}\` yourself. Leave it out.`;
  return null;
}
