import type { ClassType } from 'type-graphql';
import { changed, field, type PayloadField, payloadOf } from '../graphql/schema/payload.ts';
import { alreadyIssuedField, NULL_WHEN_ISSUED } from '../idempotency/key-fields.ts';

export const TOKEN_ISSUED = 'The new key. The token is returned only here.';
export const KEY_ROTATED = 'The new key. Its token is returned only here.';
const KEY_REVOKED = 'The key was revoked.';

/** Declares the payload of a mutation that revokes a key. @param name of the field with the key */
export function revokedPayload<const Name extends string, Key extends object>(
  type: string,
  name: Name,
  key: ClassType<Key>,
) {
  return payloadOf(`Revoked${type}`, KEY_REVOKED, keyField(name, key));
}

/**
 * Declares the payloads of the mutations that issue, rotate and revoke keys of one kind.
 * @param name of the field with the key
 */
export function keyPayloads<const Name extends string, Key extends object>(
  type: string,
  name: Name,
  key: ClassType<Key>,
) {
  const fields = {
    ...keyField(name, key),
    token: field<string | null>(() => String, {
      nullable: true,
      description: `Token to send as \`Authorization: Bearer <token>\`. ${NULL_WHEN_ISSUED}`,
    }),
    alreadyIssued: alreadyIssuedField(),
  };
  return {
    Issued: payloadOf(`Issued${type}`, TOKEN_ISSUED, fields),
    Rotated: payloadOf(`Rotated${type}`, KEY_ROTATED, fields),
    Revoked: revokedPayload(type, name, key),
  };
}

function keyField<const Name extends string, Key extends object>(name: Name, key: ClassType<Key>) {
  return { [name]: changed(() => key) } as { readonly [Field in Name]: PayloadField<Key> };
}
