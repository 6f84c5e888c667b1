import { p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID } from 'type-graphql';
import type { CredentialNoun } from '../idempotency/key-fields.ts';
import { newId } from '../ids.ts';
import type { IdKind } from '../registry.ts';

/** Columns of a bearer credential of any kind: a customer key, an agent key, an operator token or a partner link. */
export interface BearerKey {
  readonly id: string;
  name?: string | null | undefined;
  hint: string;
  /** Id of the first key in the chain of rotations to which the key belongs. Null counts as the key's own id. */
  lineageId?: string | null | undefined;
  issuedBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt?: Date | null | undefined;
  lastUsedAt?: Date | null | undefined;
  /** Authentication code of the row, for kinds whose keys have one. */
  authenticationCode?: Uint8Array | null | undefined;
}

/** Columns that bearer keys of every kind have. @param issuer name of the column with the issuer */
export const keyColumns = (kind: IdKind, issuer: 'created_by' | 'issued_by') => ({
  id: p
    .string()
    .primary()
    .onCreate(() => newId(kind)),
  name: p.text(),
  // Hash of the token. The token itself is returned once and not stored. It has 196 random bits, so a fast hash is enough.
  tokenHash: p.blob().unique(),
  hint: p.string().length(16),
  // Id of the first key in the chain of rotations to which the key belongs. Null counts as the key's own id.
  lineageId: p.string().nullable(),
  issuedBy: p.string().fieldName(issuer),
  // Actors who could know the token. See `issuersOf`.
  issuers: p.array().default([]),
  createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  expiresAt: p.datetime(3),
  revokedAt: p.datetime(3).nullable(),
  lastUsedAt: p.datetime(3).nullable(),
});

interface KeyFieldOptions {
  isNameOptional?: boolean;
  noun?: CredentialNoun;
}

/** Declares the GraphQL fields that keys of every kind have. */
export function KeyFields({ isNameOptional = false, noun = 'key' }: KeyFieldOptions = {}): ClassDecorator {
  return ({ prototype }) => {
    Field(() => ID, { description: 'Opaque id. Ids sort by time of creation.' })(prototype, 'id');
    Field(() => String, {
      nullable: isNameOptional,
      description: isNameOptional
        ? `Purpose of the ${noun}, as written by its issuer. Null when the ${noun} was issued without a name.`
        : `Purpose of the ${noun}, as written by its issuer.`,
    })(prototype, 'name');
    Field(() => String, { description: `First characters of the secret, to recognise the ${noun} in a list.` })(
      prototype,
      'hint',
    );
    Field(() => String, {
      description: `Actor who issued the ${noun}, e.g. \`operator:op_…\`. That actor can’t approve requests made with it.`,
    })(prototype, 'issuedBy');
    Field(() => GraphQLDateTime, { description: `Time when the ${noun} was issued.` })(prototype, 'createdAt');
    Field(() => GraphQLDateTime, { description: `Time from which the ${noun} is refused, because it has expired.` })(
      prototype,
      'expiresAt',
    );
    Field(() => GraphQLDateTime, {
      nullable: true,
      description: `Time when the ${noun} was revoked. Null when it isn’t revoked.`,
    })(prototype, 'revokedAt');
    Field(() => GraphQLDateTime, {
      nullable: true,
      description: `Time of the last use, to the minute. Null when the ${noun} was never used.`,
    })(prototype, 'lastUsedAt');
  };
}
