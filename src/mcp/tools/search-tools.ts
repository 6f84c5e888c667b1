import { z } from 'zod';
import { SearchCasesDocument } from '../../rest/generated/graphql.ts';
import { CaseSearchHitFields } from '../../rest/generated/shapes.ts';
import { READS, tool } from '../tool.ts';
import { Id } from './values.ts';

const MAX_PASSAGES = 20;

export const searchTools = [
  tool({
    name: 'search_documents',
    title: 'Search in documents',
    description:
      'Finds passages in the documents of the cases that you are a member of. To quote one, copy its words exactly, and cite document, version and place.',
    nature: READS,
    operation: SearchCasesDocument,
    takes: z.strictObject({
      query: z
        .string()
        .meta({ minLength: 1, maxLength: 10_000 })
        .describe(
          'Words to look for. `"quoted words"` must follow each other; passages with a word after `-` are left out.',
        ),
      first: z
        .int32()
        .meta({ minimum: 1, maximum: 100 })
        .optional()
        .describe(`Maximum number of passages. Default: ${MAX_PASSAGES}.`),
      caseIds: z.array(Id).meta({ maxItems: 100 }).optional().describe('Only documents of these cases.'),
      documentIds: z.array(Id).meta({ maxItems: 100 }).optional().describe('Only these documents.'),
      languages: z
        .array(z.string())
        .meta({ maxItems: 100 })
        .optional()
        .describe('Only documents in these languages, as primary BCP 47 tags such as `de`.'),
    }),
    gives: z.object({
      // Highlights are for screens: agents read the words themselves.
      passages: z.array(CaseSearchHitFields.omit({ highlights: true })).describe('Passages, the best first.'),
      isComplete: z
        .boolean()
        .describe(
          'True if all passages that fit were compared. If false, send more words: better ones may be missing.',
        ),
    }),
    variables: ({ query, first, ...filter }) => ({ query, first: first ?? MAX_PASSAGES, filter }),
    result: ({ searchCases }) =>
      searchCases && {
        passages: searchCases.hits.map(({ highlights: _, headingPath, ...hit }) => ({
          ...hit,
          headingPath: [...headingPath],
        })),
        isComplete: searchCases.isComplete,
      },
    summaryOf: ({ passages }) =>
      passages.length === 0
        ? 'No passage fits the query.'
        : passages.map(({ document, start, end, text }) => `${document.name} (${start}–${end}):\n${text}`).join('\n\n'),
  }),
];
