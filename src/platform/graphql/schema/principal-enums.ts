import { CredentialKind, type PrincipalKind } from '../../auth/principal.ts';
import { DeclaredEnum } from './declared-enum.ts';
import { describeEnum } from './graph-enum.ts';

export const principalKinds = new DeclaredEnum<PrincipalKind>(
  'PrincipalKind',
  'What sort of caller it is, as far as the credential tells.',
);
principalKinds.declare('ANONYMOUS', 1);
principalKinds.declare('SERVICE', 7);
principalKinds.declare('OTHER', 8);

describeEnum(CredentialKind, 'CredentialKind', 'Kind of credential that a caller used.', {
  SESSION: 'Cookie of a signed-in user.',
  INTERNAL: 'None: the service itself acted.',
});

export { CredentialKind, type PrincipalKind };
