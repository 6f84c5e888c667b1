import { describeCode, type ErrorCode } from '../../src/platform/errors/error-codes.ts';
import type { AnswerDocs, ExampleRequest, MethodDocs } from '../../src/platform/http/method-docs.ts';
import type { Json } from './api.ts';

/** What tests send to an operation, and what it answers: for operations of the document from there, for pages from here. */
export interface Contract extends Pick<MethodDocs, 'name' | 'params' | 'body' | 'takes'> {
  credential?: MethodDocs['credential'] | 'SESSION';
  example: Example;
  answers: Readonly<Record<number, Pick<AnswerDocs, 'headers' | 'content'> & { request?: Example }>>;
}

export interface Example extends ExampleRequest {
  /** What the person has done before: signed in, or entered a password and no code yet. */
  after?: 'SIGN_IN' | 'PASSWORD';
}

/** How an answer of a page is described: headers that end in a question mark are sometimes sent. */
interface PageAnswer {
  headers: readonly string[];
  types?: readonly string[];
  request?: Example;
}

interface PageContract {
  /** True if it is only for people who have signed in. Others are redirected to the sign-in page. */
  isForPersons?: boolean;
  /** An example of each parameter in the path. */
  params?: Readonly<Record<string, string>>;
  query?: readonly string[];
  form?: Form;
  answers: Readonly<Record<number, PageAnswer>>;
  /** Beside those that `form`, `params` and `query` bring. */
  problems?: readonly ErrorCode[];
  /** True if problems are RFC 9457 problem details. Default: pages. */
  hasProblemDetails?: boolean;
}

