import type { Facility } from '../platform/health/facility.ts';
import type { OidcSettings } from './oidc/oidc.config.ts';

export interface OperatorCapabilitiesOptions {
  oidc: OidcSettings | null;
  /** The ids of who may decide approvals now. */
  approvers(): Promise<readonly string[]>;
}

/** How people come in, and whether there is anybody to decide. */
export function operatorFacilities({ oidc, approvers }: OperatorCapabilitiesOptions): Facility[] {
  return [
    {
      name: 'approvers',
      group: 'PEOPLE',
      title: 'People who approve',
      description: 'Who may decide about what is held until somebody has looked at it.',
      look: async () => {
        const { length } = await approvers();
        if (length === 0) {
          return {
            state: 'NOT_CONFIGURED',
            detail: 'There is no approver yet. Until there is, the admin token can approve.',
            remedy: 'Invite an operator with the role APPROVER or ADMIN.',
          };
        }
        return {
          state: 'ON',
          detail:
            length === 1
              ? 'One person may. Nobody decides about what they have asked for themselves.'
              : `${length} people may.`,
          remedy: length === 1 ? 'Invite a second one: who asks never approves.' : null,
        };
      },
    },
    {
      name: 'sign-in-by-provider',
      group: 'PEOPLE',
      title: 'Sign-in by OpenID Connect',
      description: 'People who run the service come in by the provider of their organisation.',
      variables: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
      look: () =>
        oidc
          ? {
              state: 'ON',
              detail: `The sign-in page offers ${oidc.name}, beside passwords and passkeys.`,
              remedy: null,
            }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'People sign in with passwords, passkeys and codes.',
              remedy: 'Register the service with the provider, and name it.',
            },
    },
  ];
}

declare module '../platform/health/facility.ts' {
  interface FacilityGroups {
    PEOPLE: true;
  }
}
