import { NAMES, type Permission } from '../names.ts';
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
 * What sort of caller it is, as far as the credential tells. For records that others read; what somebody may do is asked of the
 * permissions alone. It is judged in this file only, and everywhere else by what stands below.
 */
export const PrincipalKind = {
  /** Has shown nothing. */
  ANONYMOUS: 'ANONYMOUS',
  INTEGRATION: 'INTEGRATION',
  PARTNER: 'PARTNER',
  CUSTOMER: 'CUSTOMER',
  /** A machine that acts for a customer or a person. It may ask for approval, and never give it. */
  AGENT: 'AGENT',
  OPERATOR: 'OPERATOR',
  /** The service itself, unasked or for somebody. */
  SERVICE: 'SERVICE',
  /** Has shown a credential that stands for none of these. */
  OTHER: 'OTHER',
} as const;
export type PrincipalKind = (typeof PrincipalKind)[keyof typeof PrincipalKind];

/** Who asks. Decided once for each request, job or command; everything after that reads it. */
export interface Principal {
  /** Names who acts in a row or a log line, e.g. `operator:admin`. Never a secret. */
  readonly actor: string;
  readonly kind: PrincipalKind;
  /** The id of the thing it is, e.g. of a partner; null where it is nothing stored. */
  readonly subjectId: string | null;
  /** The actor whose work this is, who owns and pays for what comes of it; null when it acts for itself. */
  readonly onBehalfOf: string | null;
  /** Of work of the service itself: the actor who has asked for it, where that is another than whose work it is. */
  readonly askedBy?: string;
  /** Null for who has shown nothing. */
  readonly credential: Credential | null;
  readonly permissions: ReadonlySet<Permission>;
}

export const ANONYMOUS: Principal = {
  actor: 'anonymous',
  kind: PrincipalKind.ANONYMOUS,
  subjectId: null,
  onBehalfOf: null,
  credential: null,
  permissions: new Set(),
};

/** A person who runs the service, by whatever they have shown: the same actor by session and by token. */
export function person(id: string, permissions: ReadonlySet<Permission>, credential: Credential): Principal {
  return {
    actor: `operator:${id}`,
    kind: PrincipalKind.OPERATOR,
    subjectId: id,
    onBehalfOf: null,
    credential,
    permissions,
  };
}

/** An operator without a row in the database: the caller with the admin token. */
export function operator(id: string, roles: readonly Role[]): Principal {
  return {
    actor: `operator:${id}`,
    kind: PrincipalKind.OPERATOR,
    subjectId: null,
    onBehalfOf: null,
    credential: { kind: CredentialKind.BEARER, id },
    permissions: permissionsOf(roles),
  };
}

/** A program of ours. */
export function integration(id: string): Principal {
  return {
    actor: `integration:${id}`,
    kind: PrincipalKind.INTEGRATION,
    subjectId: null,
    onBehalfOf: null,
    credential: { kind: CredentialKind.BEARER, id },
    permissions: permissionsOf(['INTEGRATION']),
  };
}

/** Whoever follows a partner's link. */
export function partner(partnerId: string, tokenId: string): Principal {
  return {
    actor: `partner:${partnerId}`,
    kind: PrincipalKind.PARTNER,
    subjectId: partnerId,
    onBehalfOf: null,
    credential: { kind: CredentialKind.LINK, id: tokenId },
    permissions: permissionsOf(['PARTNER']),
  };
}

/** A program of a customer. */
export function customer(customerId: string, keyId: string, issuers: readonly string[] = []): Principal {
  return {
    actor: `customer:${customerId}`,
    kind: PrincipalKind.CUSTOMER,
    subjectId: customerId,
    onBehalfOf: null,
    credential: { kind: CredentialKind.BEARER, id: keyId, ...(issuers.length > 0 && { issuers }) },
    permissions: permissionsOf(['CUSTOMER']),
  };
}

/** A machine, doing what it was given to do for its owner, e.g. `customer:cus_…`, who owns and pays for what comes of it. */
export function agent(agentId: string, keyId: string, owner: string): Principal {
  return {
    actor: `agent:${agentId}`,
    kind: PrincipalKind.AGENT,
    subjectId: agentId,
    onBehalfOf: owner,
    credential: { kind: CredentialKind.BEARER, id: keyId },
    permissions: permissionsOf(['AGENT']),
  };
}

/** The service itself, doing `what` for somebody or for nobody. It holds every permission: its code is what decides there. */
export function internal(what: string, onBehalfOf: string | null = null, askedBy: string | null = null): Principal {
  return {
    ...(askedBy !== null && { askedBy }),
    actor: what,
    kind: PrincipalKind.SERVICE,
    subjectId: null,
    onBehalfOf,
    credential: { kind: CredentialKind.INTERNAL, id: what },
    permissions: new Set(NAMES.permissions.keys()),
  };
}

/** Whether nobody knows who asks. */
export function isAnonymous({ credential }: Principal): boolean {
  return credential === null;
}

/** The id of the customer whose key was shown; null for everybody else, who may act for a customer all the same. */
export function customerAsking({ kind, subjectId }: Principal): string | null {
  return kind === PrincipalKind.CUSTOMER ? subjectId : null;
}

/** The id of the agent that asks; null for whoever is none. */
export function agentAsking({ kind, subjectId }: Principal): string | null {
  return kind === PrincipalKind.AGENT ? subjectId : null;
}

/** True for an operator: a stored person, or the caller with the admin token. */
export function isOperator({ kind }: Principal): boolean {
  return kind === PrincipalKind.OPERATOR;
}

/** Who owns and pays for what a principal brings about. */
export function ownerOf({ actor, onBehalfOf }: Principal): string {
  return onBehalfOf ?? actor;
}

/**
 * Who has asked, where it is told apart for whom: an agent sees what it has asked for itself, and not what others of its owner
 * have, and what the service does later because an agent asked is that agent's as well. For everybody else it is who owns it.
 */
export function askerOf(principal: Principal): string {
  if (principal.askedBy !== undefined) return principal.askedBy;
  return agentAsking(principal) === null ? ownerOf(principal) : principal.actor;
}

/** The id of the customer that an owner is; null for whoever is none. */
export function customerIdOf(owner: string): string | null {
  const [kind, id = ''] = owner.split(':');
  return kind === 'customer' && id !== '' ? id : null;
}

/**
 * Who could keep a secret that is made by this principal, to be kept beside it: a person, and whoever has issued what they show.
 * The admin token and a shell stand for no person.
 */
export function issuersOf({ actor, subjectId, credential }: Principal): string[] {
  return [...new Set([...(subjectId === null ? [] : [actor]), ...(credential?.issuers ?? [])])];
}

/** Every actor that may be behind what a principal does. */
export function behind({ actor, onBehalfOf, credential }: Principal): string[] {
  const { issuedBy = null, issuers = [] } = credential ?? {};
  return [...new Set([onBehalfOf, actor, issuedBy, ...issuers])].filter((one) => one !== null);
}

export function can({ permissions }: Principal, permission: Permission): boolean {
  return permissions.has(permission);
}

/** Everything that somebody with these roles may do. */
export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  const granted = new Set<Permission>();
  for (const [permission, { roles: having }] of NAMES.permissions) {
    if (having.some((role) => roles.includes(role))) granted.add(permission);
  }
  return granted;
}
