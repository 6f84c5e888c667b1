import { type ClassType, Field, ID, InputType, Int } from 'type-graphql';
import { IdempotencyKeyField } from '../idempotency/key-fields.ts';
import type { KeyedInput } from '../idempotency/request-hash.ts';
import type { Lifetime } from './key-kind.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from './key-rules.ts';

/** Describes a field for the days until a key expires. */
export const lifetimeField = ({ defaultDays, maxDays }: Lifetime) => ({
  nullable: true as const,
  description: `Days until it expires, 1 to ${maxDays}. Default: ${defaultDays}.`,
});

interface Rotation extends KeyedInput {
  overlapHours?: number | null;
  lifetimeDays?: number | null;
}

/** `Rotate…Input`. @param field the name of the field with the id of the key */
export function rotateKeyInput<Id extends string>(
  type: string,
  field: Id,
  lifetime: Lifetime,
): ClassType<Rotation & Record<Id, string>> {
  @InputType(`Rotate${type}Input`, { description: 'The key to replace by another one that may do the same.' })
  class Input implements Rotation {
    @Field(() => Int, {
      nullable: true,
      description: `Hours for which it stays valid beside the new one, 0 to ${MAX_OVERLAP_HOURS}. Default: ${DEFAULT_OVERLAP_HOURS}. Its own expiry is never postponed.`,
    })
    overlapHours?: number | null;

    @Field(() => Int, {
      ...lifetimeField(lifetime),
      description: `Days until the new one expires, 1 to ${lifetime.maxDays}. Default: ${lifetime.defaultDays}.`,
    })
    lifetimeDays?: number | null;

    @IdempotencyKeyField()
    idempotencyKey?: string | null;
  }
  Field(() => ID, { description: 'The key that is replaced. It must not have ended.' })(Input.prototype, field);
  return Input as ClassType<Rotation & Record<Id, string>>;
}

/** `Revoke…Input`. @param field the name of the field with the id of the key */
export function revokeKeyInput<Id extends string>(type: string, field: Id): ClassType<Record<Id, string>> {
  @InputType(`Revoke${type}Input`, { description: 'The key to end.' })
  class Input {}
  Field(() => ID, { description: 'Id of the key. The token is not needed.' })(Input.prototype, field);
  return Input as ClassType<Record<Id, string>>;
}
