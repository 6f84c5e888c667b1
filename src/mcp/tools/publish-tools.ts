import { z } from 'zod';
import {
  CancelPublishRequestDocument,
  FetchPermitDocument,
  FilePublishRequestDocument,
  GetPublishRequestDocument,
} from '../../rest/generated/graphql.ts';
import { ADDS, READS, tool } from '../tool.ts';
import { PublishRequestView, publishRequestView, timeOf } from '../views.ts';
import { Id, IdempotencyKey } from './values.ts';

const say = ({ publishRequestId, state, what }: z.infer<typeof PublishRequestView>) =>
  `${publishRequestId} is ${state}. ${what}`;

/** The gate. Nothing here waits for people or says yes in their place. */
export const publishTools = [
  tool({
    name: 'file_publish_request',
    title: 'Ask whether something may be written outside',
    description:
      'Asks people whether an e-mail, a message or a record may be written. Files the request and answers at once with its id and state: nothing is sent, now or later, by this service. You cannot approve it, and neither can your owner.',
    nature: ADDS,
    operation: FilePublishRequestDocument,
    takes: z.strictObject({
      tool: z.string().describe('What would do it, as you call it, e.g. `send_email`.'),
      channel: z.enum(['CRM', 'EMAIL', 'MESSAGING']),
      targets: z
        .array(z.string())
        .meta({ minItems: 1 })
        .describe('EMAIL: addresses. MESSAGING: numbers such as `+4915112345678`, or `@handle`. CRM: `object/id`.'),
      argumentsText: z
        .string()
        .describe(
          'All that the tool would be given: one JSON object, as text. People read it, and approve exactly that.',
        ),
      summary: z.string().describe('What it is for, in your own words. People are told that nobody has checked them.'),
      runIds: z.array(Id).optional().describe('Runs whose output is in it.'),
      assetIds: z.array(Id).optional().describe('Assets that are attached.'),
      idempotencyKey: IdempotencyKey,
    }),
    gives: PublishRequestView,
    variables: (given) => ({ input: given }),
    result: ({ filePublishRequest: answer }) =>
      answer?.__typename === 'FiledPublishRequest' && answer.publishRequest
        ? publishRequestView(answer.publishRequest)
        : null,
    says: say,
  }),

  tool({
    name: 'look_at_publish_request',
    title: 'See how a publish request stands',
    description: 'How a request of yours stands at this moment. Does not wait: ask again later.',
    nature: READS,
    operation: GetPublishRequestDocument,
    takes: z.strictObject({ publishRequestId: Id }),
    gives: PublishRequestView,
    variables: ({ publishRequestId }) => ({ id: publishRequestId }),
    result: ({ publishRequest }) => (publishRequest ? publishRequestView(publishRequest) : null),
    says: say,
  }),

  tool({
    name: 'cancel_publish_request',
    title: 'Take a publish request back',
    description: 'Takes back a request of yours that waits: nobody is asked any more. It cannot be brought back.',
    nature: { ...ADDS, destructiveHint: true, idempotentHint: true },
    operation: CancelPublishRequestDocument,
    takes: z.strictObject({ publishRequestId: Id }),
    gives: PublishRequestView,
    variables: ({ publishRequestId }) => ({ input: { id: publishRequestId } }),
    pointers: { '/id': '/publishRequestId' },
    result: ({ cancelPublishRequest: answer }) =>
      answer?.__typename === 'CanceledPublishRequest' && answer.publishRequest
        ? publishRequestView(answer.publishRequest)
        : null,
    says: say,
  }),

  tool({
    name: 'fetch_permit',
    title: 'Fetch what was approved, once',
    description:
      'Of a request of yours that is APPROVED: the exact bytes that people have approved, and the permit, for an executor of your own. It is given out once, and is used up by that. Fetching it sends nothing.',
    nature: { ...ADDS, destructiveHint: true },
    operation: FetchPermitDocument,
    takes: z.strictObject({ publishRequestId: Id }),
    gives: z.object({
      permitId: z.string(),
      expiresAt: z.string().describe('Do it before then, or not at all.'),
      actionText: z.string().describe('The action as canonical JSON: do what stands there, and nothing else.'),
      wasSent: z.literal(false).describe('Nothing was: that is for your executor.'),
    }),
    variables: ({ publishRequestId }) => ({ input: { publishRequestId } }),
    result: ({ fetchPermit: answer }) =>
      answer?.__typename === 'FetchedPermit' && answer.permit
        ? {
            permitId: answer.permit.id,
            expiresAt: timeOf(answer.permit.expiresAt),
            actionText: answer.actionText,
            wasSent: false as const,
          }
        : null,
    says: ({ permitId }) => `${permitId} is used by this. Nothing was sent: do exactly what the action says, once.`,
  }),
];
