/** Description of a header in the form of OpenAPI. */
export interface HeaderDocs {
  description: string;
  schema: { type: 'string' | 'integer'; enum?: string[]; pattern?: string; minimum?: number; maxLength?: number };
  example: string | number;
}

const TEXT = { type: 'string' } as const;
const NUMBER = { type: 'integer', minimum: 0 } as const;

/** Documented request headers, by name. */
export const REQUEST_HEADERS = {
  Accept: { description: 'Media types that the client accepts.', schema: TEXT, example: 'application/json' },
  'Accept-Encoding': { description: 'Compression that the client accepts.', schema: TEXT, example: 'br, gzip' },
  'Apollo-Require-Preflight': {
    description: 'Any value. Pages of other origins can’t send it without a preflight.',
    schema: TEXT,
    example: '1',
  },
  'X-Imprimatur-Cost': {
    description: 'Any value. Adds the cost of the operation and the remaining quota as `extensions.cost`.',
    schema: TEXT,
    example: '1',
  },
  'Idempotency-Key': {
    description:
      'Idempotency key of 1 to 255 printable characters. A repeated request with the same key has no second effect. For seals, and for tasks and images under `/v1`, it gets the same response; otherwise the current state of the first request’s object, without secrets. For seals, anonymous callers need a key of at least 20 characters that is hard to guess, such as a random UUID. For runs and images, the request needs a credential. Quotation marks around the key are removed.',
    schema: { type: 'string', maxLength: 257 },
    example: '3d2c1a5e-6b7f-4f0e-9c8d-2a1b0c9d8e7f',
  },
  'If-None-Match': {
    description: '`ETag` of the stored copy. The response is an empty 304 if it is still current.',
    schema: TEXT,
    example: '"Zm9vYmFyYmF6cXV4cXV1eGNvcmd"',
  },
  'If-Range': {
    description: '`ETag` that the range refers to. If the file has changed, the response is the whole file.',
    schema: TEXT,
    example: '"5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"',
  },
  'MCP-Protocol-Version': {
    description: 'Version of the Model Context Protocol. Omit it to start with `initialize`.',
    schema: TEXT,
    example: '2025-11-25',
  },
  Prefer: {
    description:
      'RFC 7240. `wait=20` waits up to that many seconds for the result (at most 25, default 20). `respond-async` returns at once with the address of the result.',
    schema: TEXT,
    example: 'wait=20',
  },
  Range: { description: 'One range of bytes (RFC 9110).', schema: TEXT, example: 'bytes=0-15' },
  'X-Imprimatur-Person': {
    description:
      'Operator that the page shows, as in `viewer { actor }`. If the session belongs to another operator, the request fails with `PERSON_CHANGED`. Ignored without a session.',
    schema: TEXT,
    example: 'operator:op_01m818k5q9er0az63q2g08xk2r',
  },
  'X-Imprimatur-Preference': {
    description: 'Preference among eligible models. Default: the policy’s order.',
    schema: { type: 'string', enum: ['cost', 'latency'] },
    example: 'latency',
  },
  'X-Imprimatur-Seal': {
    description: 'Set to `true` to seal the exact text of the answer and return the seal with it.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Imprimatur-Redaction': {
    description: 'Restores redacted text in the answer, or keeps placeholders. Default: as the task defines.',
    schema: { type: 'string', enum: ['restore', 'keep'] },
    example: 'restore',
  },
} as const satisfies Record<string, HeaderDocs>;

/** Documented response headers. Headers of all responses are described at the top of the OpenAPI document. */
export const ANSWER_HEADERS = {
  Accept: { description: 'Media types accepted as a body.', schema: TEXT, example: 'application/json' },
  'Accept-Ranges': {
    description: 'Unit of ranges that can be requested.',
    schema: { type: 'string', enum: ['bytes', 'none'] },
    example: 'bytes',
  },
  'Access-Control-Allow-Origin': {
    description: 'Origins whose pages may read the response.',
    schema: { type: 'string', enum: ['*'] },
    example: '*',
  },
  'Cache-Control': { description: 'Caching rules of the response.', schema: TEXT, example: 'no-store' },
  'Content-Disposition': {
    description: 'File name for saving the response.',
    schema: TEXT,
    example: 'attachment; filename="seal_id.sigstore.json"',
  },
  'Content-Encoding': {
    description: 'Compression of the file.',
    schema: { type: 'string', enum: ['br', 'gzip'] },
    example: 'br',
  },
  'Content-Range': { description: 'Range of bytes in this response.', schema: TEXT, example: 'bytes 0-15/48213' },
  'Cross-Origin-Resource-Policy': {
    description: 'Origins whose pages may embed the response.',
    schema: { type: 'string', enum: ['cross-origin'] },
    example: 'cross-origin',
  },
  ETag: {
    description:
      'Identifies the exact bytes of the response. Send it as `If-None-Match` to get the body only if it changed.',
    schema: TEXT,
    example: '"Zm9vYmFyYmF6cXV4cXV1eGNvcmd"',
  },
  'Idempotency-Replayed': {
    description:
      'Present if an earlier request with the same Idempotency-Key did the work. This request changed nothing.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Last-Modified': {
    description: 'Time at which the file was written.',
    schema: TEXT,
    example: 'Sat, 21 Nov 2026 10:00:00 GMT',
  },
  Link: {
    description: 'Address of the next page with `rel="next"` (RFC 8288). Absent on the last page.',
    schema: TEXT,
    example: '<http://127.0.0.1:4000/api/admin/image-bank?limit=2&cursor=ast_01>; rel="next"',
  },
  Location: {
    description: 'Address of the created object, or of its progress.',
    schema: TEXT,
    example: 'http://127.0.0.1:4000/v/seal_01kp3x0e5n7q9r2s4t6v8w0y1z',
  },
  'Preference-Applied': {
    description: 'Preferences of `Prefer` that were applied (RFC 7240).',
    schema: TEXT,
    example: 'wait=20',
  },
  RateLimit: {
    description:
      'State of each limit that counts this caller: remaining quota `r`, and seconds `t` until the window restarts.',
    schema: TEXT,
    example: '"seals";r=599;t=60',
  },
  'RateLimit-Policy': {
    description:
      'Each limit that counts this caller: quota `q` per window of `w` seconds. Absent for callers without limits.',
    schema: TEXT,
    example: '"seals";q=600;w=60',
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: NUMBER, example: 2 },
  Vary: { description: 'Request headers on which the response depends.', schema: TEXT, example: 'Accept' },
  'WWW-Authenticate': {
    description: 'Authentication scheme that the path expects.',
    schema: TEXT,
    example: 'Bearer realm="imprimatur"',
  },
  'X-Accel-Buffering': {
    description: 'Tells proxies not to buffer the response.',
    schema: { type: 'string', enum: ['no'] },
    example: 'no',
  },
  'X-Imprimatur-Attempts': {
    description: 'Number of provider calls for this answer, including the last one.',
    schema: NUMBER,
    example: 1,
  },
  'X-Imprimatur-Cost-Estimated': {
    description: 'True if the provider didn’t report token counts and the cost is an estimate of the service.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'X-Imprimatur-Cost-Usd': {
    description: 'Cost of the run in US dollars. `unknown` if it isn’t known.',
    schema: TEXT,
    example: '0.000123',
  },
  'X-Imprimatur-Model': {
    description:
      'Model that answered, as named by its provider; `sandbox/…` for a simulated answer. Non-ASCII characters, control characters and `%` are percent-encoded as UTF-8.',
    schema: TEXT,
    example: 'gpt-6-luna',
  },
  'X-Imprimatur-Not-Final': {
    description: 'True if the answer is a draft that a person must review before an end customer sees it.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
  },
  'X-Imprimatur-Overhead-Ms': {
    description: 'Milliseconds spent in the service, without the provider’s time.',
    schema: TEXT,
    example: '1.20',
  },
  'X-Imprimatur-Past-Soft-Cap': {
    description:
      'True if the account had reached its soft cap, or the upper bound of this run’s cost exceeded what was left of it.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
  },
  'X-Imprimatur-Policy-Version': {
    description: 'Number of the policy version that chose the model.',
    schema: NUMBER,
    example: 1,
  },
  'X-Imprimatur-Run-Id': {
    description: 'Id of the run.',
    schema: TEXT,
    example: 'run_01m818k3xne7cr4w9e6scbkb5d',
  },
  'X-Imprimatur-Seal-Id': {
    description: 'Id of the seal of the answer’s text.',
    schema: TEXT,
    example: 'seal_01kp3x0e5n7q9r2s4t6v8w0y1z',
  },
  'X-Imprimatur-Seal-Url': {
    description: 'Public page of the seal of the answer’s text.',
    schema: TEXT,
    example: 'http://127.0.0.1:4000/v/seal_01kp3x0e5n7q9r2s4t6v8w0y1z',
  },
  'X-Imprimatur-Simulated': {
    description: 'True if the answer was simulated without calling a model.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'true',
  },
  'X-Imprimatur-Task': {
    description: 'Task that was run.',
    schema: TEXT,
    example: 'fast-execution/field-extraction',
  },
  'X-Imprimatur-Warnings': {
    description:
      'Sentences about parts of the request that were left out or replaced. Non-ASCII characters, control characters and `%` are percent-encoded as UTF-8.',
    schema: TEXT,
    example: 'Not applied: frequency_penalty.',
  },
  'X-RateLimit-Limit-Requests': {
    description: 'Calls per minute that the key allows. Absent for a key without such a limit.',
    schema: NUMBER,
    example: 60,
  },
  'X-RateLimit-Remaining-Requests': {
    description: 'Number of calls that the key still allows in this minute.',
    schema: NUMBER,
    example: 59,
  },
  'X-RateLimit-Reset-Requests': {
    description: 'Time until the limit of calls per minute starts again, in minutes and seconds.',
    schema: { type: 'string', pattern: '^(\\d+m)?\\d+s$' },
    example: '1m0s',
  },
  'X-Request-Id': {
    description:
      'Id of the request in the server log: the `X-Request-Id` of the request if it has 1 to 128 letters, digits, `_`, `.`, `:` or `-`, otherwise a new one.',
    schema: TEXT,
    example: 'b7f0c1d2-4e5f-4a6b-8c9d-0e1f2a3b4c5d',
  },
  'X-Should-Retry': {
    description:
      '`false`: repeating the request at once is useless, or the service has already repeated its calls to providers. `true`: the request is in progress, and a repetition returns its answer.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
  },
  'X-Robots-Tag': {
    description: 'Tells search engines not to index the page.',
    schema: { type: 'string', enum: ['noindex'] },
    example: 'noindex',
  },
} as const satisfies Record<string, HeaderDocs>;

export type RequestHeader = keyof typeof REQUEST_HEADERS;
export type AnswerHeader = keyof typeof ANSWER_HEADERS;
