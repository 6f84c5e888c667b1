import type { Role } from './auth/roles.ts';

/** Id prefix and GraphQL type of one kind of object. */
interface IdDefinition {
  /** Prefix of the ids of this kind, e.g. `ast`. Never changes. */
  prefix: string;
  /** GraphQL type of the objects with this kind of id, if the type implements `Node`. */
  node?: string;
}

interface PermissionDefinition {
  /** Title of the allowed action, for operators who grant the permission. */
  title: string;
  /** Roles that have the permission. */
  roles: readonly Role[];
}

export interface ProblemDefinition {
  /** HTTP status of the problem in REST. */
  status: number;
  title: string;
  /** Cause of the problem in one sentence. Backticks mark code. */
  cause?: string;
  /** Advice for the caller on how to solve the problem. Backticks mark code. */
  advice?: string;
}

/** Public names of a feature, used in ids, guards and problems. Names never change their meaning. */
export interface RegistryEntries {
  ids: Readonly<Record<string, IdDefinition>>;
  permissions: Readonly<Record<string, PermissionDefinition>>;
  problems: Readonly<Record<string, ProblemDefinition>>;
  /**
   * Descriptions of the credential of each role and where to find it, e.g. `a customer key (command …)`. Shown to callers without
   * a credential.
   */
  credentials: Readonly<Partial<Record<Role, string>>>;
}

/**
 * Types of registered names. Each feature adds its names by declaration merging, so that an unknown id kind, permission or
 * problem doesn't compile.
 */
export interface RegisteredNames {
  platform: typeof platformNames;
}

type NameOf<Table extends keyof RegistryEntries> = {
  [Part in keyof RegisteredNames]: keyof RegisteredNames[Part][Table];
}[keyof RegisteredNames] &
  string;
export type IdKind = NameOf<'ids'>;
export type Permission = NameOf<'permissions'>;
export type ErrorCode = NameOf<'problems'>;

const ids = new Map<string, IdDefinition>();
const permissions = new Map<string, PermissionDefinition>();
const problems = new Map<string, ProblemDefinition>();
const credentials = new Map<string, string>();

/** Ids, permissions, problems and credentials that the platform and all loaded features have registered, by name. */
export const REGISTRY = { ids, permissions, problems, credentials } as {
  readonly ids: ReadonlyMap<IdKind, IdDefinition>;
  readonly permissions: ReadonlyMap<Permission, PermissionDefinition>;
  readonly problems: ReadonlyMap<ErrorCode, ProblemDefinition>;
  readonly credentials: ReadonlyMap<Role, string>;
};

/** Registers the ids, permissions, problems and credentials of one feature. @throws if a name or prefix is taken */
export function registerNames<const Part extends Partial<RegistryEntries>>(part: Part): CompleteEntries<Part> {
  const filled = { ids: {}, permissions: {}, problems: {}, credentials: {}, ...part };
  for (const { prefix } of Object.values<IdDefinition>(filled.ids)) {
    if ([...ids.values()].some((known) => known.prefix === prefix))
      throw new Error(`The id prefix ${prefix}_ is already registered.`);
  }
  addAll(ids, filled.ids);
  addAll(permissions, filled.permissions);
  addAll(problems, filled.problems);
  addAll(credentials, filled.credentials);
  return filled as CompleteEntries<Part>;
}

type CompleteEntries<Part> = {
  [Table in keyof RegistryEntries]: Part extends Record<Table, infer Named> ? Named : Record<never, never>;
};

function addAll<Name>(known: Map<string, Name>, added: Readonly<Record<string, Name>>): void {
  for (const [name, what] of Object.entries(added)) {
    if (known.has(name)) throw new Error(`The name ${name} is already registered.`);
    known.set(name, what);
  }
}

