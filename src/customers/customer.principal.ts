import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';
import { CaseAccess, withinCaseAccess } from './case-access.ts';

declare module '../platform/auth/principal.ts' {
  interface PrincipalKinds {
    CUSTOMER: true;
  }
}

/** Principal of a customer’s program that uses an API key. */
export function customer(
  customerId: string,
  keyId: string,
  { issuers = [], caseAccess = CaseAccess.NONE }: { issuers?: readonly string[]; caseAccess?: CaseAccess } = {},
): Principal {
  return {
    actor: `customer:${customerId}`,
    kind: 'CUSTOMER',
    subjectId: customerId,
    accountId: customerId,
    onBehalfOf: null,
    credential: { kind: CredentialKind.BEARER, id: keyId, ...(issuers.length > 0 && { issuers }) },
    permissions: withinCaseAccess(permissionsOf(['CUSTOMER']), caseAccess),
  };
}

/** Customer id in an owner such as `customer:cus_…`. Null for other owners. */
export function customerIdOf(owner: string): string | null {
  const [kind, id = ''] = owner.split(':');
  return kind === 'customer' && id !== '' ? id : null;
}
