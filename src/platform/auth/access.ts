import { type AuthChecker, Authorized, Extensions } from 'type-graphql';
import type { Context } from '../context.ts';
import { Refusal, unauthenticated } from '../errors.ts';
import { toGraphQLError } from '../graphql/errors.ts';
import type { Permission } from '../names.ts';
import { can, isAnonymous, type Principal } from './principal.ts';

/** Who may use a field: who has the permission, or everybody. */
export type Access = Permission | typeof EVERYBODY;
export const EVERYBODY = 'EVERYBODY';

/**
 * Lets only who has the permission use a field. Written as an extension too, where the compiled reads and the REST routes
 * find it, so that no two ways of executing can guard differently.
 */
export function AccessFor(permission: Permission): MethodDecorator {
  return (target, key, descriptor) => {
    Authorized<Permission>(permission)(target, key as string, descriptor as PropertyDescriptor);
    markAccess(permission)(target, key as string, descriptor as PropertyDescriptor);
  };
}

/** Says of a field that everybody may use it. Each query, mutation and subscription says one or the other. */
export function AccessForEverybody(): MethodDecorator {
  return markAccess(EVERYBODY);
}

function markAccess(access: Access): MethodDecorator {
  return Extensions({ access }) as MethodDecorator;
}

/** What a field says of who may use it; undefined when it says nothing. */
export function accessOf({ extensions }: { extensions: object }): Access | undefined {
  return (extensions as { access?: Access }).access;
}

/** TypeGraphQL asks before any middleware runs, the one that translates errors included: so it is done here. */
export const accessChecker: AuthChecker<Context, Permission> = ({ context }, [permission]) => {
  try {
    assertAccess(context.principal, permission);
    return true;
  } catch (error) {
    throw toGraphQLError(error);
  }
};

/** @throws Refusal UNAUTHENTICATED for who is not known, FORBIDDEN for who lacks the permission. */
export function assertAccess(principal: Principal, access: Access | undefined): void {
  if (access === undefined || access === EVERYBODY || can(principal, access)) return;
  if (isAnonymous(principal)) throw unauthenticated();
  throw new Refusal('FORBIDDEN', `These credentials lack the permission \`${access}\`.`);
}
