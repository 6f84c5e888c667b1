import { z } from 'zod';
import {
  CancelPublishRequestDocument,
  CreatePublishRequestDocument,
  FetchPermitDocument,
  GetPublishRequestDocument,
} from '../../rest/generated/graphql.ts';
import { ADDS, READS, tool } from '../tool.ts';
import { PublishRequestView, publishRequestView, timeOf } from '../views.ts';
import { Id, IdempotencyKey } from './values.ts';

const requestSummary = ({ publishRequestId, state, what }: z.infer<typeof PublishRequestView>) =>
  `${publishRequestId} is ${state}. ${what}`;

/** MCP tools for publish requests. None of them waits for a decision, and none can approve. */
export const publishTools = [
  tool({
    name: 'file_publish_request',
    title: 'File a publish request',
    description:
      'Requests approval to write an e-mail, a message or a CRM record. Returns the id and status at once. This service never sends anything. Neither you nor your owner can approve the request.',
    nature: ADDS,
    operation: CreatePublishRequestDocument,
    takes: z.strictObject({
      tool: z.string().describe('Your tool that would execute the action, e.g. `send_email`.'),
      channel: z.enum(['CRM', 'EMAIL', 'MESSAGING']),
      targets: z
        .array(z.string())
        .meta({ minItems: 1 })
        .describe('EMAIL: addresses. MESSAGING: numbers such as `+4915112345678`, or `@handle`. CRM: `object/id`.'),
      argumentsText: z
        .string()
        .describe('Arguments of the tool as text: one JSON object. Approvers read and approve exactly this text.'),
      summary: z.string().describe('Purpose in your own words. Approvers see it marked as unverified.'),
      runIds: z.array(Id).optional().describe('Runs whose output it contains.'),
      assetIds: z.array(Id).optional().describe('Attached assets.'),
      idempotencyKey: IdempotencyKey,
    }),
    gives: PublishRequestView,
    variables: (given) => ({ input: given }),
    result: ({ createPublishRequest: answer }) =>
      answer?.__typename === 'CreatedPublishRequest' && answer.publishRequest
        ? publishRequestView(answer.publishRequest)
        : null,
    summaryOf: requestSummary,
  }),

  tool({
    name: 'look_at_publish_request',
    title: 'Read the status of a publish request',
    description: 'Current status of one of your publish requests. Does not wait; check again later.',
    nature: READS,
    operation: GetPublishRequestDocument,
    takes: z.strictObject({ publishRequestId: Id }),
    gives: PublishRequestView,
    variables: ({ publishRequestId }) => ({ id: publishRequestId }),
    result: ({ publishRequest }) => (publishRequest ? publishRequestView(publishRequest) : null),
    summaryOf: requestSummary,
  }),

  tool({
    name: 'cancel_publish_request',
    title: 'Cancel a publish request',
    description: 'Cancels one of your pending publish requests. This can’t be undone.',
    nature: { ...ADDS, destructiveHint: true, idempotentHint: true },
    operation: CancelPublishRequestDocument,
    takes: z.strictObject({ publishRequestId: Id }),
    gives: PublishRequestView,
    variables: ({ publishRequestId }) => ({ input: { publishRequestId } }),
    result: ({ cancelPublishRequest: answer }) =>
      answer?.__typename === 'CanceledPublishRequest' && answer.publishRequest
        ? publishRequestView(answer.publishRequest)
        : null,
    summaryOf: requestSummary,
  }),

  tool({
    name: 'fetch_permit',
    title: 'Fetch an approved action, once',
    description:
      'Returns the exact bytes that were approved and the permit, for your own executor. Works once per APPROVED request and uses up the permit. Sends nothing.',
    nature: { ...ADDS, destructiveHint: true },
    operation: FetchPermitDocument,
    takes: z.strictObject({ publishRequestId: Id }),
    gives: z.object({
      permitId: z.string(),
      expiresAt: z.string().describe('Expiry. Do not execute the action after this time.'),
      actionText: z.string().describe('The action as canonical JSON. Execute exactly this.'),
      wasSent: z.literal(false).describe('Always false: your executor sends it.'),
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
    summaryOf: ({ permitId }) => `${permitId} is now used up. Nothing was sent: execute exactly this action, once.`,
  }),
];
