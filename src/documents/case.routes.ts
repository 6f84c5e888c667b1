import { z } from 'zod';
import { DataClass } from '../models/index.ts';
import {
  AddCaseMemberDocument,
  CreateCaseDocument,
  EraseCaseDocument,
  GetCaseDocument,
  ListCasesDocument,
  RemoveCaseMemberDocument,
  UpdateCaseDocument,
} from '../rest/generated/graphql.ts';
import {
  idempotencyKeyOf,
  listExample,
  listQuery,
  listReply,
  listShape,
  type Reply,
  type Route,
  route,
} from '../rest/index.ts';
import { MAX_CASE_NAME_LENGTH, MAX_RETENTION_MONTHS } from './case.inputs.ts';
import { CASE_EXAMPLE, CaseShape, caseBody } from './case.shape.ts';
import { CASE_ID, DOCUMENTS_TAG } from './documents.docs.ts';

const OneCase = z.object({ ok: z.literal(true), case: CaseShape });
const ONE_CASE = { ok: true, case: CASE_EXAMPLE };

/** Members of a request. The limits are only for the documentation; the operation validates the values. */
const Name = z.string().meta({ minLength: 1, maxLength: MAX_CASE_NAME_LENGTH }).describe('Name of the case.');
const Classes = z
  .enum([DataClass.HOSTED, DataClass.LOCAL_ONLY])
  .describe('Where the text of the documents may be processed. LOCAL_ONLY: it never leaves the customer’s own server.');
const Months = z
  .int32()
  .meta({ minimum: 1, maximum: MAX_RETENTION_MONTHS })
  .nullish()
  .describe('Months after its upload when a document is erased. Null: documents stay until someone erases them.');
const Member = z
  .string()
  .meta({ maxLength: 100 })
  .describe('Actor: an operator as `operator:op_…`, or an agent of the customer as `agent:agt_…`.');

