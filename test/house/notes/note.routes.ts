import { z } from 'zod';
import { TypedDocumentString } from '../../../src/rest/generated/graphql.ts';
import { type Route, route } from '../../../src/rest/index.ts';

/** In the service it stands in schema/operations/ and is typed by `npm run generate`. */
const GetNote = new TypedDocumentString<{ note: { id: string; text: string } | null }, { id: string }>(
  'query GetNote($id: ID!) { note(id: $id) { id text } }',
);

export const NOTES_TAG = { name: 'Notes', description: 'What was written down.' };

export const noteRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/notes/:id',
    tag: NOTES_TAG,
    summary: 'One note',
    description: 'Returns one note by its id. For operators.',
    params: { id: { description: 'Id of the note.', example: 'nte_01m818k5q9er0az63q2g08xk2r' } },
    example: {},
    operation: GetNote,
    credential: 'BEARER',
    variables: ({ params }) => ({ id: params.id! }),
    reply: ({ note }) => ({ status: 200, body: { ok: true, note } }),
    answer: {
      status: 200,
      description: 'The note.',
      schema: z.object({ ok: z.literal(true), note: z.object({ id: z.string(), text: z.string() }) }),
      example: { ok: true, note: { id: 'nte_01m818k5q9er0az63q2g08xk2r', text: 'to be kept' } },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
];
