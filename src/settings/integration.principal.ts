import { CredentialKind, type Principal, permissionsOf } from '../platform/auth/principal.ts';
import type { ViewerFinder } from '../platform/graphql/schema/viewer.ts';

declare module '../platform/auth/principal.ts' {
  interface PrincipalKinds {
    /** A program that authenticates with the integrations inbound secret. */
    INTEGRATION: true;
  }
}

/** Principal of an integration: a server that authenticates with a shared secret, or the demo. @param id e.g. `inbound` */
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

/** Viewer of an integration, which has no name and no expiry. */
export const integrationViewer: ViewerFinder = async () => ({ name: null, roles: ['INTEGRATION'], expiresAt: null });
