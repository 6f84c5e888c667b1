import type { ServiceCapability } from '../platform/health/capability.ts';
import type { OidcSettings } from './oidc/oidc.config.ts';

export interface OperatorCapabilitiesOptions {
  oidc: OidcSettings | null;
  /** Ids of the operators who can decide approvals now. */
  approvers(): Promise<readonly string[]>;
}

/** Reports whether operators who can decide approvals exist, and how operators sign in. */
export function operatorCapabilities({ oidc, approvers }: OperatorCapabilitiesOptions): ServiceCapability[] {
  return [
    {
      name: 'approvers',
      group: 'PEOPLE',
      title: 'Approvers',
      description: 'Operators who can decide approvals.',
      check: async () => {
        const { length } = await approvers();
        if (length === 0) {
          return {
            state: 'NOT_CONFIGURED',
            detail: 'No operator can approve requests yet. Until then, the admin token can.',
            remedy: 'Invite an operator with the role APPROVER or ADMIN.',
          };
        }
        return {
          state: 'ON',
          detail:
            length === 1
              ? 'One operator can approve requests, but not their own.'
              : `${length} operators can approve requests.`,
          remedy: length === 1 ? 'Invite a second approver: requesters can’t approve their own requests.' : null,
        };
      },
    },
    {
      name: 'sign-in-by-provider',
      group: 'PEOPLE',
      title: 'Sign-in by OpenID Connect',
      description: 'Operators sign in with the identity provider of their organisation.',
      variables: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
      check: () =>
        oidc
          ? {
              state: 'ON',
              detail: `The sign-in page offers ${oidc.name}, in addition to passwords and passkeys.`,
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'Operators sign in with passwords, passkeys and codes.',
              remedy: 'Register the service with the provider, and set the variables.',
            },
    },
  ];
}

declare module '../platform/health/capability.ts' {
  interface CapabilityGroups {
    PEOPLE: true;
  }
}
