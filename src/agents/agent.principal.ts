import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';

declare module '../platform/auth/principal.ts' {
  interface PrincipalKinds {
    /** A machine that acts for a customer or a person. It may ask for approval, and never give it. */
    AGENT: true;
  }
}

/** A machine, doing what it was given to do for its owner, e.g. `customer:cus_…`, who owns and pays for what comes of it. */
export function agent(agentId: string, keyId: string, owner: string): Principal {
  const actor = `agent:${agentId}`;
  return {
    actor,
    kind: 'AGENT',
    subjectId: agentId,
    onBehalfOf: owner,
    askedBy: actor,
    credential: { kind: CredentialKind.BEARER, id: keyId },
    permissions: permissionsOf(['AGENT']),
  };
}

/** The id of the agent that asks; null for other callers. */
export function agentAsking({ kind, subjectId }: Principal): string | null {
  return kind === 'AGENT' ? subjectId : null;
}
