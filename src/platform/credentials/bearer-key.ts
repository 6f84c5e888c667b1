import { p } from '@mikro-orm/core';
import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID } from 'type-graphql';
import { newId } from '../ids.ts';
import type { IdKind } from '../registry.ts';

/** A row of a key of any kind: a customer's or an agent's key, an operator's token, a partner's link. */
export interface BearerKey {
  readonly id: string;
  name?: string | null | undefined;
  hint: string;
  /** The first of the keys that replaced each other. Null: this one. */
  lineageId?: string | null | undefined;
  issuedBy: string;
  createdAt: Date;
  expiresAt: Date;
  revokedAt?: Date | null | undefined;
  lastUsedAt?: Date | null | undefined;
}

/** Columns that keys of every kind have. @param issuer the column of who issued it, which has two names */
export const keyColumns = (kind: IdKind, issuer: 'created_by' | 'issued_by') => ({
  id: p
    .string()
    .primary()
    .onCreate(() => newId(kind)),
  name: p.text(),
  // The token is returned once and not stored. It has 196 random bits, so a fast hash is enough.
  tokenHash: p.blob().unique(),
  hint: p.string().length(16),
  // Null in rows of releases whose keys of this kind could not be rotated.
  lineageId: p.string().nullable(),
  issuedBy: p.string().fieldName(issuer),
  // Persons who could have kept the token: see `issuersOf`.
  issuers: p.array().default([]),
  createdAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  expiresAt: p.datetime(3),
  revokedAt: p.datetime(3).nullable(),
  lastUsedAt: p.datetime(3).nullable(),
});

/** Declares the GraphQL fields that keys of every kind have. */
export function KeyFields({ isNameOptional = false }: { isNameOptional?: boolean } = {}): ClassDecorator {
  return ({ prototype }) => {
    Field(() => ID, { description: 'Opaque id. Ids sort by time of creation.' })(prototype, 'id');
    Field(() => String, {
      nullable: isNameOptional,
      description: isNameOptional
        ? 'Its purpose, as its issuer named it. Null when it was issued without a name.'
        : 'Its purpose, as its issuer named it.',
    })(prototype, 'name');
    Field(() => String, { description: 'The first characters of the token.' })(prototype, 'hint');
    Field(() => String, {
      description: 'The actor who issued it, e.g. `operator:op_…`. That actor can’t approve what is requested with it.',
    })(prototype, 'issuedBy');
    Field(() => GraphQLDateTime, { description: 'Time of issue.' })(prototype, 'createdAt');
    Field(() => GraphQLDateTime, { description: 'Time from which it is refused.' })(prototype, 'expiresAt');
    Field(() => GraphQLDateTime, { nullable: true, description: 'Time of revocation. Null: not revoked.' })(
      prototype,
      'revokedAt',
    );
    Field(() => GraphQLDateTime, { nullable: true, description: 'Time of the last use, to the minute.' })(
      prototype,
      'lastUsedAt',
    );
  };
}
