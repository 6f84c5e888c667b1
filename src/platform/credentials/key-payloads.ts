import { type ClassType, Field, ObjectType } from 'type-graphql';
import type { IssuedKey } from './key-service.ts';

const PARTIAL = 'Null when it could only be read in part.';

/** `Issued…` and `Rotated…`: payloads of mutations that return a token. @param field the name of the field with the key */
export function tokenPayloads<Key extends object>(type: string, field: string, key: ClassType<Key>) {
  const payload = (name: string, description: string) => {
    @ObjectType(name, { description })
    class Payload {
      @Field(() => String, { description: 'Send it as `Authorization: Bearer <token>`.' })
      readonly token: string;

      constructor(issued: IssuedKey<Key>) {
        Object.assign(this, { [field]: issued.key });
        this.token = issued.token;
      }
    }
    Field(() => key, { nullable: true, description: PARTIAL })(Payload.prototype, field);
    return Payload;
  };
  return {
    Issued: payload(`Issued${type}`, 'The token is returned here and never again.'),
    Rotated: payload(`Rotated${type}`, 'The new key. Its token is returned here and never again.'),
  };
}

/** `Revoked…`: the payload of a mutation that ends a key. @param field the name of the field with the key */
export function revokedPayload<Key extends object>(type: string, field: string, key: ClassType<Key>) {
  @ObjectType(`Revoked${type}`, { description: 'The key has ended.' })
  class Payload {
    constructor(revoked: Key) {
      Object.assign(this, { [field]: revoked });
    }
  }
  Field(() => key, { nullable: true, description: PARTIAL })(Payload.prototype, field);
  return Payload;
}
