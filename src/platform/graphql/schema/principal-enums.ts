import { registerEnumType } from 'type-graphql';
import { CredentialKind, PrincipalKind } from '../../auth/principal.ts';

registerEnumType(PrincipalKind, {
  name: 'PrincipalKind',
  description: 'What sort of caller it is, as far as the credential tells.',
});
registerEnumType(CredentialKind, {
  name: 'CredentialKind',
  description: 'How a caller has shown who it is.',
  valuesConfig: {
    SESSION: { description: 'The cookie of somebody who has signed in.' },
    INTERNAL: { description: 'None: it is the service itself.' },
  },
});

export { CredentialKind, PrincipalKind };
