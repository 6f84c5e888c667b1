import { z } from 'zod';
import { Refusal } from '../../../src/platform/errors/errors.ts';
import type { MethodDocs } from '../../../src/platform/http/method-docs.ts';
import type { ErrorShape, Mount } from '../../../src/platform/http/mount.ts';
import { readOnly } from '../../../src/platform/http/mount.ts';
import { NOTES_TAG } from './note.routes.ts';

/** Errors of a foreign protocol, next to those of GraphQL and problem+json. */
const protocolErrors: ErrorShape = (res, { status, message, code }) => {
  res.status(status).json({ error: { message, code: code.toLowerCase() } });
};

const pageDocs: MethodDocs = {
  name: 'notesPage',
  tag: NOTES_TAG,
  summary: 'About notes',
  description: 'Shows where to read notes.',
  example: {},
  answers: { 200: { description: 'The page.', content: { 'text/plain': { text: 'Notes are read in GraphiQL.' } } } },
};

const protocolDocs: MethodDocs = {
  name: 'noteByProtocol',
  tag: NOTES_TAG,
  summary: 'A note, in a protocol of others',
  description: 'Never finds one.',
  params: { name: { description: 'Id of the note.', example: 'it' } },
  example: {},
  answers: { 200: { description: 'The note.' } },
  problems: ['NOT_FOUND'],
  errors: {
    content: {
      'application/json': {
        schema: z.object({ error: z.object({ message: z.string(), code: z.string() }) }),
        example: { error: { message: 'There is no it.', code: 'not_found' } },
      },
    },
  },
};

export const noteMounts: readonly Mount[] = [
  readOnly('/notes', pageDocs, (_req, res) => void res.type('text/plain').send('Notes are read in GraphiQL.\n'), {
    title: 'Notes',
    text: 'what was written down',
  }),
  {
    path: '/notes/by-protocol/:name',
    methods: {
      POST: [
        (req) => {
          throw new Refusal('NOT_FOUND', `There is no ${req.params.name}.`);
        },
      ],
    },
    docs: { POST: protocolDocs },
    errors: protocolErrors,
  },
];
