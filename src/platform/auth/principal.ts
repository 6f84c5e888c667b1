import { type Permission, REGISTRY } from '../registry.ts';
import type { Role } from './roles.ts';

/**
 * How a principal has shown who it is. `SESSION` is the cookie of somebody who has signed in, `INTERNAL` the service itself: a
 * job, an upkeep step, a command in its shell.
 */
export const CredentialKind = { BEARER: 'BEARER', LINK: 'LINK', SESSION: 'SESSION', INTERNAL: 'INTERNAL' } as const;
export type CredentialKind = (typeof CredentialKind)[keyof typeof CredentialKind];

/** What was shown. Never the secret itself. */
export interface Credential {
  readonly kind: CredentialKind;
  readonly id: string;
  /** When who has signed in has last shown that it is still they; of other credentials nobody can. */
  readonly confirmedAt?: Date | null;
  /** The actor who has issued it, where that is another than the one it stands for. */
  readonly issuedBy?: string;
  /**
   * Everybody who could have kept it, besides the one it stands for: who issued it, and who issued what they showed for that.
   * Whoever shows it may be any of them.
   */
  readonly issuers?: readonly string[];
}

/**
 * Kinds of principals. Each feature declares its own in its `*.principal.ts`, by declaration merging, with the function that makes
 * such a principal and the questions about one, and in its `*.names.ts`, by `principalKinds`. Other files don't compare kinds.
 */
export interface PrincipalKinds {
  /** Has shown nothing. */
  ANONYMOUS: true;
  /** The service itself, unasked or for somebody. */
  SERVICE: true;
  /** Has shown a credential that stands for no other kind. */
  OTHER: true;
}

/** For records that others read. What a principal may do is asked of its permissions alone. */
export type PrincipalKind = keyof PrincipalKinds;

/** Who asks. Decided once for each request, job or command; everything after that reads it. */
export interface Principal {
  /** Names who acts in a row or a log line, e.g. `operator:admin`. Never a secret. */
  readonly actor: string;
  readonly kind: PrincipalKind;
  /** The id of the thing it is, e.g. of a partner; null where it is nothing stored. */
  readonly subjectId: string | null;
  /** The actor whose work this is, who owns and pays for what comes of it; null when it acts for itself. */
  readonly onBehalfOf: string | null;
  /** The actor who asked, where it isn't the owner: an agent, in its own requests and in what the service does later for them. */
  readonly requestedBy?: string;
  /** Id of its account, for a customer: it sees all runs and requests of that account, whether it or an agent asked. */
  readonly accountId?: string;
  /** Null for who has shown nothing. */
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

/** The service itself, doing `what` for somebody or for nobody. It holds every permission: its code is what decides there. */
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

/** Whether nobody knows who asks. */
export function isAnonymous({ credential }: Principal): boolean {
  return credential === null;
}

/** Who owns and pays for what a principal brings about. */
export function ownerOf({ actor, onBehalfOf }: Principal): string {
  return onBehalfOf ?? actor;
}

/**
 * Who has asked, where it is told apart for whom: an agent sees what it has asked for itself, and not what others of its owner
 * have, and what the service does later because an agent asked is that agent's as well. For everybody else it is who owns it.
 */
export function requesterOf(principal: Principal): string {
  return principal.requestedBy ?? ownerOf(principal);
}

/**
 * Who could keep a secret that is made by this principal, to be kept beside it: a person, and whoever has issued what they show.
 * The admin token and a shell stand for no person.
 */
export function issuersOf({ actor, subjectId, credential }: Principal): string[] {
  return [...new Set([...(subjectId === null ? [] : [actor]), ...(credential?.issuers ?? [])])];
}

/** Every actor that may be behind what a principal does. */
export function actorsBehind({ actor, onBehalfOf, credential }: Principal): string[] {
  const { issuedBy = null, issuers = [] } = credential ?? {};
  return [...new Set([onBehalfOf, actor, issuedBy, ...issuers])].filter((one) => one !== null);
}

export function can({ permissions }: Principal, permission: Permission): boolean {
  return permissions.has(permission);
}

/** Everything that somebody with these roles may do. */
export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  const granted = new Set<Permission>();
  for (const [permission, { roles: having }] of REGISTRY.permissions) {
    if (having.some((role) => roles.includes(role))) granted.add(permission);
  }
  return granted;
}
