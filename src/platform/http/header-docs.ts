/** What a header says, in the form of OpenAPI. */
export interface HeaderDocs {
  description: string;
  schema: { type: 'string' | 'integer'; enum?: string[]; pattern?: string; minimum?: number; maxLength?: number };
  example: string | number;
}

const TEXT = { type: 'string' } as const;
const NUMBER = { type: 'integer', minimum: 0 } as const;

/** Headers of requests that any path takes note of. */
export const REQUEST_HEADERS = {
  Accept: { description: 'Which form of the answer is wanted.', schema: TEXT, example: 'application/json' },
  'Accept-Encoding': { description: 'How the file may be compressed.', schema: TEXT, example: 'br, gzip' },
  'Apollo-Require-Preflight': {
    description: 'Any value. A page of another origin cannot send it unasked.',
    schema: TEXT,
    example: '1',
  },
  'X-Imprimatur-Cost': {
    description: 'Any value: the answer says in `extensions.cost` what it has cost, and what is left.',
    schema: TEXT,
    example: '1',
  },
  'Idempotency-Key': {
    description:
      'The same key with the same request has one effect and the same answer. 1 to 255 printable characters. Anonymous callers need a key of at least 20 characters that is hard to guess, such as a random UUID. Quotation marks around it are removed.',
    schema: { type: 'string', maxLength: 257 },
    example: '3d2c1a5e-6b7f-4f0e-9c8d-2a1b0c9d8e7f',
  },
  'If-None-Match': {
    description: 'The `ETag` of what is there already: answered with 304 and nothing else while it is the same.',
    schema: TEXT,
    example: '"Zm9vYmFyYmF6cXV4cXV1eGNvcmd"',
  },
  'If-Range': {
    description: 'The `ETag` of what `Range` is a part of: of another picture there are no parts, but all of it.',
    schema: TEXT,
    example: '"5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"',
  },
  'MCP-Protocol-Version': {
    description:
      'The version of the Model Context Protocol that is spoken. Left out: one that begins with `initialize`.',
    schema: TEXT,
    example: '2025-11-25',
  },
  Prefer: {
    description:
      'RFC 7240: `wait=20` to wait so many seconds for the end (at most 25, and 20 when nothing is said), `respond-async` to be answered at once with where to ask.',
    schema: TEXT,
    example: 'wait=20',
  },
  Range: { description: 'One part of the bytes (RFC 9110).', schema: TEXT, example: 'bytes=0-15' },
  'X-Imprimatur-Person': {
    description:
      'The operator a page shows, as in `viewer { actor }`. A session of another operator is refused with `PERSON_CHANGED`. Without a session it makes no difference.',
    schema: TEXT,
    example: 'operator:opr_01m818k5q9er0az63q2g08xk2r',
  },
  'X-Imprimatur-Preference': {
    description: 'What counts where several models would do. Left out: as the policy has it.',
    schema: { type: 'string', enum: ['cost', 'latency'] },
    example: 'latency',
  },
  'X-Imprimatur-Seal': {
    description: 'Has the exact text of the answer sealed, and the seal told beside it.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Imprimatur-Redaction': {
    description:
      'Whether what was redacted before a hosted model was asked stands in the answer again, or is kept as placeholders. Left out: as the task has it.',
    schema: { type: 'string', enum: ['restore', 'keep'] },
    example: 'restore',
  },
} as const satisfies Record<string, HeaderDocs>;

/** Headers of answers. What every answer has is told at the head of the document. */
export const ANSWER_HEADERS = {
  Accept: { description: 'The types of body that are taken.', schema: TEXT, example: 'application/json' },
  'Accept-Ranges': {
    description: 'Whether parts can be asked for.',
    schema: { type: 'string', enum: ['bytes', 'none'] },
    example: 'bytes',
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any origin may read this.',
    schema: { type: 'string', enum: ['*'] },
    example: '*',
  },
  'Cache-Control': { description: 'How long the answer may be kept, and by whom.', schema: TEXT, example: 'no-store' },
  'Content-Disposition': {
    description: 'That this is a file to keep, and its name.',
    schema: TEXT,
    example: 'attachment; filename="seal_id.sigstore.json"',
  },
  'Content-Encoding': {
    description: 'How the file is compressed.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
    example: 'br',
  },
  'Content-Range': { description: 'Which part of the bytes this is.', schema: TEXT, example: 'bytes 0-15/48213' },
  'Cross-Origin-Resource-Policy': {
    description: 'Pages of any origin may show this.',
    schema: { type: 'string', enum: ['cross-origin'] },
    example: 'cross-origin',
  },
  ETag: {
    description:
      'Names this answer byte for byte. Send it as `If-None-Match` to be sent the next one only if it is another.',
    schema: TEXT,
    example: '"Zm9vYmFyYmF6cXV4cXV1eGNvcmd"',
  },
  'Idempotency-Replayed': {
    description: 'That an earlier request with the same key has done it, and nothing was done now.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Last-Modified': {
    description: 'When the file was written.',
    schema: TEXT,
    example: 'Sat, 21 Nov 2026 10:00:00 GMT',
  },
  Link: {
    description: 'RFC 8288: the next page, with `rel="next"`. Left out on the last one.',
    schema: TEXT,
    example: '<http://127.0.0.1:4000/api/admin/image-bank?limit=2&cursor=ast_01>; rel="next"',
  },
  Location: {
    description: 'Where what came of it is, or can be asked for.',
    schema: TEXT,
    example: 'http://127.0.0.1:4000/v/seal_01kp3x0e5n7q9r2s4t6v8w0y1z',
  },
  'Preference-Applied': {
    description: 'RFC 7240: what of `Prefer` was followed.',
    schema: TEXT,
    example: 'wait=20',
  },
  RateLimit: {
    description: 'How you stand with each limit that counts you: `r` remaining, all of it again in `t` seconds.',
    schema: TEXT,
    example: '"seals";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'Each limit that counts you: quota `q` in a window of `w` seconds. Left out for who has none.',
    schema: TEXT,
    example: '"seals";q=600;w=60',
  },
  'Retry-After': { description: 'Ask again after so many seconds.', schema: NUMBER, example: 2 },
  Vary: { description: 'Which headers of the request the answer depends on.', schema: TEXT, example: 'Accept' },
  'WWW-Authenticate': {
    description: 'Which credential is wanted.',
    schema: TEXT,
    example: 'Bearer realm="imprimatur"',
  },
  'X-Accel-Buffering': {
    description: 'That a proxy must not gather the answer.',
    schema: { type: 'string', enum: ['no'] },
    example: 'no',
  },
  'X-Imprimatur-Attempts': {
    description: 'How many times a model was called for it, the last one among them.',
    schema: NUMBER,
    example: 1,
  },
  'X-Imprimatur-Cost-Estimated': {
    description: 'That the provider did not say what it counted, and the cost is our own count.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Imprimatur-Cost-Usd': {
    description: 'What it cost, in US dollars; `unknown` where nobody knows.',
    schema: TEXT,
    example: '0.000123',
  },
  'X-Imprimatur-Model': {
    description:
      'The model that has answered, as its provider calls it; `sandbox/…` where none has and the answer is made up. Percent-encoded: everything but printable ASCII, and `%`.',
    schema: TEXT,
    example: 'gpt-6-luna',
  },
  'X-Imprimatur-Not-Final': {
    description: 'Whether the answer is a draft that somebody has to look at before it goes to a customer.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
  },
  'X-Imprimatur-Overhead-Ms': {
    description: 'Milliseconds that were ours and not the provider’s.',
    schema: TEXT,
    example: '1.20',
  },
  'X-Imprimatur-Past-Soft-Cap': {
    description: 'Whether who pays has spent more this month than was meant to be.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
  },
  'X-Imprimatur-Policy-Version': {
    description: 'Of the policy that chose the model.',
    schema: NUMBER,
    example: 1,
  },
  'X-Imprimatur-Run-Id': {
    description: 'Names the run in the log of runs.',
    schema: TEXT,
    example: 'run_01m818k3xne7cr4w9e6scbkb5d',
  },
  'X-Imprimatur-Seal-Id': {
    description: 'Of the seal of the text of the answer.',
    schema: TEXT,
    example: 'seal_01kp3x0e5n7q9r2s4t6v8w0y1z',
  },
  'X-Imprimatur-Seal-Url': {
    description: 'The page of that seal, which anyone can open.',
    schema: TEXT,
    example: 'http://127.0.0.1:4000/v/seal_01kp3x0e5n7q9r2s4t6v8w0y1z',
  },
  'X-Imprimatur-Simulated': {
    description: 'Whether no model was asked and the answer is made up.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'true',
  },
  'X-Imprimatur-Task': {
    description: 'The task that was run.',
    schema: TEXT,
    example: 'fast-execution/field-extraction',
  },
  'X-Imprimatur-Warnings': {
    description:
      'What of the request made no difference, in sentences. Percent-encoded: everything but printable ASCII, and `%`.',
    schema: TEXT,
    example: 'Not applied: frequency_penalty.',
  },
  'X-RateLimit-Limit-Requests': {
    description: 'Calls that the key may make in a minute. Left out for keys without such a limit.',
    schema: NUMBER,
    example: 60,
  },
  'X-RateLimit-Remaining-Requests': {
    description: 'How many of them are left.',
    schema: NUMBER,
    example: 59,
  },
  'X-RateLimit-Reset-Requests': {
    description: 'How long until all of them may be made again.',
    schema: { type: 'string', pattern: '^(\\d+m)?\\d+s$' },
    example: '1m0s',
  },
  'X-Request-Id': {
    description:
      'Names the request in the log: the `X-Request-Id` that was sent, if it was a plain one, else a new one.',
    schema: TEXT,
    example: 'b7f0c1d2-4e5f-4a6b-8c9d-0e1f2a3b4c5d',
  },
  'X-Should-Retry': {
    description:
      '`false`: to send the same again changes nothing, or was done already as often as makes sense. `true`: it is under way, and who sends the same again gets its answer.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
  },
  'X-Robots-Tag': {
    description: 'That it must not be indexed.',
    schema: { type: 'string', enum: ['noindex'] },
    example: 'noindex',
  },
} as const satisfies Record<string, HeaderDocs>;

export type RequestHeader = keyof typeof REQUEST_HEADERS;
export type AnswerHeader = keyof typeof ANSWER_HEADERS;
