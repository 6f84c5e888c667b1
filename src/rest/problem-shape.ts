import { z } from 'zod';

/** Schema of the body of every error on REST. */
export const ProblemShape = z
  .object({
    type: z.url().describe('URL of a page about this kind of problem'),
    title: z.string(),
    status: z.int(),
    detail: z
      .string()
      .describe('Sentences about the problem and what to do. The wording may change; the code doesn’t.'),
    instance: z.string(),
    code: z.string(),
    requestId: z.string(),
    ok: z.literal(false),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .loose()
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });
