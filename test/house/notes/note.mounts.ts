import { Refusal } from '../../../src/platform/errors.ts';
import type { ErrorShape, Mount } from '../../../src/platform/http/mount.ts';
import { readOnly } from '../../../src/platform/http/mount.ts';

/** A third way to word an error, beside GraphQL's and problem+json: a protocol of others has its own. */
const inTheirWords: ErrorShape = (res, { status, message, code }) => {
  res.status(status).json({ error: { message, code: code.toLowerCase() } });
};

export const noteMounts: readonly Mount[] = [
  readOnly('/notes', (_req, res) => void res.type('text/plain').send('Notes are read in GraphiQL.\n'), {
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
    errors: inTheirWords,
  },
];
