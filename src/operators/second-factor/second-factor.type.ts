import { registerEnumType } from 'type-graphql';

/** What somebody shows besides the password, or in its place. */
export const SecondFactor = { PASSKEY: 'PASSKEY', APP: 'APP' } as const;
export type SecondFactor = (typeof SecondFactor)[keyof typeof SecondFactor];
registerEnumType(SecondFactor, {
  name: 'SecondFactor',
  description: 'What somebody shows besides the password.',
  valuesConfig: {
    PASSKEY: { description: 'One passkey or several, which stand in for the password as well.' },
    APP: { description: 'The codes of an app.' },
  },
});

/** Every one that there is. */
export const MAX_SECOND_FACTORS = Object.keys(SecondFactor).length;
