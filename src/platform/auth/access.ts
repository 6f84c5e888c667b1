import { Extensions } from 'type-graphql';
import { Refusal, unauthenticated } from '../errors.ts';
import type { Permission } from '../names.ts';
import { can, isAnonymous, type Principal } from './principal.ts';

/** Who may use a field: who has the permission, or everybody. */
export type Access = Permission | typeof EVERYBODY;
export const EVERYBODY = 'EVERYBODY';

/** Lets only who has the permission use a field, however it is executed: `buildGraph` and the compiled reads look for it here. */
export function AccessFor(permission: Permission): MethodDecorator {
  return markAccess(permission);
}

/** Says of a field that everybody may use it. Each query, mutation and subscription says one or the other. */
export function AccessForEverybody(): MethodDecorator {
  return markAccess(EVERYBODY);
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
  if (access === undefined || access === EVERYBODY || can(principal, access)) return;
  if (isAnonymous(principal)) throw unauthenticated();
  throw new Refusal('FORBIDDEN', `These credentials lack the permission \`${access}\`.`);
}
