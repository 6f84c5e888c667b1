import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';

declare module '../platform/auth/principal.ts' {
  interface PrincipalKinds {
    /** Program that sends the integrations inbound secret. */
    INTEGRATION: true;
  }
}

/** Principal of an integration. */
export function integration(id: string): Principal {
  return {
    actor: `integration:${id}`,
    kind: 'INTEGRATION',
    subjectId: null,
    onBehalfOf: null,
    credential: { kind: CredentialKind.BEARER, id },
    permissions: permissionsOf(['INTEGRATION']),
  };
}

/** For `viewer`: only the kind of an integration is known. */
export const integrationViewer: ViewerFinder = async () => ({ name: null, roles: ['INTEGRATION'], expiresAt: null });
