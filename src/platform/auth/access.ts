import { Extensions } from 'type-graphql';
import { Refusal, unauthenticated } from '../errors/errors.ts';
import { type Permission, REGISTRY } from '../registry.ts';
import { can, isAnonymous, type Principal } from './principal.ts';
import { OPERATORS, Role } from './roles.ts';

/** Who may use a field: who has the permission, or everybody. */
export type Access = Permission | typeof EVERYONE;
export const EVERYONE = 'EVERYBODY';

/** Lets only who has the permission use a field, however it is executed: `buildGraph` and the compiled reads look for it here. */
export function AccessFor(permission: Permission): MethodDecorator {
  return markAccess(permission);
}

/** Says of a field that everybody may use it. Each query, mutation and subscription says one or the other. */
export function AccessForEveryone(): MethodDecorator {
  return markAccess(EVERYONE);
}

function markAccess(access: Access): MethodDecorator {
  return Extensions({ access }) as MethodDecorator;
}

/** What a field says of who may use it; undefined when it says nothing. */
export function accessOf(field: { extensions: object } | undefined): Access | undefined {
  return (field?.extensions as { access?: Access } | undefined)?.access;
}

/** @throws Refusal UNAUTHENTICATED for who is not known, FORBIDDEN for who lacks the permission. */
export function assertAccess(principal: Principal, access: Access | undefined): void {
  if (access === undefined || access === EVERYONE || can(principal, access)) return;
  const { roles } = REGISTRY.permissions.get(access)!;
  if (isAnonymous(principal)) throw unauthenticated(credentialsFor(roles));
  const holders = holdersOf(roles);
  throw new Refusal('FORBIDDEN', `This is for: ${holders}. These credentials lack the permission \`${access}\`.`);
}

/** Names the secrets that one of these roles needs, and where the default of each is found. Says nothing of this installation. */
export function credentialsFor(roles: readonly Role[]): string {
  const secrets = Object.values(Role).flatMap((role) => (roles.includes(role) && REGISTRY.credentials.get(role)) || []);
  return `Send \`Authorization: Bearer <secret>\` with ${secrets.join(', or ')}.`;
}

/** Whom to ask for what one may not do oneself, e.g. `operator (admin, editor), integration`. */
function holdersOf(roles: readonly Role[]): string {
  const operators = OPERATORS.filter((role) => roles.includes(role));
  const others = roles.filter((role) => !OPERATORS.some((one) => one === role));
  const which = operators.length < OPERATORS.length ? ` (${operators.join(', ')})` : '';
  return [...(operators.length > 0 ? [`operator${which}`] : []), ...others].join(', ').toLowerCase();
}
