import { p } from '@mikro-orm/core';
import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int } from 'type-graphql';
import { Sha256 } from '../graphql/schema/scalars.ts';

/** What the table of a versioned document has, its own columns apart. Its migration takes UPDATE, DELETE and TRUNCATE from everybody. */
export const versionColumns = <Document>() => ({
  id: p.string().primary(),
  number: p.integer().unique(),
  document: p.json<Document>(),
  sha256: p.string().length(64),
  reason: p.text(),
  publishedBy: p.string(),
  // The version whose document this is, where somebody went back to it.
  restoredFrom: p.integer().nullable(),
});

interface VersionWords {
  /** The mutation that takes such a document. */
  publishedBy: string;
  /** What there is to say of the number, beside that it counts. */
  number?: string;
}

/** The fields of GraphQL for these columns. A decorator, because an entity has a base class already. */
export function VersionFields({ publishedBy, number }: VersionWords): ClassDecorator {
  return ({ prototype }) => {
    const field = (name: string, type: () => object, description?: string, isNullable = false) =>
      Field(type as () => typeof String, { ...(description && { description }), nullable: isNullable })(
        prototype,
        name,
      );
    field('id', () => ID);
    field('number', () => Int, `Counts from 1, without holes.${number ? ` ${number}` : ''}`);
    field(
      'document',
      () => GraphQLJSONObject,
      `All of it, in the form that \`${publishedBy}\` takes: edit it and publish what comes of it.`,
    );
    field('sha256', () => Sha256, 'Of the document as canonical JSON (RFC 8785) in UTF-8.');
    field('reason', () => String, 'Why it was published, in the words of who did.');
    field('publishedBy', () => String, 'Who acted, e.g. `operator:admin`; `service` for what the service began with.');
    field(
      'publishedAt',
      () => GraphQLDateTime,
      'In force from then until the next version. By the clock of the database.',
    );
    field(
      'restoredFrom',
      () => Int,
      'The number of the earlier version that somebody went back to. Null for one that was edited.',
      true,
    );
  };
}
