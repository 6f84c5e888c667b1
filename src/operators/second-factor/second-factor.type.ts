import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';

/** What somebody shows besides the password, or in its place. */
export const SecondFactor = graphEnum('SecondFactor', 'Second factor of a sign-in.', {
  PASSKEY: 'One or more passkeys, which also replace the password.',
  APP: 'Codes of an authenticator app.',
});
export type SecondFactor = keyof typeof SecondFactor;

/** Every one that there is. */
export const MAX_SECOND_FACTORS = Object.keys(SecondFactor).length;
