import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';

declare module '../platform/auth/principal.ts' {
  interface PrincipalKinds {
    CUSTOMER: true;
  }
}

/** Principal of a customer’s program that uses an API key. */
export function customer(customerId: string, keyId: string, issuers: readonly string[] = []): Principal {
  return {
    actor: `customer:${customerId}`,
    kind: 'CUSTOMER',
    subjectId: customerId,
    accountId: customerId,
    onBehalfOf: null,
    credential: { kind: CredentialKind.BEARER, id: keyId, ...(issuers.length > 0 && { issuers }) },
    permissions: permissionsOf(['CUSTOMER']),
  };
}

/** Customer id in an owner such as `customer:cus_…`. Null for other owners. */
export function customerIdOf(owner: string): string | null {
  const [kind, id = ''] = owner.split(':');
  return kind === 'customer' && id !== '' ? id : null;
}
