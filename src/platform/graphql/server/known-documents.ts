import { GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { ConfigError } from '../../config/config.ts';
import type { DocumentManifest } from './document-manifest.ts';
import { operationLimits } from './limits.ts';

/** Documents that are named before the rest is counted: nobody reads a hundred. */
const MOST_NAMED = 10;
const WHAT_TO_DO =
  'Write the file anew from the schema of this version (`schema/schema.graphql`), or take the document out of it.';

/**
 * Holds the documents that the operator has listed against the schema, by the rules that requests are held to: one that does
 * not fit would be refused whenever it is asked for, and its callers have no other. @throws ConfigError that names them
 */
export function assertKnownDocuments(schema: GraphQLSchema, known: DocumentManifest): void {
  const mistakes = [...known].flatMap(([id, text]) => {
    const mistake = mistakeIn(schema, text);
    return mistake === null
      ? []
      : [`PERSISTED_DOCUMENTS: the document \`${id}\` does not fit the schema: ${mistake} ${WHAT_TO_DO}`];
  });
  if (mistakes.length === 0) return;
  const more = mistakes.length - MOST_NAMED;
  throw new ConfigError([
    ...mistakes.slice(0, MOST_NAMED),
    ...(more > 0 ? [`PERSISTED_DOCUMENTS: ${more} more documents do not fit the schema.`] : []),
  ]);
}

/** What is wrong first, in a sentence. */
function mistakeIn(schema: GraphQLSchema, text: string): string | null {
  try {
    const [error] = validate(schema, parse(text), [...specifiedRules, operationLimits], { maxErrors: 1 });
    return error?.message ?? null;
  } catch (error) {
    if (error instanceof GraphQLError) return error.message;
    throw error;
  }
}
