import { type Permission, REGISTRY } from '../registry.ts';
import type { Role } from './roles.ts';

/**
 * Kind of credential. `SESSION` is the cookie of a signed-in user. `INTERNAL` is the service itself: a job, an upkeep step or a
 * command.
 */
export const CredentialKind = { BEARER: 'BEARER', LINK: 'LINK', SESSION: 'SESSION', INTERNAL: 'INTERNAL' } as const;
export type CredentialKind = (typeof CredentialKind)[keyof typeof CredentialKind];

/** Credential with which a principal was authenticated. Never contains the secret. */
export interface Credential {
  readonly kind: CredentialKind;
  readonly id: string;
  /** Time at which the user last confirmed their identity. Only session credentials have it. */
  readonly confirmedAt?: Date | null;
  /** Actor who issued the credential, if that isn't the credential's owner. */
  readonly issuedBy?: string;
  /**
   * All actors who could know the secret in addition to the credential's owner: its issuer, and the issuers of the issuer's own
   * credential. Any of them could be the caller.
   */
  readonly issuers?: readonly string[];
}

/**
 * Kinds of principals. A feature that adds a kind declares it in `*.principal.ts` by declaration merging, with functions that
 * create and recognise such principals. It registers the kind in `*.names.ts` with `principalKinds`. Other files must not compare
 * kinds.
 */
export interface PrincipalKinds {
  /** A caller without a credential. */
  ANONYMOUS: true;
  /** The service itself, on its own or on behalf of an actor. */
  SERVICE: true;
  /** A caller whose credential belongs to none of the other kinds. */
  OTHER: true;
}

/** Kind of principal, for records and for resolving `viewer`. Permissions alone decide what a principal may do. */
export type PrincipalKind = keyof PrincipalKinds;

/** The caller of a request, job or command. Determined once. */
export interface Principal {
  /** Identifier of the actor in rows and log lines, e.g. `operator:admin`. Never a secret. */
  readonly actor: string;
  readonly kind: PrincipalKind;
  /** Id of the stored object that acts, e.g. a partner. Null if the actor isn't a stored object. */
  readonly subjectId: string | null;
  /** Actor for whom the principal acts, who owns and pays for the results. Null when the principal acts for itself. */
  readonly onBehalfOf: string | null;
  /**
   * Actor who made the request, if that isn't the owner of the results: an agent. Also set for work that the service does later
   * for an agent's request.
   */
  readonly requestedBy?: string;
  /** Account of a customer. The customer sees all runs and requests of the account, including those of its agents. */
  readonly accountId?: string;
  /** Credential of the caller. Null for anonymous callers. */
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
 * Creates the principal of the service itself. It has all permissions, because the code that uses it decides what happens.
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

/** True for the service itself: a job, an upkeep step or a command. */
export function isInternal({ credential }: Principal): boolean {
  return credential?.kind === CredentialKind.INTERNAL;
}

export function isAnonymous({ credential }: Principal): boolean {
  return credential === null;
}

/** Actor who owns and pays for the results of the principal's requests. */
export function ownerOf({ actor, onBehalfOf }: Principal): string {
  return onBehalfOf ?? actor;
}

/**
 * Actor whose requests the principal may see where agents don't see each other's requests. For an agent, the agent itself: it
 * sees only its own requests and later work for them. For everyone else, the owner.
 */
export function requesterOf(principal: Principal): string {
  return principal.requestedBy ?? ownerOf(principal);
}

/**
 * Actors who could know a secret that this principal creates: the principal's actor if it is a stored object, and the issuers of
 * its credential. Stored with the secret. Empty for the admin token and commands, which belong to no person.
 */
export function issuersOf({ actor, subjectId, credential }: Principal): string[] {
  return [...new Set([...(subjectId === null ? [] : [actor]), ...(credential?.issuers ?? [])])];
}

/** All actors who could be using the principal's credential. */
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