/** Names of the platform itself, which any feature can use. */
const platformNames = registerNames({
  ids: { auditEntry: { prefix: 'aud', node: 'AuditEntry' } },
  permissions: {
    'changes:unmetered': {
      title: 'Make any number of changes per hour',
      roles: ['ADMIN', 'EDITOR', 'APPROVER', 'AUDITOR', 'INTEGRATION'],
    },
    'refusals:unmetered': { title: 'Have every refusal recorded in the audit trail', roles: [] },
    'requests:large': { title: 'Send a picture in the body of a request', roles: ['ADMIN', 'EDITOR'] },
    'requests:files': {
      title: 'Send files of up to 100 MB in the body of a request',
      roles: ['ADMIN', 'EDITOR', 'CUSTOMER'],
    },
  },
  problems: {
    BAD_REQUEST: {
      status: 400,
      title: "The request can't be read",
      cause:
        'The body isn’t valid JSON or a valid form, the path or a header can’t be decoded, or the request has another error of this kind.',
      advice: 'Correct the request as the message says.',
    },
    BAD_USER_INPUT: {
      status: 400,
      title: 'A value is missing or has the wrong type',
      cause: 'A value is missing, of another type, or out of range.',
      advice:
        'Correct the values listed in `errors` (GraphQL: `issues`). Each has a JSON pointer to the value in the request.',
    },
    GRAPHQL_PARSE_FAILED: {
      status: 400,
      title: 'The GraphQL document has a syntax error',
      cause: "The document isn't valid GraphQL syntax.",
      advice: 'Correct the GraphQL document at the line and column in `locations`.',
    },
    GRAPHQL_VALIDATION_FAILED: {
      status: 400,
      title: "The GraphQL document doesn't fit the schema or exceeds a limit",
      cause: "A field or argument doesn't exist, or the document exceeds the limit of depth, length or cost.",
      advice:
        'Compare the GraphQL document with `/schema.graphql`. If the document exceeds a limit, request less at once.',
    },
    IDEMPOTENCY_KEY_INVALID: {
      status: 400,
      title: "The Idempotency-Key isn't valid",
      cause: 'The key is empty, too long, has control characters, or is given more than once.',
      advice: 'Send one Idempotency-Key of 1 to 255 printable characters, such as a random UUID.',
    },
    UNAUTHENTICATED: {
      status: 401,
      title: 'The credential is missing or not valid',
      cause: 'The request has no credential, or its credential is unknown, no longer valid, or not for this path.',
      advice:
        'Sign in at `/admin`, or send `Authorization: Bearer …` with the admin token, a customer key or an agent key. By default the admin token is in the file `.data/secrets/admin-token`.',
    },
    FORBIDDEN: {
      status: 403,
      title: "The credential doesn't allow this",
      cause: 'The caller may not do this. In most cases, the credential lacks the permission that the message names.',
      advice: 'Follow the message. If it names a permission, use a credential that has it, or ask an ADMIN for it.',
    },
    CHANGE_HELD: {
      status: 202,
      title: 'Another person must approve this change',
      cause: 'Changes of this kind need the agreement of two people, and you are the first.',
      advice: 'Ask another approver to open `/admin/approvals`. The change is applied when they approve it.',
    },
    DOCUMENT_NOT_KNOWN: {
      status: 403,
      title: 'Anonymous callers can run only listed GraphQL documents',
      cause: 'This service runs only listed documents for callers without a credential.',
      advice: 'Use a GraphQL document that the service lists, or send a credential.',
    },
    STEP_UP_REQUIRED: {
      status: 403,
      title: 'You must confirm your identity',
      cause: "This action is sensitive, so a session alone isn't enough.",
      advice:
        'Confirm your identity at `/admin/confirm`, then repeat the request. The confirmation is valid for 10 minutes.',
    },
    PERSON_CHANGED: {
      status: 403,
      title: 'Another operator has signed in with this browser',
      cause:
        'The page was loaded by one operator, and the session in this browser now belongs to another. The page names its operator in the header `X-Imprimatur-Person`, a form in the field `person`.',
      advice: 'Reload the page. It then shows the operator who is signed in.',
    },
    NOT_FOUND: {
      status: 404,
      title: 'Not found',
      cause: "The path or object doesn't exist, or you can't see it. The response is the same in both cases.",
      advice: 'Check the address for typing errors, or start from the home page.',
    },
    METHOD_NOT_ALLOWED: {
      status: 405,
      title: "The path doesn't support this method",
      cause: "The path exists but doesn't support this method.",
      advice: 'Use one of the methods in the header `Allow`.',
    },
    NOT_ACCEPTABLE: {
      status: 406,
      title: 'None of the accepted media types can be served',
      cause: 'The header `Accept` names no format that this path offers.',
      advice:
        'Omit the header `Accept`, or send `Accept: application/json`; for `/graphql/stream`, send `Accept: text/event-stream`.',
    },
    REQUEST_TIMEOUT: {
      status: 408,
      title: 'The request was sent too slowly',
      cause:
        'The body arrived at less than 5 kB/s over half a minute, or took longer than 30 minutes. Nothing was done.',
      advice: 'Use a faster connection, or send less.',
    },
    IDEMPOTENCY_IN_PROGRESS: {
      status: 409,
      title: 'A request with this Idempotency-Key is in progress',
      cause: "The first request with this key isn't finished.",
      advice: 'Repeat the request with the same Idempotency-Key in a moment to get its response.',
    },
    IDEMPOTENT_ANSWER_GONE: {
      status: 409,
      title: 'The response for this Idempotency-Key isn’t stored anymore',
      cause: "The first request with this key was carried out, but its response isn't stored.",
      advice:
        'Look up the result of the first request in the list of runs. To repeat the call, use a new Idempotency-Key.',
    },
    CONFLICT: {
      status: 409,
      title: 'The request conflicts with the current state',
      cause: "The object was changed in the meantime, or its state doesn't allow this.",
      advice: 'Read the object again and decide with its current state.',
    },
    PAYLOAD_TOO_LARGE: {
      status: 413,
      title: 'The request is too large',
      cause: 'The body, or a part of it, is larger than this path allows.',
      advice: 'Send less. The message states the limit.',
    },
    URI_TOO_LONG: {
      status: 414,
      title: 'The address is too long',
      cause: 'The address has more characters than allowed.',
      advice: 'Send long values in the body of a POST.',
    },
    UNSUPPORTED_MEDIA_TYPE: {
      status: 415,
      title: "The content type isn't supported",
      cause:
        'The header `Content-Type` or `Content-Encoding` names a format or an encoding that this path doesn’t read.',
      advice: 'Send `Content-Type: application/json`, unless the message names another format or encoding.',
    },
    INPUT_INVALID: {
      status: 422,
      title: "A value isn't allowed",
      cause: 'The value is well-formed but not allowed here.',
      advice:
        'Correct the values listed in `errors` (GraphQL: `issues`). Each has a JSON pointer to the value in the request.',
    },
    IDEMPOTENCY_KEY_REUSED: {
      status: 422,
      title: 'The Idempotency-Key belongs to another request',
      cause: 'The same key was already used with a different request.',
      advice: 'Use a new idempotency key for each new request. Repeat a key only to repeat its request.',
    },
    RATE_LIMITED: {
      status: 429,
      title: 'Too many requests',
      cause: 'The caller made more requests than its limit allows.',
      advice:
        'Wait as long as `Retry-After` says. The headers `RateLimit` and `RateLimit-Policy` report the remaining quota.',
    },
    INTERNAL_SERVER_ERROR: {
      status: 500,
      title: 'Internal error',
      cause: 'An unexpected error of the service. It is in the server log.',
      advice: 'Repeat the request once. If it fails again, give the operator the request id.',
    },
    SERVICE_UNAVAILABLE: {
      status: 503,
      title: "A part of the service isn't available",
      cause: "The database or the storage isn't available, or the service is starting or stopping.",
      advice:
        'Wait as long as `Retry-After` says and try again. `/api/health/architecture` reports the unavailable parts.',
    },
    CLOCK_DIFFERS: {
      status: 503,
      title: 'The clocks of the service disagree',
      cause: "The clock of a process differs from the database's by more than five seconds. Nothing was sealed.",
      advice:
        'Try again later. The operator must synchronise the machines of the service and of its database with a time server.',
    },
    OVERLOADED: {
      status: 503,
      title: 'The service is overloaded',
      cause: 'All capacity is in use. Nothing was done.',
      advice: 'Wait as long as `Retry-After` says and try again.',
    },
    CAPABILITY_NOT_AVAILABLE: {
      status: 501,
      title: 'This capability is not available',
      cause: 'The capability is planned and not built yet, or this installation doesn’t have it.',
      advice:
        'Work without this capability for now. The GraphQL query `capabilities` lists available and planned capabilities.',
    },
    STORAGE_FULL: {
      status: 507,
      title: 'The storage is full',
      cause: 'No space is left. Stored data is safe.',
      advice: 'Try again after the operator has freed space.',
    },
  },
});