interface Form {
  required: readonly string[];
  optional?: readonly string[];
  /** Values of fields that take no others. */
  values?: Readonly<Record<string, readonly string[]>>;
  example: Readonly<Record<string, string>>;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const LINK_EXAMPLE = 'imol_wbqolQhaxmwXpNbHbTkTkttVAzHSCwZCO1AQWgX';
const PAGE_HEADERS = ['Cache-Control', 'X-Robots-Tag'];
const PAGE: PageAnswer = { headers: PAGE_HEADERS, types: ['text/html'] };
const ONWARD: PageAnswer = { headers: ['Location', 'Cache-Control', 'Set-Cookie?'] };
const TO_SIGN_IN: PageAnswer = { headers: ['Location', 'Cache-Control'] };
const TO_SCREENS: PageAnswer = { headers: ['Location', 'Cache-Control', 'Vary?'], types: ['text/html', 'text/plain'] };
const FILE_TYPES = ['text/javascript', 'text/css', 'font/ttf'];
const FILE_HEADERS = ['Cache-Control', 'Last-Modified', 'Accept-Ranges', 'Vary'];

type More = Omit<PageContract, 'answers'> & Partial<Pick<PageContract, 'answers'>>;

const page = (more: More = {}): PageContract => ({
  answers: { 200: PAGE },
  ...more,
  problems: [...(more.problems ?? []), 'SERVICE_UNAVAILABLE', 'OVERLOADED'],
});

const post = (form: Form, more: More = {}): PageContract => ({
  ...page({ problems: ['RATE_LIMITED'], answers: { 303: ONWARD }, ...more }),
  form,
});

const OF_TYPED = ['INPUT_INVALID', 'RATE_LIMITED'] as const;
const OF_LINK = { params: { token: LINK_EXAMPLE }, problems: ['NOT_FOUND', 'RATE_LIMITED'] } as const;
const OF_LINK_FORM = { params: OF_LINK.params, problems: [...OF_TYPED, 'NOT_FOUND'] } as const;

/**
 * Every page under `/admin` by its method and its path, except the two of OpenID Connect, which are only served with a
 * provider. Their mounts say `kind: 'page'`, and `/openapi.json` leaves them out.
 */
const PAGES: Readonly<Record<string, PageContract>> = {
  'GET /admin/sign-in': page({ answers: { 200: PAGE, 303: { ...ONWARD, request: { after: 'SIGN_IN' } } } }),
  'POST /admin/sign-in': post(
    {
      required: ['email', 'password'],
      optional: ['next'],
      example: { email: 'ada@example.org', password: 'difference engine no. 2' },
    },
    { problems: OF_TYPED },
  ),
  'GET /admin/sign-out': page({ isForPersons: true }),
  'POST /admin/sign-out': post({ required: [], example: {} }, { isForPersons: true, problems: [] }),
  'GET /admin/begin/:token': page(OF_LINK),
  'POST /admin/begin/:token': post(
    {
      required: ['name', 'password'],
      optional: ['email'],
      example: { name: 'Ada', email: 'ada@example.org', password: 'difference engine no. 2' },
    },
    OF_LINK_FORM,
  ),
  'GET /admin/reset/:token': page(OF_LINK),
  'POST /admin/reset/:token': post(
    { required: ['password'], example: { password: 'difference engine no. 3' } },
    OF_LINK_FORM,
  ),
  'GET /admin/invitations/:token': page(OF_LINK),
  'POST /admin/invitations/:token': post(
    { required: ['name', 'password'], example: { name: 'Ada', password: 'difference engine no. 2' } },
    OF_LINK_FORM,
  ),
  'GET /admin/account': page({ isForPersons: true }),
  'POST /admin/account/sessions/end': post(
    { required: ['session'], example: { session: 'ops_01m818k5q9er0az63q2g08xk2r' } },
    { isForPersons: true, problems: [] },
  ),
  'POST /admin/account/sessions/end-all': post({ required: [], example: {} }, { isForPersons: true, problems: [] }),
  'GET /admin/confirm': page({ isForPersons: true, query: ['next', 'fault'] }),
  'POST /admin/confirm': post(
    {
      required: [],
      optional: ['next', 'password', 'code', 'passkey'],
      example: { code: '123456', next: '/admin/account' },
    },
    { isForPersons: true },
  ),
  'GET /admin/sign-in/code': page({
    query: ['fault'],
    answers: { 303: ONWARD, 200: { ...PAGE, request: { after: 'PASSWORD' } } },
  }),
  'POST /admin/sign-in/code': post({ required: ['code'], example: { code: '123456' } }),
  'GET /admin/passkeys.js': {
    answers: { 200: { headers: ['Cache-Control'], types: ['text/javascript'] } },
    hasProblemDetails: true,
  },
  'GET /admin/sign-in/passkey': page({ query: ['next', 'fault'] }),
  'POST /admin/sign-in/passkey': post({ required: ['passkey'], optional: ['next'], example: { passkey: '{}' } }),
  'GET /admin/account/second-factors': page({ isForPersons: true, query: ['said'] }),
  'POST /admin/account/second-factors': post(
    {
      required: ['do'],
      optional: ['id', 'name', 'passkey', 'code'],
      values: {
        do: [
          'add-passkey',
          'rename-passkey',
          'remove-passkey',
          'begin-codes',
          'confirm-codes',
          'renew-codes',
          'remove-codes',
        ],
      },
      example: { do: 'remove-passkey', id: 'opk_01m818k5q9er0az63q2g08xk2r' },
    },
    { isForPersons: true, answers: { 303: ONWARD, 200: { ...PAGE, request: { body: { do: 'begin-codes' } } } } },
  ),
  'GET /admin/account/password': page({ isForPersons: true }),
  'POST /admin/account/password': post(
    {
      required: ['password'],
      optional: ['present'],
      example: { present: 'difference engine no. 2', password: 'difference engine no. 3' },
    },
    { isForPersons: true, problems: [...OF_TYPED, 'CONFLICT'] },
  ),
  'GET /admin/inbox': page({ answers: { 308: TO_SCREENS } }),
  'GET /admin/inbox/:approvalId': page({
    params: { approvalId: 'apv_01m818k5q9er0az63q2g08xk2r' },
    answers: { 308: TO_SCREENS },
  }),
  'GET /admin/assets/:file': {
    params: { file: 'index.js' },
    answers: {
      200: { headers: [...FILE_HEADERS, 'Content-Encoding?'], types: FILE_TYPES },
      206: {
        headers: [...FILE_HEADERS, 'Content-Range'],
        types: FILE_TYPES,
        request: { headers: { Range: 'bytes=0-15' } },
      },
    },
    problems: ['NOT_FOUND'],
  },
  'GET /admin': page({ isForPersons: true }),
  'GET /admin/*screen': page({ isForPersons: true, params: { screen: 'audit' } }),
};

/** A page as the tests of documented operations take one. */
interface PageOperation {
  method: string;
  /** As it is mounted. */
  path: string;
  contract: Contract;
  /** In the form of an operation of the document. */
  operation: Json;
}

export const PAGE_OPERATIONS: readonly PageOperation[] = Object.entries(PAGES).map(([key, of]) => {
  const [method, path] = key.split(' ') as [string, string];
  const { isForPersons, params = {}, form, answers } = of;
  const contract: Contract = {
    name: key,
    ...(isForPersons && { credential: 'SESSION' }),
    params: Object.fromEntries(
      Object.entries(params).map(([name, example]) => [name, { description: name, example }] as const),
    ),
    example: form ? { body: form.example } : {},
    ...(form && { body: { [FORM_TYPE]: schemaOf(form, isForPersons) } }),
    answers: Object.fromEntries(
      Object.entries(answers).map(([status, { request }]) => [status, request ? { request } : {}]),
    ),
  };
  return { method, path, contract, operation: operationOf(key, of) };
});

function operationOf(key: string, of: PageContract): Json {
  const { isForPersons, params = {}, query = [], form, answers } = of;
  const text = { schema: { type: 'string' } };
  const toSignIn: Record<number, PageAnswer> = isForPersons && !answers[303] ? { 303: TO_SIGN_IN } : {};
  return {
    operationId: key,
    parameters: [
      ...Object.entries(params).map(([name, example]) => ({ name, in: 'path', required: true, ...text, example })),
      ...query.map((name) => ({ name, in: 'query', required: false, ...text })),
    ],
    ...(form && {
      requestBody: { content: { [FORM_TYPE]: { schema: schemaOf(form, isForPersons), example: form.example } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries({ ...problemsOf(of), ...answers, ...toSignIn }).map(([status, answer]) => [
          status,
          responseOf(answer),
        ]),
      ),
      // Node answers it before any code of the service runs.
      431: {},
    },
  };
}

function schemaOf({ required, optional = [], values = {} }: Form, isForPersons = false): Json {
  const names = [...required, ...optional, ...(isForPersons ? ['person'] : [])];
  return {
    type: 'object',
    required,
    properties: Object.fromEntries(
      names.map((name) => [name, { type: 'string', ...(values[name] && { enum: values[name] }) }]),
    ),
  };
}

function problemsOf({
  isForPersons,
  params,
  query,
  form,
  problems = [],
  hasProblemDetails,
}: PageContract): Record<number, PageAnswer> {
  const codes = new Set<ErrorCode>([
    ...problems,
    ...(form ? (['FORBIDDEN', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(form && isForPersons ? (['PERSON_CHANGED'] as const) : []),
    ...(params || form || query ? (['BAD_REQUEST'] as const) : []),
    'INTERNAL_SERVER_ERROR',
  ]);
  const isCounted = codes.has('RATE_LIMITED');
  return Object.fromEntries(
    [...codes].map((code) => {
      const { status } = describeCode(code);
      return [
        status,
        {
          headers: [
            ...(hasProblemDetails ? ['Cache-Control'] : PAGE_HEADERS),
            ...(status === 429 ? ['Retry-After'] : []),
            ...(status === 503 ? ['Retry-After?'] : []),
            ...(status === 415 ? ['Accept?'] : []),
            ...(isCounted ? ['RateLimit?', 'RateLimit-Policy?'] : []),
          ],
          types: [hasProblemDetails ? 'application/problem+json' : 'text/html'],
        },
      ];
    }),
  );
}

function responseOf({ headers, types }: PageAnswer): Json {
  return {
    headers: Object.fromEntries(
      ['X-Request-Id', ...headers].map((written) => {
        const name = written.replace(/\?$/, '');
        return [name, { $ref: `#/components/headers/${name}${written === name ? '' : '.sometimes'}` }];
      }),
    ),
    ...(types && { content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }])) }),
  };
}
