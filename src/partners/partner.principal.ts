import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';

declare module '../platform/auth/principal.ts' {
  interface PrincipalKinds {
    PARTNER: true;
  }
}

/** Principal of a visitor who opens the link of a partner. */
export function partner(partnerId: string, tokenId: string, issuers: readonly string[] = []): Principal {
  return {
    actor: `partner:${partnerId}`,
    kind: 'PARTNER',
    subjectId: partnerId,
    onBehalfOf: null,
    credential: { kind: CredentialKind.LINK, id: tokenId, ...(issuers.length > 0 && { issuers }) },
    permissions: permissionsOf(['PARTNER']),
  };
}
