import type { Role } from './auth/roles.ts';

/** What a thing of one kind is recognised by. */
interface IdName {
  /** In front of each id, e.g. `ast`. Never changes. */
  prefix: string;
  /** The GraphQL type it names, where that is a node. */
  node?: string;
}

interface PermissionName {
  /** What it allows, for who grants it. */
  title: string;
  /** Who has it. */
  roles: readonly Role[];
}

interface ProblemName {
  /** HTTP status on REST. */
  status: number;
  title: string;
}

/** The names under which a part of the service is known to others: in ids, guards and problems. None ever changes its meaning. */
export interface NameTable {
  ids: Readonly<Record<string, IdName>>;
  permissions: Readonly<Record<string, PermissionName>>;
  problems: Readonly<Record<string, ProblemName>>;
}

/** Filled in by each part, by declaration merging beside its names; so a guard or an id of no part does not compile. */
export interface Names {
  platform: typeof platformNames;
}

type NameIn<Table extends keyof NameTable> = { [Part in keyof Names]: keyof Names[Part][Table] }[keyof Names] & string;
export type IdKind = NameIn<'ids'>;
export type Permission = NameIn<'permissions'>;
export type ErrorCode = NameIn<'problems'>;

const ids = new Map<string, IdName>();
const permissions = new Map<string, PermissionName>();
const problems = new Map<string, ProblemName>();

/** All names of all parts that are loaded. */
export const NAMES = { ids, permissions, problems } as {
  readonly ids: ReadonlyMap<IdKind, IdName>;
  readonly permissions: ReadonlyMap<Permission, PermissionName>;
  readonly problems: ReadonlyMap<ErrorCode, ProblemName>;
};

/**
 * Names the ids, permissions and problems of one part. @throws when a name or a prefix is another part's already.
 */
export function defineNames<const Part extends Partial<NameTable>>(part: Part): Filled<Part> {
  const filled = { ids: {}, permissions: {}, problems: {}, ...part };
  for (const { prefix } of Object.values<IdName>(filled.ids)) {
    if ([...ids.values()].some((known) => known.prefix === prefix)) throw new Error(`Ids have ${prefix}_ already.`);
  }
  addAll(ids, filled.ids);
  addAll(permissions, filled.permissions);
  addAll(problems, filled.problems);
  return filled as Filled<Part>;
}

type Filled<Part> = {
  [Table in keyof NameTable]: Part extends Record<Table, infer Named> ? Named : Record<never, never>;
};

function addAll<Name>(known: Map<string, Name>, added: Readonly<Record<string, Name>>): void {
  for (const [name, what] of Object.entries(added)) {
    if (known.has(name)) throw new Error(`There is another ${name} already.`);
    known.set(name, what);
  }
}

/** Problems that any part can meet, and what any part may allow. */
const platformNames = defineNames({
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
    BAD_REQUEST: { status: 400, title: 'The request cannot be read' },
    BAD_USER_INPUT: { status: 400, title: 'A value is not what this operation takes' },
    GRAPHQL_PARSE_FAILED: { status: 400, title: 'The GraphQL document has a syntax error' },
    GRAPHQL_VALIDATION_FAILED: { status: 400, title: 'The GraphQL document does not fit the schema or passes a limit' },
    IDEMPOTENCY_KEY_INVALID: { status: 400, title: 'The Idempotency-Key is not usable' },
    UNAUTHENTICATED: { status: 401, title: 'Credentials are missing or not valid' },
    FORBIDDEN: { status: 403, title: 'These credentials do not allow this' },
    CHANGE_HELD: { status: 202, title: 'Another person has to approve this change' },
    DOCUMENT_NOT_KNOWN: { status: 403, title: 'Without a credential, only listed documents are run' },
    STEP_UP_REQUIRED: { status: 403, title: 'Whoever has signed in has to show again that it is they' },
    NOT_FOUND: { status: 404, title: 'Nothing is here' },
    METHOD_NOT_ALLOWED: { status: 405, title: 'This path does not take this method' },
    NOT_ACCEPTABLE: { status: 406, title: 'None of the accepted media types can be served' },
    IDEMPOTENCY_IN_PROGRESS: { status: 409, title: 'The request of this Idempotency-Key is under way' },
    IDEMPOTENT_ANSWER_GONE: { status: 409, title: 'What this Idempotency-Key began has no answer to give again' },
    CONFLICT: { status: 409, title: 'This does not fit the present state' },
    PAYLOAD_TOO_LARGE: { status: 413, title: 'The request is too large' },
    URI_TOO_LONG: { status: 414, title: 'The address is too long' },
    UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'This content type is not taken here' },
    INPUT_INVALID: { status: 422, title: 'A value is understood but not allowed' },
    IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The Idempotency-Key belongs to another request' },
    RATE_LIMITED: { status: 429, title: 'Too many requests' },
    INTERNAL_SERVER_ERROR: { status: 500, title: 'Internal error' },
    SERVICE_UNAVAILABLE: { status: 503, title: 'A part of the service is away' },
    OVERLOADED: { status: 503, title: 'More is asked than can be answered at once' },
    CAPABILITY_NOT_AVAILABLE: { status: 501, title: 'This is planned and not built' },
    STORAGE_FULL: { status: 507, title: 'The storage is full' },
  },
});
