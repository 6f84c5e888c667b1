/**
 * Every code a caller can meet, with the HTTP status and the title it has on REST. A code never changes its meaning;
 * GraphQL carries the same code in `extensions.code` or in a `Problem`.
 */
export const ERROR_CODES = {
  BAD_REQUEST: { status: 400, title: 'The request cannot be read' },
  BAD_USER_INPUT: { status: 400, title: 'A value is not what this operation takes' },
  GRAPHQL_PARSE_FAILED: { status: 400, title: 'The GraphQL document has a syntax error' },
  GRAPHQL_VALIDATION_FAILED: { status: 400, title: 'The GraphQL document does not fit the schema or passes a limit' },
  IDEMPOTENCY_KEY_INVALID: { status: 400, title: 'The Idempotency-Key is not usable' },
  UNAUTHENTICATED: { status: 401, title: 'Credentials are missing or not valid' },
  FORBIDDEN: { status: 403, title: 'These credentials do not allow this' },
  NOT_FOUND: { status: 404, title: 'Nothing is here' },
  NO_MATCH: { status: 404, title: 'No picture fits' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'This path does not take this method' },
  NOT_ACCEPTABLE: { status: 406, title: 'None of the accepted media types can be served' },
  RENDER_NOT_READY: { status: 409, title: 'The render has no picture yet' },
  DISCLAIMER_OUTDATED: { status: 409, title: 'Another version of the disclaimer is in force' },
  CONFLICT: { status: 409, title: 'This does not fit the present state' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The request is too large' },
  URI_TOO_LONG: { status: 414, title: 'The address is too long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'This content type is not taken here' },
  INPUT_INVALID: { status: 422, title: 'A value is understood but not allowed' },
  PICTURE_REFUSED: { status: 422, title: 'The picture cannot be taken' },
  URL_NOT_ALLOWED: { status: 422, title: 'This address is not fetched from' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The Idempotency-Key belongs to another request' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL_SERVER_ERROR: { status: 500, title: 'Internal error' },
  DOWNLOAD_FAILED: { status: 502, title: 'The picture could not be fetched' },
  SERVICE_UNAVAILABLE: { status: 503, title: 'A part of the service is away' },
  LOG_FROZEN: { status: 503, title: 'The transparency log is frozen' },
  STORAGE_FULL: { status: 507, title: 'The storage is full' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}
