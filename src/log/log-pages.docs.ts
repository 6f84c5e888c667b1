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
    'The log of all seals in the format of C2SP tlog-tiles, which existing clients can audit. `/log` is the current log; each log, including earlier ones, is also available under its name.',
};

const VERIFIER_KEY = 'log1.localhost+31c41640+AcvtVYqJ176Ru6QaJ6Yf5ceZzeza47sfBcA0Z2cwLVkN';
const CHECKPOINT =
  'log1.localhost\n3\nm0hvABeh0h2Vw++bEe7LpjQdJWMpxWGPPYNfnkXSvg0=\n\n— log1.localhost McQWQIF0HNbb+60Lc9E1B4HltO3ZSpx7Mx5n+9ukpFCAHHC/bqBbgxSG/kXm8gN6Ki8vbFE8q/tyjpSKHzm5RViGmAE=\n';

const ANYWHERE = ['Cache-Control', 'Access-Control-Allow-Origin'] as const;
const TAGGED = [...REVALIDATED, 'Access-Control-Allow-Origin'] as const;

/** Paths of a log’s endpoints, relative to the log’s address. */
export type LogPath =
  | ''
  | '/checkpoint'
  | '/checkpoint/cosigned'
  | '/checkpoints'
  | '/consistency/:old/:size'
  | '/tile/*path';

const DOCS: Record<LogPath, MethodDocs> = {
  '': {
    ...about('log', 'About the log', 'Name, key and first entry of the log, and the names of all logs.'),
    takes: ['If-None-Match'],
    answers: {
      200: json(
        z.object({
          origin: z.string(),
          verifierKey: z.string().describe('Verifier key in the format of c2sp.org/signed-note.'),
          openedAt: z.iso.datetime(),
          genesis: z
            .looseObject({ payloadType: z.string() })
            .describe('First entry of the log: a signed statement (DSSE).'),
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
      'The checkpoint includes the cosignatures collected so far. Caches can delay it by a second.',
    ),
    answers: {
      200: {
        description: 'The checkpoint as a signed note (C2SP).',
        headers: [...ANYWHERE, 'Last-Modified?'],
        content: { 'text/plain': { text: CHECKPOINT } },
      },
    },
  },
  '/checkpoint/cosigned': {
    ...about(
      'cosignedCheckpoint',
      'The newest checkpoint with a quorum of cosignatures',
      'The newest checkpoint cosigned by the required number of witnesses, at least one. 404 if no checkpoint has these cosignatures, as in a log without witnesses.',
    ),
    answers: {
      200: {
        description: 'The checkpoint as a signed note (C2SP).',
        headers: [...ANYWHERE, 'Last-Modified?'],
        content: { 'text/plain': { text: CHECKPOINT } },
      },
    },
  },
  '/checkpoints': {
    ...about(
      'checkpoints',
      'All checkpoints',
      'Smallest first, 1,000 per page, so that an auditor can compare the log with all of them.',
    ),
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional()
        .describe('`next` of the previous page: only checkpoints of larger trees. Default: 0.'),
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
      'Consistency proof between two trees',
      'Proves that the later tree only appends entries to the earlier one, for readers who saved a checkpoint. The format is that of requests to witnesses (c2sp.org/tlog-witness).',
    ),
    params: {
      old: { description: 'Number of entries of the earlier tree.', example: '1', pattern: '^[1-9]\\d*$' },
      size: {
        description: 'Number of entries of the later tree, which must have a published checkpoint.',
        example: '3',
        pattern: '^[1-9]\\d*$',
      },
    },
    answers: {
      200: {
        description: 'The proof, and the checkpoint of the later tree. Never changes.',
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
      'The format is that of c2sp.org/tlog-tiles. The path has the level, or `entries`, then the index in groups of three digits with an `x` before each group but the last. A partial tile ends in `.p/` and its width. Slashes can be sent as they are or as `%2F`.',
    ),
    params: {
      path: {
        description: 'Level, or `entries`, and index of the tile.',
        example: '0/000.p/1',
        pattern: '^(entries|\\d+)/(x\\d{3}/)*\\d{3}(\\.p/\\d{1,3})?$',
      },
    },
    takes: ['Accept-Encoding', 'If-None-Match'],
    answers: {
      200: {
        description:
          'Hashes of 32 bytes each, or entries, each preceded by its length in two bytes. Never changes. Larger bundles of entries are compressed with gzip for clients that accept it.',
        headers: [...TAGGED, 'Content-Encoding?', 'Vary?'],
        content: { 'application/octet-stream': 'BYTES' },
      },
      304: sameAsBefore([...TAGGED, 'Vary?']),
    },
  },
};

/** Documentation of a path below a log’s address, for the current log or a log named in the path. */
export function logDocs(path: LogPath, isNamed: boolean): MethodDocs {
  const docs = DOCS[path];
  if (!isNamed) return docs;
  return {
    ...docs,
    name: `${docs.name}OfNamedLog`,
    summary: `${docs.summary}, of the log with the given name`,
    params: { origin: { description: 'Name (origin) of the log.', example: 'log1.localhost' }, ...docs.params },
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
  return {
    description: 'The requested data as JSON.',
    headers: TAGGED,
    content: { 'application/json': { schema, example } },
  };
}
