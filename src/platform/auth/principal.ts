import { type Permission, REGISTRY } from '../registry.ts';
import type { Role } from './roles.ts';

/**
 * Kind of credential. `SESSION` is the cookie of a signed-in user. `INTERNAL` is the service itself: a job, an upkeep step or a
 * command.
 */
export const CredentialKind = { BEARER: 'BEARER', LINK: 'LINK', SESSION: 'SESSION', INTERNAL: 'INTERNAL' } as const;
export type CredentialKind = (typeof CredentialKind)[keyof typeof CredentialKind];

/** Credential of a principal. Never contains the secret. */
export interface Credential {
  readonly kind: CredentialKind;
  readonly id: string;
  /** Time at which the user last confirmed their identity. Only sessions have it. */
  readonly confirmedAt?: Date | null;
  /** Actor who issued the credential, if that isn't its owner. */
  readonly issuedBy?: string;
  /**
   * All actors who could know the secret in addition to its owner: the issuer, and the issuers of the issuer's own credential.
   * Any of them could be the caller.
   */
  readonly issuers?: readonly string[];
}

/**
 * Kinds of principals. Each feature declares its own in `*.principal.ts` by declaration merging, with functions to create and
 * test such principals, and in `*.names.ts` with `principalKinds`. Other files don't compare kinds.
 */
export interface PrincipalKinds {
  /** A caller without a credential. */
  ANONYMOUS: true;
  /** The service itself, on its own or on behalf of an actor. */
  SERVICE: true;
  /** A caller whose credential belongs to no other kind. */
  OTHER: true;
}

/** Kind of principal, for records. Permissions alone decide what a principal may do. */
export type PrincipalKind = keyof PrincipalKinds;

/** The caller. Determined once per request, job or command. */
export interface Principal {
  /** Name of the actor in rows and log lines, e.g. `operator:admin`. Never a secret. */
  readonly actor: string;
  readonly kind: PrincipalKind;
  /** Id of the stored object that acts, e.g. a partner. Null if no object is stored. */
  readonly subjectId: string | null;
  /** Actor who owns and pays for the results. Null when the principal acts for itself. */
  readonly onBehalfOf: string | null;
  /** Actor who made the request, if it isn't the owner: an agent, including work that the service does later for its requests. */
  readonly requestedBy?: string;
  /** Account of a customer, who sees all runs and requests of the account, including those of its agents. */
  readonly accountId?: string;
  /** Null for anonymous callers. */
  readonly credential: Credential | null;
  readonly permissions: ReadonlySet<Permission>;
}

export const ANONYMOUS: Principal = {
  actor: 'anonymous',
  kind: 'ANONYMOUS',
  subjectId: null,
  onBehalfOf: null,
  credential: null,
  permissions: new Set(),
};

/**
 * The service itself. It has all permissions, because the code that uses it decides.
 * @param what name of the actor, e.g. of a job
 */
export function internal(what: string, onBehalfOf: string | null = null, requestedBy: string | null = null): Principal {
  return {
    ...(requestedBy !== null && { requestedBy }),
    actor: what,
    kind: 'SERVICE',
    subjectId: null,
    onBehalfOf,
    credential: { kind: CredentialKind.INTERNAL, id: what },
    permissions: new Set(REGISTRY.permissions.keys()),
  };
}

export function isAnonymous({ credential }: Principal): boolean {
  return credential === null;
}

/** Actor who owns and pays for the results. */
export function ownerOf({ actor, onBehalfOf }: Principal): string {
  return onBehalfOf ?? actor;
}

/**
 * Actor whose requests the principal sees where agents are separated: an agent sees only its own requests, including later work
 * for them. For everyone else, the owner.
 */
export function requesterOf(principal: Principal): string {
  return principal.requestedBy ?? ownerOf(principal);
}

/**
 * Actors who could know a secret that this principal creates, stored with the secret: a person, and the issuers of that person's
 * credential. The admin token and commands belong to no person.
 */
export function issuersOf({ actor, subjectId, credential }: Principal): string[] {
  return [...new Set([...(subjectId === null ? [] : [actor]), ...(credential?.issuers ?? [])])];
}

/** All actors who could be behind the principal. */
export function actorsBehind({ actor, onBehalfOf, credential }: Principal): string[] {
  const { issuedBy = null, issuers = [] } = credential ?? {};
  return [...new Set([onBehalfOf, actor, issuedBy, ...issuers])].filter((one) => one !== null);
}

export function can({ permissions }: Principal, permission: Permission): boolean {
  return permissions.has(permission);
}

/** All permissions of these roles. */
export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  const granted = new Set<Permission>();
  for (const [permission, { roles: having }] of REGISTRY.permissions) {
    if (having.some((role) => roles.includes(role))) granted.add(permission);
  }
  return granted;
}