/** REST routes of cases. */
export const caseRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/cases',
    tag: DOCUMENTS_TAG,
    summary: 'List cases, newest first',
    description:
      'Returns one page of the cases that the caller can see; the header `Link` has the URL of the next page, if there is one. Erased cases are left out.',
    example: { query: { limit: '20', q: 'Jones' } },
    operation: ListCasesDocument,
    credential: 'BEARER',
    isTagged: true,
    query: z.strictObject({
      ...listQuery(100, 'cases'),
      q: z.string().max(MAX_CASE_NAME_LENGTH).optional().describe('Part of the name. Case and accents don’t matter.'),
      customerId: z.string().max(64).optional().describe('Only cases of this customer.'),
    }),
    variables: ({ query }) => ({
      first: query.limit,
      after: query.cursor,
      filter: { search: query.q, customerId: query.customerId },
    }),
    pointers: {
      '/first': '/limit',
      '/after': '/cursor',
      '/filter/search': '/q',
      '/filter/customerId': '/customerId',
    },
    reply: ({ cases }, { publicUrl, query }) => listReply(`${publicUrl}/api/cases`, query, cases, caseBody),
    answer: {
      status: 200,
      description: 'One page of cases. The header `Link` has the URL of the next page, if there is one.',
      headers: ['Link?'],
      schema: listShape(CaseShape),
      example: listExample(CASE_EXAMPLE),
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN'],
  }),

  route({
    method: 'POST',
    path: '/api/cases',
    tag: DOCUMENTS_TAG,
    summary: 'Create a case',
    description: 'Creates a case without documents. An operator who creates one becomes its member.',
    example: {
      headers: { 'Idempotency-Key': 'smith-v-jones' },
      body: { name: 'Smith v Jones', dataClass: 'HOSTED', retentionMonths: 24 },
    },
    takes: ['Idempotency-Key'],
    operation: CreateCaseDocument,
    credential: 'BEARER',
    body: z.strictObject({
      name: Name,
      customerId: z
        .string()
        .meta({ maxLength: 64 })
        .nullish()
        .describe('Customer that owns the case. Default: the caller’s customer; for operators, the service account.'),
      dataClass: Classes.nullish().meta({ default: DataClass.HOSTED }),
      retentionMonths: Months,
    }),
    variables: ({ body, header }) => ({
      input: { ...body, idempotencyKey: idempotencyKeyOf(header('idempotency-key')) },
    }),
    reply: ({ createCase: { case: created, alreadyIssued } }): Reply => ({
      status: alreadyIssued ? 200 : 201,
      headers: alreadyIssued ? { 'Idempotency-Replayed': 'true' } : { Location: `/api/cases/${created.id}` },
      body: { ok: true, case: caseBody(created) },
    }),
    answer: {
      status: 201,
      description: 'The case was created. `Location` is its path.',
      headers: ['Location'],
      schema: OneCase,
      example: { ok: true, case: { ...CASE_EXAMPLE, documentCount: 0, byteCount: 0 } },
    },
    alsoAnswers: [
      {
        status: 200,
        description: 'A request with this idempotency key has created the case before.',
        headers: ['Idempotency-Replayed', 'RateLimit?', 'RateLimit-Policy?'],
        request: {},
      },
    ],
    problems: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'RATE_LIMITED',
      'INPUT_INVALID',
      'CONFLICT',
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),

  route({
    method: 'GET',
    path: '/api/cases/:id',
    tag: DOCUMENTS_TAG,
    summary: 'Get a case',
    description: 'Returns a case with its members, but without its documents.',
    params: { id: CASE_ID },
    example: {},
    operation: GetCaseDocument,
    credential: 'BEARER',
    isTagged: true,
    variables: ({ params }) => ({ id: params.id! }),
    reply: ({ case: found }) => ({ status: 200, body: { ok: true, case: caseBody(found) } }),
    answer: { status: 200, description: 'The case.', schema: OneCase, example: ONE_CASE },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),

  route({
    method: 'PATCH',
    path: '/api/cases/:id',
    tag: DOCUMENTS_TAG,
    summary: 'Change a case',
    description: 'Changes the name, data class or retention of a case. Members that are left out keep their value.',
    params: { id: CASE_ID },
    example: { body: { retentionMonths: 36 } },
    operation: UpdateCaseDocument,
    credential: 'BEARER',
    body: z.strictObject({
      name: Name.nullish(),
      dataClass: Classes.nullish(),
      retentionMonths: Months,
      ifVersion: z
        .int32()
        .meta({ minimum: 0 })
        .nullish()
        .describe(
          '`version` that the caller last read. If the case has changed since, nothing is saved, and the response is 409. Default: overwrite.',
        ),
    }),
    variables: ({ params, body }) => ({ input: { caseId: params.id!, ...body } }),
    reply: ({ updateCase: { case: updated } }) => ({ status: 200, body: { ok: true, case: caseBody(updated) } }),
    answer: {
      status: 200,
      description: 'The case was changed.',
      schema: OneCase,
      example: { ok: true, case: { ...CASE_EXAMPLE, retentionMonths: 36, version: 2 } },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'NOT_FOUND', 'INPUT_INVALID', 'CONFLICT'],
  }),

  route({
    method: 'DELETE',
    path: '/api/cases/:id',
    tag: DOCUMENTS_TAG,
    summary: 'Erase a case',
    description:
      'Erases a case with all its documents: bytes, texts and names. Ids, digests, lengths and times stay. It can’t be undone.',
    params: { id: CASE_ID },
    example: {},
    operation: EraseCaseDocument,
    credential: 'BEARER',
    variables: ({ params }) => ({ input: { caseId: params.id! } }),
    reply: ({ eraseCase: { case: erased } }) => ({ status: 200, body: { ok: true, case: caseBody(erased) } }),
    answer: {
      status: 200,
      description: 'The case is erased.',
      schema: OneCase,
      example: {
        ok: true,
        case: {
          ...CASE_EXAMPLE,
          name: null,
          documentCount: 0,
          byteCount: 0,
          members: [],
          erasedAt: '2026-11-22T10:02:44.020Z',
        },
      },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'NOT_FOUND'],
  }),

  route({
    method: 'POST',
    path: '/api/cases/:id/members',
    tag: DOCUMENTS_TAG,
    summary: 'Add a member to a case',
    description:
      'Adds an operator or an agent of the customer, who can then read the documents. Takes effect with the next request.',
    params: { id: CASE_ID },
    example: { body: { member: CASE_EXAMPLE.members[0]!.member } },
    operation: AddCaseMemberDocument,
    credential: 'BEARER',
    body: z.strictObject({ member: Member }),
    variables: ({ params, body }) => ({ input: { caseId: params.id!, member: body.member } }),
    reply: ({ addCaseMember: { case: changed } }) => ({ status: 200, body: { ok: true, case: caseBody(changed) } }),
    answer: {
      status: 200,
      description: 'The member was added, or was one already.',
      schema: OneCase,
      example: ONE_CASE,
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'NOT_FOUND', 'INPUT_INVALID', 'CONFLICT'],
  }),

  route({
    method: 'DELETE',
    path: '/api/cases/:id/members/:member',
    tag: DOCUMENTS_TAG,
    summary: 'Remove a member from a case',
    description: 'Removes an operator or agent. Takes effect with the next request.',
    params: {
      id: CASE_ID,
      member: { description: 'Actor, as in `members`.', example: CASE_EXAMPLE.members[0]!.member },
    },
    example: {},
    operation: RemoveCaseMemberDocument,
    credential: 'BEARER',
    variables: ({ params }) => ({ input: { caseId: params.id!, member: params.member! } }),
    reply: ({ removeCaseMember: { case: changed } }) => ({
      status: 200,
      body: { ok: true, case: caseBody(changed) },
    }),
    answer: {
      status: 200,
      description: 'The member was removed, or wasn’t one.',
      schema: OneCase,
      example: ONE_CASE,
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'NOT_FOUND'],
  }),
];
