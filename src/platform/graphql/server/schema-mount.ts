import type { GraphQLSchema } from 'graphql';
import { sendTagged } from '../../http/etag.ts';
import { type MethodDocs, REVALIDATED, sameAsBefore } from '../../http/method-docs.ts';
import { type Mount, readOnly } from '../../http/mount.ts';
import { schemaText } from '../schema/schema-text.ts';
import { GRAPHQL_TAG } from './graphql.docs.ts';

const schemaDocs: MethodDocs = {
  name: 'schema',
  tag: GRAPHQL_TAG,
  summary: 'The GraphQL schema',
  description: 'Returns the schema as text for code generators. Not available when introspection is disabled.',
  takes: ['If-None-Match'],
  example: {},
  answers: {
    200: {
      description: 'Schema in the GraphQL schema language.',
      headers: REVALIDATED,
      content: { 'text/plain': { text: 'type Query {\n  health: Health!\n}\n' } },
    },
    304: sameAsBefore(),
  },
};

/** Serves the schema as text, for code generators. */
export function schemaMount(schema: GraphQLSchema): Mount {
  let sdl: string | undefined;
  return readOnly(
    '/schema.graphql',
    schemaDocs,
    (_req, res) => {
      sdl ??= schemaText(schema);
      sendTagged(res.set('Cache-Control', 'no-cache').type('text/plain'), sdl);
    },
    { title: 'GraphQL schema', text: 'for code generators' },
  );
}
