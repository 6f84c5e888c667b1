import { Extensions } from 'type-graphql';
import { Refusal, unauthenticated } from '../errors.ts';
import type { OperatorRole, Viewer, ViewerKind } from './viewer.ts';

/** Who may use a field: a kind of viewer, or an operator with a role. */
export type Access = Exclude<ViewerKind, 'OPERATOR'> | 'OPERATOR' | `OPERATOR:${OperatorRole}`;

/** Lets only these viewers use a field, however it is executed: `buildGraph` and the compiled reads look for it here. */
export function AccessFor(...access: Access[]): MethodDecorator {
  return Extensions({ access });
}

/** Whom a field lets in. */
export type Guard = readonly Access[];

/** The guard of a field; undefined for a field that is for everybody. */
export function guardOf(field: { extensions: Readonly<Record<string, unknown>> } | undefined): Guard | undefined {
  return field?.extensions.access as Guard | undefined;
}

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
