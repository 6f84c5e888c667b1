import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';

/** Ways to sign in that an operator uses in addition to the password, or instead of it. */
export const SecondFactor = graphEnum('SecondFactor', 'Second factor of a sign-in.', {
  PASSKEY: 'One or more passkeys, which also replace the password.',
  APP: 'Codes of an authenticator app.',
});
export type SecondFactor = keyof typeof SecondFactor;

/** Maximum number of second factors of an operator: all that exist. */
export const MAX_SECOND_FACTORS = Object.keys(SecondFactor).length;
