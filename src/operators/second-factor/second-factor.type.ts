import { graphEnum } from '../../platform/graphql/schema/graph-enum.ts';

/** What somebody shows besides the password, or in its place. */
export const SecondFactor = graphEnum('SecondFactor', 'What somebody shows besides the password.', {
  PASSKEY: 'One passkey or several, which stand in for the password as well.',
  APP: 'The codes of an app.',
});
export type SecondFactor = keyof typeof SecondFactor;

/** Every one that there is. */
export const MAX_SECOND_FACTORS = Object.keys(SecondFactor).length;
