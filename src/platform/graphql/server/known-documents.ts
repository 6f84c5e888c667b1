import { GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { ConfigError } from '../../config/config.ts';
import type { DocumentManifest } from './document-manifest.ts';
import { operationLimits } from './limits.ts';

/** Maximum number of invalid documents that the error lists. */
const MOST_NAMED = 10;
const WHAT_TO_DO =
  "Generate the file again from this version's schema (`schema/schema.graphql`), or remove the document from it.";

/**
 * Validates the documents that the operator listed against the schema, with the rules for requests. An invalid one would be
 * refused at every request.
 * @throws ConfigError that names the invalid documents
 */
export function assertKnownDocuments(schema: GraphQLSchema, known: DocumentManifest): void {
  const mistakes = [...known].flatMap(([id, text]) => {
    const mistake = firstErrorIn(schema, text);
    return mistake === null
      ? []
      : [`PERSISTED_DOCUMENTS: the document \`${id}\` doesn't fit the schema: ${mistake} ${WHAT_TO_DO}`];
  });
  if (mistakes.length === 0) return;
  const more = mistakes.length - MOST_NAMED;
  throw new ConfigError([
    ...mistakes.slice(0, MOST_NAMED),
    ...(more > 0 ? [`PERSISTED_DOCUMENTS: ${more} more documents don't fit the schema.`] : []),
  ]);
}

/** Describes the first fault of a document in a sentence. Null for a valid document. */
function firstErrorIn(schema: GraphQLSchema, text: string): string | null {
  try {
    const [error] = validate(schema, parse(text), [...specifiedRules, operationLimits], { maxErrors: 1 });
    return error?.message ?? null;
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
    throw error;
  }
}
