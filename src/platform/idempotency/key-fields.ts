import { Field } from 'type-graphql';
import { field } from '../graphql/schema/payload.ts';

/** Declares `idempotencyKey` of the input of a mutation that issues something. */
export function IdempotencyKeyField(): PropertyDecorator {
  return Field(() => String, {
    nullable: true,
    description:
      '1 to 255 printable characters. The same key with the same input issues nothing again for 24 hours: the answer has `alreadyIssued: true` and the object as it is now. The header `Idempotency-Key` does the same for an operation with one mutation.',
  });
}

/** Description of `alreadyIssued`. */
export const ALREADY_ISSUED =
  'True when an earlier request with this idempotency key has issued it. Nothing was changed now.';

/** End of the description of a secret. */
export const NULL_WHEN_ISSUED = 'Null when `alreadyIssued`: rotate the key for a new secret.';

/** Field of a payload that says whether it is a replay. */
export const alreadyIssuedField = () => field<boolean>(() => Boolean, { description: ALREADY_ISSUED });
