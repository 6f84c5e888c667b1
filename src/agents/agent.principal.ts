import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';

declare module '../platform/auth/principal.ts' {
  interface PrincipalKinds {
    /** A program that acts for a customer or an operator. It can request approvals and never approve. */
    AGENT: true;
  }
}

/** Principal of an agent. The agent acts for its owner, e.g. `customer:cus_…`, who owns the results and pays for them. */
export function agent(agentId: string, keyId: string, owner: string): Principal {
  const actor = `agent:${agentId}`;
  return {
    actor,
    kind: 'AGENT',
    subjectId: agentId,
    onBehalfOf: owner,
    requestedBy: actor,
    credential: { kind: CredentialKind.BEARER, id: keyId },
    permissions: permissionsOf(['AGENT']),
  };
}

/** Id of the calling agent. Null for other callers. */
export function callingAgentId({ kind, subjectId }: Principal): string | null {
  return kind === 'AGENT' ? subjectId : null;
}
