import { type AuthChecker, Authorized, Extensions } from 'type-graphql';
import { Refusal, unauthenticated } from '../errors.ts';
import { toGraphQLError } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { OperatorRole, Viewer, ViewerKind } from './viewer.ts';

/** Who may use a field: a kind of viewer, or an operator with a role. */
export type Access = Exclude<ViewerKind, 'OPERATOR'> | 'OPERATOR' | `OPERATOR:${OperatorRole}`;

/**
 * Lets only these viewers use a field. Written as an extension too, where the compiled reads find it, so that the two
 * ways of executing cannot guard differently.
 */
export function AccessFor(...access: Access[]): MethodDecorator {
  return (target, key, descriptor) => {
    Authorized<Access>(...access)(target, key as string, descriptor as PropertyDescriptor);
    Extensions({ access })(target, key as string, descriptor as PropertyDescriptor);
  };
}

/** Whom a field lets in. */
export type Guard = readonly Access[];

/** The guard of a field; undefined for a field that is for everybody. */
export function guardOf(field: { extensions: Readonly<Record<string, unknown>> } | undefined): Guard | undefined {
  return field?.extensions.access as Guard | undefined;
}

/** TypeGraphQL asks before any middleware runs, the one that translates errors included: so it is done here. */
export const accessChecker: AuthChecker<RequestContext, Access> = ({ context }, access) => {
  try {
    assertAccess(context.viewer, access);
    return true;
  } catch (error) {
    throw toGraphQLError(error);
  }
};

/** @throws Refusal UNAUTHENTICATED for an anonymous viewer, FORBIDDEN for one of the wrong kind or role. */
export function assertAccess(viewer: Viewer, access: readonly Access[]): void {
  if (access.some((one) => isAllowed(viewer, one))) return;
  if (viewer.kind === 'ANONYMOUS') throw unauthenticated();
  throw new Refusal('FORBIDDEN', `This is for: ${access.map((one) => one.toLowerCase()).join(', ')}.`);
}

function isAllowed(viewer: Viewer, access: Access): boolean {
  const [kind, role] = access.split(':') as [ViewerKind, OperatorRole | undefined];
  if (viewer.kind !== kind) return false;
  return !role || (viewer.kind === 'OPERATOR' && (viewer.roles.includes('ADMIN') || viewer.roles.includes(role)));
}
