import { type Credential, CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';
import type { Role } from '../platform/auth/roles.ts';
import type { Permission } from '../platform/registry.ts';

declare module '../platform/auth/principal.ts' {
  interface PrincipalKinds {
    /** An operator, or the caller with the admin token. */
    OPERATOR: true;
  }
}

/** Principal of a stored operator, with the same actor for sessions and tokens. */
export function person(id: string, permissions: ReadonlySet<Permission>, credential: Credential): Principal {
  return {
    actor: `operator:${id}`,
    kind: 'OPERATOR',
    subjectId: id,
    onBehalfOf: null,
    credential,
    permissions,
  };
}

/** Principal of the caller with the admin token, who isn't a stored operator. */
export function operator(id: string, roles: readonly Role[]): Principal {
  return {
    actor: `operator:${id}`,
    kind: 'OPERATOR',
    subjectId: null,
    onBehalfOf: null,
    credential: { kind: CredentialKind.BEARER, id },
    permissions: permissionsOf(roles),
  };
}

/** True for a stored operator, and for the caller with the admin token. */
export function isOperator({ kind }: Principal): boolean {
  return kind === 'OPERATOR';
}
