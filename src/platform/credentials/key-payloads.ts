import type { ClassType } from 'type-graphql';
import { changed, field, type PayloadField, payloadOf } from '../graphql/schema/payload.ts';
import { alreadyIssuedField, type CredentialNoun, nullWhenIssued } from '../idempotency/key-fields.ts';

/** Description of a payload field with a new credential. */
export const newCredential = (noun: CredentialNoun) => `The new ${noun}. Its secret is returned only here.`;

/** Declares the payload of a mutation that revokes a key. @param name of the payload field with the key */
export function revokedPayload<const Name extends string, Key extends object>(
  type: string,
  name: Name,
  key: ClassType<Key>,
  noun: CredentialNoun,
) {
  return payloadOf(`Revoked${type}`, `The ${noun} was revoked.`, keyField(name, key));
}

/**
 * Declares the payloads of the mutations that issue, rotate and revoke keys of one kind.
 * @param name of the payload field with the key
 */
export function keyPayloads<const Name extends string, Key extends object>(
  type: string,
  name: Name,
  key: ClassType<Key>,
  noun: CredentialNoun,
) {
  const fields = {
    ...keyField(name, key),
    token: field<string | null>(() => String, {
      nullable: true,
      description: `Token to send as \`Authorization: Bearer <token>\`. ${nullWhenIssued(noun)}`,
    }),
    alreadyIssued: alreadyIssuedField(),
  };
  return {
    Issued: payloadOf(`Issued${type}`, newCredential(noun), fields),
    Rotated: payloadOf(`Rotated${type}`, newCredential(noun), fields),
    Revoked: revokedPayload(type, name, key, noun),
  };
}

function keyField<const Name extends string, Key extends object>(name: Name, key: ClassType<Key>) {
  return { [name]: changed(() => key) } as { readonly [Field in Name]: PayloadField<Key> };
}
