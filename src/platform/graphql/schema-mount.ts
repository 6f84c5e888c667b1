import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { type Mount, readOnly } from '../http/mount.ts';

/** The schema as text, for code generators. */
export function schemaMount(schema: GraphQLSchema): Mount {
  const sdl = printSchema(lexicographicSortSchema(schema));
  return readOnly(
    '/schema.graphql',
    (_req, res) => {
      res.type('text/plain').send(sdl);
    },
    { title: 'Schema', text: 'for code generators' },
  );
}
