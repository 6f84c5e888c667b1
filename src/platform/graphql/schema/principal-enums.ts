import { CredentialKind, type PrincipalKind } from '../../auth/principal.ts';
import { DeclaredEnum } from './declared-enum.ts';
import { describeEnum } from './graph-enum.ts';

export const principalKinds = new DeclaredEnum<PrincipalKind>(
  'PrincipalKind',
  'Kind of caller, as identified by the credential.',
);
principalKinds.declare('ANONYMOUS', 1, 'A caller without a credential.');
principalKinds.declare('SERVICE', 7, 'The service itself.');
principalKinds.declare('OTHER', 8, 'A caller whose credential belongs to no other kind.');

describeEnum(CredentialKind, 'CredentialKind', 'Kind of credential that a caller used.', {
  BEARER: 'Token in the `Authorization` header.',
  LINK: 'Token in the path of a link.',
  SESSION: 'Cookie of a user who signed in.',
  INTERNAL: 'No credential: the service itself acted.',
});

export { CredentialKind, type PrincipalKind };
