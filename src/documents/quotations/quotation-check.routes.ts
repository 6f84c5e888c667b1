import { z } from 'zod';
import { QUOTATION_LIMITS, QUOTATION_RULES } from '../../quotations/index.ts';
import { CheckQuotationsDocument } from '../../rest/generated/graphql.ts';
import { QuotationReportFields } from '../../rest/generated/shapes.ts';
import { type Route, route } from '../../rest/index.ts';
import { CASE_ID, DOCUMENTS_TAG } from '../documents.docs.ts';

/** Maximum bytes of the body: a brief of ASCII takes one byte per character, and three if a program escapes many of them. */
const MAX_BODY_BYTES = 3 * QUOTATION_LIMITS.BRIEF + 100_000;

const QuotationReport = QuotationReportFields.meta({ id: 'QuotationReport' });

/** REST routes of the check of quotations. */
export const quotationCheckRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/cases/:id/quotation-checks',
    tag: DOCUMENTS_TAG,
    summary: 'Check the quotations of a brief',
    description:
      'Looks up every quotation of a brief in the newest READY versions of the case’s documents, word for word and without a model. Nothing of the brief is stored.',
    params: { id: CASE_ID },
    example: { body: { brief: 'The contract says: “The lease ends on 3 March.”' } },
    operation: CheckQuotationsDocument,
    credential: 'BEARER',
    maxBodyBytes: MAX_BODY_BYTES,
    body: z
      .strictObject({
        brief: z
          .string()
          .meta({ maxLength: QUOTATION_LIMITS.BRIEF })
          .describe('Text of the brief. All offsets refer to it, in UTF-16 code units.'),
      })
      .meta({ required: ['brief'] }),
    variables: ({ params, body }) => ({ input: { caseId: params.id!, brief: body.brief } }),
    reply: ({ checkQuotations: { report } }) => ({ status: 200, body: { ...report } }),
    answer: {
      status: 200,
      description: 'The report.',
      schema: QuotationReport,
      example: {
        quotations: [
          {
            start: 20,
            end: 46,
            form: 'MARKS',
            text: 'The lease ends on 3 March.',
            citation: null,
            status: 'VERIFIED',
            tier: 'EXACT',
            place: {
              documentId: 'doc_01m818k5q9er0az63q2g08xk2r',
              documentName: 'lease.txt',
              versionId: 'dcv_01m818k5q9er0az63q2g08xk2r',
              versionSha256: '7473368ce1019fa3f368ea055e5715f23c2e2eb67184213577844ba543a1c244',
              textSha256: '7473368ce1019fa3f368ea055e5715f23c2e2eb67184213577844ba543a1c244',
              start: 0,
              end: 26,
              words: 'The lease ends on 3 March.',
              pageFirst: null,
              pageLast: null,
              headingPath: [],
            },
            differences: [],
            differenceCount: 0,
            isMarked: false,
            leavesOutFootnotes: false,
            addsEndMark: false,
          },
        ],
        counts: { total: 1, verified: 1, altered: 0, notFound: 0, tooShort: 0, tooRepetitive: 0, notChecked: 0 },
        unclosed: [],
        unclosedCount: 0,
        sources: [
          {
            documentId: 'doc_01m818k5q9er0az63q2g08xk2r',
            documentName: 'lease.txt',
            versionId: 'dcv_01m818k5q9er0az63q2g08xk2r',
            versionSha256: '7473368ce1019fa3f368ea055e5715f23c2e2eb67184213577844ba543a1c244',
            textSha256: '7473368ce1019fa3f368ea055e5715f23c2e2eb67184213577844ba543a1c244',
            textLength: 26,
            unreadPageCount: 0,
          },
        ],
        uncheckedCount: 0,
        notReadyCount: 0,
        rules: QUOTATION_RULES,
        briefTextSha256: '215da40e11bc436d5ec1a1747e76f600f3a427fccd139cc6f01f93c87fe8f77c',
        briefTextLength: 47,
      },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'INPUT_INVALID', 'NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
  }),
];
