import { Field } from 'type-graphql';
import { field } from '../graphql/schema/payload.ts';

/** Declares the field `idempotencyKey` in the input of a mutation that issues an object. */
export function IdempotencyKeyField(): PropertyDecorator {
  return Field(() => String, {
    nullable: true,
    description:
      '1 to 255 printable characters. Repeating the key with the same input within 24 hours issues nothing: the payload has `alreadyIssued: true` and the current object. The header `Idempotency-Key` does the same for an operation with one mutation.',
  });
}

/** Description of the field `alreadyIssued`. */
export const ALREADY_ISSUED =
  'True if an earlier request with this idempotency key issued the object. This request changed nothing.';

/** Noun for a kind of credential in API descriptions. */
export type CredentialNoun = 'key' | 'token' | 'link' | 'secret';

/** Last sentence in the description of a secret that is returned only once. */
export const nullWhenIssued = (noun: CredentialNoun) =>
  `Null when \`alreadyIssued\` is true: rotate the ${noun} to get a new one.`;

/** Declares the field `alreadyIssued`, which is true for a repeated request. */
export const alreadyIssuedField = () => field<boolean>(() => Boolean, { description: ALREADY_ISSUED });
