import { readFileSync } from 'node:fs';
import { z } from 'zod';

const ID = z.string().regex(/^[\w:.-]{1,128}$/, 'An id must have 1 to 128 letters, digits or `_`, `-`, `:`, `.`');
const ById = z.record(ID, z.string());
const OfApollo = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: ID, body: z.string() })),
});

/** Texts of GraphQL documents by their ids. */
export type DocumentManifest = ReadonlyMap<string, string>;

/**
 * Reads a file of GraphQL documents: an object of texts by ids, as graphql-codegen and Relay write it, or Apollo's manifest.
 * @throws Error that describes the fault of the file in a sentence
 */
export function readDocumentManifest(file: string): DocumentManifest {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file} isn't readable as JSON`, { cause });
  }
  const isApollos = typeof json === 'object' && json !== null && 'format' in json;
  const parsed = isApollos ? OfApollo.safeParse(json) : ById.safeParse(json);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new Error(`${file} isn't a list of documents by id: at "${path.join('.')}", ${message}`);
  }
  return new Map(
    'operations' in parsed.data && isApollos ? entriesOf(parsed.data as Apollos) : Object.entries(parsed.data),
  );
}

type Apollos = z.output<typeof OfApollo>;

const entriesOf = ({ operations }: Apollos) => operations.map(({ id, body }): [string, string] => [id, body]);
