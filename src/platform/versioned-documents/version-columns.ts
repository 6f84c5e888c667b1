import { p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int } from 'type-graphql';
import { Sha256 } from '../graphql/schema/scalars.ts';

/**
 * Columns that all tables of versioned documents share. The migrations of these tables revoke UPDATE, DELETE and TRUNCATE from
 * the database account that runs the migrations.
 */
export const versionColumns = <Document>() => ({
  id: p.string().primary(),
  number: p.integer().unique(),
  document: p.json<Document>(),
  sha256: p.string().length(64),
  reason: p.text(),
  publishedBy: p.string(),
  // Number of the earlier version whose document was restored. Null for an edited document.
  restoredFrom: p.integer().nullable(),
});

interface VersionWords {
  /** Name of the mutation that publishes the document. */
  publishedBy: string;
  /** Text that is added to the description of the field `number`. */
  number?: string;
}

/** Adds the GraphQL fields of `versionColumns`. A decorator, because an entity already has a base class. */
export function VersionFields({ publishedBy, number }: VersionWords): ClassDecorator {
  return ({ prototype }) => {
    const field = (name: string, type: () => object, description?: string, isNullable = false) =>
      Field(type as () => typeof String, { ...(description && { description }), nullable: isNullable })(
        prototype,
        name,
      );
    field('id', () => ID, 'Id of the version.');
    field('number', () => Int, `Version number, counted from 1 without gaps.${number ? ` ${number}` : ''}`);
    field(
      'document',
      () => GraphQLJSONObject,
      `The complete document of this version. To change it, edit this value and send it to \`${publishedBy}\`.`,
    );
    field('sha256', () => Sha256, 'SHA-256 of the document as canonical JSON (RFC 8785) in UTF-8.');
    field('reason', () => String, 'Reason for this version, as given by the publisher.');
    field(
      'publishedBy',
      () => String,
      'Actor who published the version, e.g. `operator:admin`; for a held change, its requester. `service` for versions that the service published itself, such as the first.',
    );
    field(
      'publishedAt',
      () => GraphQLDateTime,
      "Time of publication, by the database's clock. The version is in force until the next one.",
    );
    field('restoredFrom', () => Int, 'Number of the restored version. Null for an edited document.', true);
  };
}
