import type { Role } from './auth/roles.ts';

/** What a thing of one kind is recognised by. */
interface IdDefinition {
  /** In front of each id, e.g. `ast`. Never changes. */
  prefix: string;
  /** The GraphQL type it names, where that is a node. */
  node?: string;
}

interface PermissionDefinition {
  /** What it allows, for who grants it. */
  title: string;
  /** Who has it. */
  roles: readonly Role[];
}

export interface ProblemDefinition {
  /** HTTP status on REST. */
  status: number;
  title: string;
  /** Why it comes, in a sentence. What stands between backticks is code. */
  cause?: string;
  /** What whoever meets it does about it, likewise. */
  advice?: string;
}

/** The names under which a part of the service is known to others: in ids, guards and problems. None ever changes its meaning. */
export interface RegistryEntries {
  ids: Readonly<Record<string, IdDefinition>>;
  permissions: Readonly<Record<string, PermissionDefinition>>;
  problems: Readonly<Record<string, ProblemDefinition>>;
  /** Text of what a caller with a role shows, and where it is found, for who has shown nothing: `a customer key (command …)`. */
  credentials: Readonly<Partial<Record<Role, string>>>;
}

/** Filled in by each part, by declaration merging beside its names; so a guard or an id of no part does not compile. */
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

/** All names of all parts that are loaded. */
export const REGISTRY = { ids, permissions, problems, credentials } as {
  readonly ids: ReadonlyMap<IdKind, IdDefinition>;
  readonly permissions: ReadonlyMap<Permission, PermissionDefinition>;
  readonly problems: ReadonlyMap<ErrorCode, ProblemDefinition>;
  readonly credentials: ReadonlyMap<Role, string>;
};

/**
 * Names the ids, permissions, problems and credentials of one part. @throws when a name or a prefix is another part's already.
 */
export function registerNames<const Part extends Partial<RegistryEntries>>(part: Part): CompleteEntries<Part> {
  const filled = { ids: {}, permissions: {}, problems: {}, credentials: {}, ...part };
  for (const { prefix } of Object.values<IdDefinition>(filled.ids)) {
    if ([...ids.values()].some((known) => known.prefix === prefix)) throw new Error(`Ids have ${prefix}_ already.`);
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
    if (known.has(name)) throw new Error(`There is another ${name} already.`);
    known.set(name, what);
  }
}

