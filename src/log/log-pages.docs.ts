import { z } from 'zod';
import {
  type AnswerDocs,
  type DocsTag,
  type MethodDocs,
  REVALIDATED,
  sameAsBefore,
} from '../platform/http/method-docs.ts';

const LOG_TAG: DocsTag = {
  name: 'Transparency log',
  description:
    'The log that every seal stands in, as C2SP tlog-tiles lays it out: existing clients can audit it. Under `/log` the one that is written, under its name each there ever was.',
};

const VERIFIER_KEY = 'log1.localhost+31c41640+AcvtVYqJ176Ru6QaJ6Yf5ceZzeza47sfBcA0Z2cwLVkN';
const CHECKPOINT =
  'log1.localhost\n3\nm0hvABeh0h2Vw++bEe7LpjQdJWMpxWGPPYNfnkXSvg0=\n\n— log1.localhost McQWQIF0HNbb+60Lc9E1B4HltO3ZSpx7Mx5n+9ukpFCAHHC/bqBbgxSG/kXm8gN6Ki8vbFE8q/tyjpSKHzm5RViGmAE=\n';

const ANYWHERE = ['Cache-Control', 'Access-Control-Allow-Origin'] as const;
const TAGGED = [...REVALIDATED, 'Access-Control-Allow-Origin'] as const;

/** What each path below a log answers, by what comes after its address. */
export type LogPath =
  | ''
  | '/checkpoint'
  | '/checkpoint/cosigned'
  | '/checkpoints'
  | '/consistency/:old/:size'
  | '/tile/*path';

const DOCS: Record<LogPath, MethodDocs> = {
  '': {
    ...about('log', 'About the log', 'Its name and key, how it began, and the names of all logs there are.'),
    takes: ['If-None-Match'],
    answers: {
      200: json(
        z.object({
          origin: z.string(),
          verifierKey: z.string().describe('In the form of c2sp.org/signed-note.'),
          openedAt: z.iso.datetime(),
          genesis: z.looseObject({ payloadType: z.string() }).describe('Its first entry: a signed statement, DSSE.'),
          logs: z.array(z.string()),
        }),
        {
          origin: 'log1.localhost',
          verifierKey: VERIFIER_KEY,
          openedAt: '2026-11-22T09:15:01.485Z',
          genesis: {
            payload: 'eyJmb2xsb3dzIjpudWxsfQ==',
            payloadType: 'application/vnd.imprimatur.log-genesis+json',
            signatures: [
              { sig: 'MEYCIQ==', keyid: 'c1b207ab5c81a0053a324bddaf52b570e357bc10a6f8f1554faa923cbd659a9b' },
            ],
          },
          logs: ['log1.localhost'],
        },
      ),
      304: sameAsBefore(TAGGED),
    },
  },
  '/checkpoint': {
    ...about(
      'checkpoint',
      'The newest checkpoint',
      'With the cosignatures it has by now. A new entry is seen after a second.',
    ),
    answers: {
      200: {
        description: 'A signed note.',
        headers: [...ANYWHERE, 'Last-Modified?'],
        content: { 'text/plain': { text: CHECKPOINT } },
      },
    },
  },
  '/checkpoint/cosigned': {
    ...about(
      'cosignedCheckpoint',
      'The newest checkpoint with its quorum',
      'The newest that as many witnesses have cosigned as the policy asks for, one at the least. A log without witnesses has none.',
    ),
    answers: {
      200: {
        description: 'A signed note.',
        headers: [...ANYWHERE, 'Last-Modified?'],
        content: { 'text/plain': { text: CHECKPOINT } },
      },
    },
  },
  '/checkpoints': {
    ...about(
      'checkpoints',
      'Every checkpoint there ever was',
      'The smallest first, 1,000 at a time, so that an auditor can hold the log to all of them.',
    ),
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional()
        .describe('`next` of the page before: only checkpoints of larger trees. Default: 0.'),
    }),
    takes: ['If-None-Match'],
    example: { query: { after: '0' } },
    answers: {
      200: json(z.object({ checkpoints: z.array(z.string()), next: z.int().min(1).nullable() }), {
        checkpoints: [CHECKPOINT],
        next: null,
      }),
      304: sameAsBefore(TAGGED),
    },
  },
  '/consistency/:old/:size': {
    ...about(
      'consistency',
      'That a later tree continues an earlier one',
      'For who kept a checkpoint: in the form in which a log tells a witness, c2sp.org/tlog-witness.',
    ),
    params: {
      old: { description: 'Entries of the earlier tree.', example: '1', pattern: '^[1-9]\\d*$' },
      size: {
        description: 'Entries of the later one; a checkpoint of it was published.',
        example: '3',
        pattern: '^[1-9]\\d*$',
      },
    },
    answers: {
      200: {
        description: 'The proof, and the checkpoint that it leads to. The same for ever.',
        headers: [...ANYWHERE, 'Content-Disposition'],
        content: { 'text/plain': { text: `old 1\nNsmDdiOneU2Mu1fXXfYrOnJLpksO5LbDOBd5YnFnDkA=\n\n${CHECKPOINT}` } },
      },
    },
    problems: ['BAD_USER_INPUT', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  },
  '/tile/*path': {
    ...about(
      'tile',
      'A tile of hashes, or a bundle of entries',
      'As c2sp.org/tlog-tiles: a level, or `entries`; then the number, in groups of three digits with an `x` before each but the last; then `.p/` and a width for a tile that is not full. Slashes may be sent as they are or as `%2F`.',
    ),
    params: {
      path: {
        description: 'Level and number.',
        example: '0/000.p/1',
        pattern: '^(entries|\\d+)/(x\\d{3}/)*\\d{3}(\\.p/\\d{1,3})?$',
      },
    },
    answers: {
      200: {
        description: 'Hashes of 32 bytes each, or entries, each after its length in two bytes. The same for ever.',
        headers: ANYWHERE,
        content: { 'application/octet-stream': 'BYTES' },
      },
    },
  },
};

/** For one of the paths; of the log that is written, or of the one with the name in the path. */
export function logDocs(path: LogPath, isNamed: boolean): MethodDocs {
  const docs = DOCS[path];
  if (!isNamed) return docs;
  return {
    ...docs,
    name: `${docs.name}OfNamedLog`,
    summary: `${docs.summary}, of the log of a name`,
    params: { origin: { description: 'Name of the log, its origin.', example: 'log1.localhost' }, ...docs.params },
  };
}

function about(name: string, summary: string, description: string) {
  return {
    name,
    tag: LOG_TAG,
    summary,
    description,
    example: {},
    problems: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  } satisfies Partial<MethodDocs>;
}

function json(schema: z.ZodType, example: unknown): AnswerDocs {
  return { description: 'As JSON.', headers: TAGGED, content: { 'application/json': { schema, example } } };
}
