import { type ClassType, Field, ID, InputType, Int } from 'type-graphql';
import { type CredentialNoun, IdempotencyKeyField } from '../idempotency/key-fields.ts';
import type { KeyedInput } from '../idempotency/request-hash.ts';
import type { Lifetime } from './key-kind.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from './key-rules.ts';

/** Options of the input field with the days until a key expires. */
export const lifetimeField = ({ defaultDays, maxDays }: Lifetime) => ({
  nullable: true as const,
  description: `Days until expiry, 1 to ${maxDays}. Default: ${defaultDays}.`,
});

interface Rotation extends KeyedInput {
  overlapHours?: number | null;
  lifetimeDays?: number | null;
}

/** Declares `Rotate…Input`. @param field name of the input field with the id of the key */
export function rotateKeyInput<Id extends string>(
  type: string,
  field: Id,
  lifetime: Lifetime,
  noun: CredentialNoun,
): ClassType<Rotation & Record<Id, string>> {
  @InputType(`Rotate${type}Input`, { description: `The ${noun} to replace by a new one with equal permissions.` })
  class Input implements Rotation {
    @Field(() => Int, {
      nullable: true,
      description: `Hours for which the old ${noun} stays valid next to the new one, 0 to ${MAX_OVERLAP_HOURS}. Default: ${DEFAULT_OVERLAP_HOURS}. The overlap never extends the old ${noun}’s own expiry.`,
    })
    overlapHours?: number | null;

    @Field(() => Int, {
      ...lifetimeField(lifetime),
      description: `Days until the new ${noun} expires, 1 to ${lifetime.maxDays}. Default: ${lifetime.defaultDays}.`,
    })
    lifetimeDays?: number | null;

    @IdempotencyKeyField()
    idempotencyKey?: string | null;
  }
  Field(() => ID, { description: `Id of the ${noun} to replace, which must not be expired or revoked.` })(
    Input.prototype,
    field,
  );
  return Input as ClassType<Rotation & Record<Id, string>>;
}

/** Declares `Revoke…Input`. @param field name of the input field with the id of the key */
export function revokeKeyInput<Id extends string>(
  type: string,
  field: Id,
  noun: CredentialNoun,
): ClassType<Record<Id, string>> {
  @InputType(`Revoke${type}Input`, { description: `The ${noun} to revoke.` })
  class Input {}
  Field(() => ID, { description: `Id of the ${noun}, as in lists. Its secret isn’t needed.` })(Input.prototype, field);
  return Input as ClassType<Record<Id, string>>;
}
