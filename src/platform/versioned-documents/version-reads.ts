import type { CompilableField } from '../graphql/reads/compilable-field.ts';
import type { PageProjection } from '../graphql/reads/page-projection.ts';
import { isoTime, Projection } from '../graphql/reads/projection.ts';
import { compilableRow } from '../graphql/reads/row-projection.ts';
import type { IdKind } from '../ids.ts';
import { type VersionsArgs, versionPages } from './version-pages.ts';

interface VersionReadsOptions {
  /** Name of the version's GraphQL type, e.g. `RoutingPolicy`. */
  typeName: string;
  table: string;
  ids: IdKind;
  /** Name of the query field that lists all versions. */
  list: string;
  /** Name of the query field for one version by its number. */
  one: string;
  /** GraphQL fields in addition to those of every versioned document, with their SQL. */
  ownFields?: Record<string, string>;
}

/** Compiles the two queries over the versions of a document to one statement each. */
export function versionReads({ typeName, table, ids, list, one, ownFields = {} }: VersionReadsOptions): {
  pages: PageProjection<VersionsArgs, { id: string }>;
  reads: Record<string, CompilableField>;
} {
  const version = new Projection({
    typeName,
    row: table,
    fields: {
      id: `${table}.id`,
      number: `${table}.number`,
      document: `${table}.document`,
      sha256: `${table}.sha256`,
      reason: `${table}.reason`,
      publishedBy: `${table}.published_by`,
      publishedAt: isoTime(`${table}.published_at`),
      restoredFrom: `${table}.restored_from`,
      ...ownFields,
    },
  });
  const pages = versionPages(`${typeName}Connection`, version, ids);
  return {
    pages,
    reads: {
      [list]: pages.compilable,
      [one]: compilableRow(version, ({ number }: { number: number }) => ({
        conditions: [`${table}.number = $1`],
        values: [number],
      })),
    },
  };
}
