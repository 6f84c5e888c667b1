import { Extensions } from 'type-graphql';
import { Refusal, unauthenticated } from '../errors/errors.ts';
import { type Permission, REGISTRY } from '../registry.ts';
import { can, isAnonymous, type Principal } from './principal.ts';
import { OPERATORS, Role } from './roles.ts';

/** Access to a field: the permission that callers need, or everyone. */
export type Access = Permission | typeof EVERYONE;
export const EVERYONE = 'EVERYBODY';

/** Restricts a field to callers with the permission. `buildGraph` and the compiled reads enforce the restriction. */
export function AccessFor(permission: Permission): MethodDecorator {
  return markAccess(permission);
}

/** Lets everyone use a field. Each query, mutation and subscription has this decorator or `@AccessFor`. */
export function AccessForEveryone(): MethodDecorator {
  return markAccess(EVERYONE);
}

function markAccess(access: Access): MethodDecorator {
  return Extensions({ access }) as MethodDecorator;
}

/** Access declared for a field. Undefined if none is declared. */
export function accessOf(field: { extensions: object } | undefined): Access | undefined {
  return (field?.extensions as { access?: Access } | undefined)?.access;
}

/**
 * Checks that a caller may use a field. @throws Refusal UNAUTHENTICATED for anonymous callers, FORBIDDEN for callers without the
 * permission
 */
export function assertAccess(principal: Principal, access: Access | undefined): void {
  if (access === undefined || access === EVERYONE || can(principal, access)) return;
  const { roles } = REGISTRY.permissions.get(access)!;
  if (isAnonymous(principal)) throw unauthenticated(credentialsFor(roles));
  const holders = holdersOf(roles);
  throw new Refusal(
    'FORBIDDEN',
    `This needs the permission \`${access}\`, which your credential lacks. It is granted to: ${holders}.`,
  );
}

/**
 * Describes the credentials of these roles and where to find them by default, for error messages. Reveals nothing about this
 * installation.
 */
export function credentialsFor(roles: readonly Role[]): string {
  const secrets = Object.values(Role).flatMap((role) => (roles.includes(role) && REGISTRY.credentials.get(role)) || []);
  return `Send \`Authorization: Bearer <secret>\` with ${secrets.join(', or ')}.`;
}

/** Lists the roles that have the permission, for the error message, e.g. `operator (admin, editor), integration`. */
function holdersOf(roles: readonly Role[]): string {
  const operators = OPERATORS.filter((role) => roles.includes(role));
  const others = roles.filter((role) => !OPERATORS.some((one) => one === role));
  const which = operators.length < OPERATORS.length ? ` (${operators.join(', ')})` : '';
  return [...(operators.length > 0 ? [`operator${which}`] : []), ...others].join(', ').toLowerCase();
}