/** Problems that any part can meet, and what any part may allow. */
const platformNames = registerNames({
  ids: { auditEntry: { prefix: 'aud', node: 'AuditEntry' } },
  permissions: {
    'changes:unmetered': {
      title: 'Change as much in an hour as one likes',
      roles: ['ADMIN', 'EDITOR', 'APPROVER', 'AUDITOR', 'INTEGRATION'],
    },
    'refusals:unmetered': { title: 'Have each refusal written into the audit trail', roles: [] },
    'requests:large': { title: 'Send a picture in the body of a request', roles: ['ADMIN', 'EDITOR'] },
  },
  problems: {
    BAD_REQUEST: {
      status: 400,
      title: 'The request cannot be read',
      cause: 'The body is no JSON, the path or a header cannot be decoded, or something is there twice.',
      advice: 'Check how the request is written. The answer says where it stopped making sense.',
    },
    BAD_USER_INPUT: {
      status: 400,
      title: 'A value is not what this operation takes',
      cause: 'A value is missing, of another type, or out of its bounds.',
      advice: 'Mend what `errors` lists, in GraphQL `issues`: each has a pointer to its place in the request.',
    },
    GRAPHQL_PARSE_FAILED: {
      status: 400,
      title: 'The GraphQL document has a syntax error',
      cause: 'The document is not GraphQL.',
      advice: 'Look at the line and column in `locations`.',
    },
    GRAPHQL_VALIDATION_FAILED: {
      status: 400,
      title: 'The GraphQL document does not fit the schema or passes a limit',
      cause: 'A field or argument does not exist, or the document is deeper, longer or dearer than is allowed.',
      advice: 'Compare it with `/schema.graphql`. What passes a limit has to ask for less at once.',
    },
    IDEMPOTENCY_KEY_INVALID: {
      status: 400,
      title: 'The Idempotency-Key is not usable',
      cause: 'The key is empty, too long, has control characters, or there is more than one.',
      advice: 'Send one key of 1 to 255 printable characters, such as a random UUID.',
    },
    UNAUTHENTICATED: {
      status: 401,
      title: 'Credentials are missing or not valid',
      cause: 'The request has no credential, or one that is not known, not valid any more, or not for this path.',
      advice:
        'Sign in at `/admin`, or send `Authorization: Bearer …` with the admin token, a customer key or an agent key. By default the admin token is in the file `.data/secrets/admin-token`.',
    },
    FORBIDDEN: {
      status: 403,
      title: 'These credentials do not allow this',
      cause: 'Whoever asks is known, and may not do this.',
      advice: 'Use a credential that may do it, or ask an ADMIN.',
    },
    CHANGE_HELD: {
      status: 202,
      title: 'Another person has to approve this change',
      cause: 'Changes of this kind need two people, and you are the first.',
      advice: 'Ask another approver to open `/admin/approvals`. The change is made when they approve it.',
    },
    DOCUMENT_NOT_KNOWN: {
      status: 403,
      title: 'Without a credential, only listed documents are run',
      cause: 'This service runs only listed documents for callers without a credential.',
      advice: 'Use a listed document, or send a credential.',
    },
    STEP_UP_REQUIRED: {
      status: 403,
      title: 'Whoever has signed in has to show again that it is they',
      cause: 'What was asked for is so grave that a session alone is not enough.',
      advice: 'Show once more that it is you. It counts for ten minutes.',
    },
    PERSON_CHANGED: {
      status: 403,
      title: 'Another operator has signed in with this browser',
      cause:
        'The page was loaded by one operator, and the session in this browser belongs to another by now. The page names its operator in the header `X-Imprimatur-Person`, a form in the field `person`.',
      advice: 'Reload the page. It then shows the operator who is signed in.',
    },
    NOT_FOUND: {
      status: 404,
      title: 'Nothing is here',
      cause: 'The path or the thing does not exist, or it is not for you to see: the answer is the same.',
      advice: 'Check the address for a letter too many or too few, or look for it from the first page on.',
    },
    METHOD_NOT_ALLOWED: {
      status: 405,
      title: 'This path does not take this method',
      cause: 'The path exists, and is not asked with this method.',
      advice: 'Take one of the methods in the header `Allow`.',
    },
    NOT_ACCEPTABLE: {
      status: 406,
      title: 'None of the accepted media types can be served',
      cause: 'The header `Accept` asks for a form that there is not.',
      advice: 'Ask for `application/json`, or leave the header out.',
    },
    REQUEST_TIMEOUT: {
      status: 408,
      title: 'The request came too slowly',
      cause: 'The body came at less than 5 kB/s over half a minute, or took longer than 30 minutes. Nothing was done.',
      advice: 'Send it again over a faster line, or send less.',
    },
    IDEMPOTENCY_IN_PROGRESS: {
      status: 409,
      title: 'The request of this Idempotency-Key is under way',
      cause: 'The first request with this key has not been answered yet.',
      advice: 'Ask again in a moment with the same key: you get its answer.',
    },
    IDEMPOTENT_ANSWER_GONE: {
      status: 409,
      title: 'What this Idempotency-Key began has no answer to give again',
      cause: 'The first request with this key was carried out, and its answer is not kept.',
      advice: 'Look in the log for what came of it. To have it done once more, take a new key.',
    },
    CONFLICT: {
      status: 409,
      title: 'This does not fit the present state',
      cause: 'Somebody else has changed it in the meantime, or it is in a state in which this cannot be done.',
      advice: 'Read it anew and decide again.',
    },
    PAYLOAD_TOO_LARGE: {
      status: 413,
      title: 'The request is too large',
      cause: 'The body has more bytes than this path takes.',
      advice: 'Send less. The answer says how much is taken.',
    },
    URI_TOO_LONG: {
      status: 414,
      title: 'The address is too long',
      cause: 'The address has more characters than are read.',
      advice: 'Put what is long into the body of a POST.',
    },
    UNSUPPORTED_MEDIA_TYPE: {
      status: 415,
      title: 'This content type is not taken here',
      cause: 'The header `Content-Type` names a form that is not read here.',
      advice: 'Send `Content-Type: application/json`.',
    },
    INPUT_INVALID: {
      status: 422,
      title: 'A value is understood but not allowed',
      cause: 'The value is well formed, and still not one that is allowed here.',
      advice: 'Mend what `errors` lists, in GraphQL `issues`: each has a pointer to its place in the request.',
    },
    IDEMPOTENCY_KEY_REUSED: {
      status: 422,
      title: 'The Idempotency-Key belongs to another request',
      cause: 'The same key came with another request before.',
      advice: 'Take a new key for each new request, and the same one only to repeat it.',
    },
    RATE_LIMITED: {
      status: 429,
      title: 'Too many requests',
      cause: 'More was asked in a short time than one caller may.',
      advice: 'Wait as long as `Retry-After` says. The headers `RateLimit` and `RateLimit-Policy` tell what is left.',
    },
    INTERNAL_SERVER_ERROR: {
      status: 500,
      title: 'Internal error',
      cause: 'A fault of the service, which has logged it.',
      advice: 'Try again once. If it comes back, give the operator the request id.',
    },
    SERVICE_UNAVAILABLE: {
      status: 503,
      title: 'A part of the service is away',
      cause: 'The database or the storage is away, or the service is starting or stopping.',
      advice: 'Wait as long as `Retry-After` says and try again. `/api/health/architecture` tells what is away.',
    },
    CLOCK_DIFFERS: {
      status: 503,
      title: 'The clocks of the service disagree',
      cause: "The clock of a process differs from the database's by more than five seconds. Nothing was sealed.",
      advice: 'Try again later. The operator lets both machines ask a time server.',
    },
    OVERLOADED: {
      status: 503,
      title: 'More is asked than can be answered at once',
      cause: 'Everything that can answer is busy. Nothing was done.',
      advice: 'Wait as long as `Retry-After` says and try again.',
    },
    CAPABILITY_NOT_AVAILABLE: {
      status: 501,
      title: 'This is planned and not built',
      cause: 'It is on the road map, and the service says so rather than to pretend.',
      advice: 'Do without it for now. `capabilities` in the graph lists what there is and what is planned.',
    },
    STORAGE_FULL: {
      status: 507,
      title: 'The storage is full',
      cause: 'There is no room for more. What is there is safe.',
      advice: 'Try again when the operator has made room.',
    },
  },
});
