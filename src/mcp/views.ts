import { z } from 'zod';
import type { PublishRequestFieldsFragment, SealFieldsFragment } from '../rest/generated/graphql.ts';
import { SealFields } from '../rest/generated/shapes.ts';

/** Fields of a seal that agents can see. */
export const SealView = SealFields.omit({ submitter: true });

export function sealView({ submitter: _, ...seal }: SealFieldsFragment): z.infer<typeof SealView> {
  return { ...seal, sealedAt: timeOf(seal.sealedAt) };
}

/** Fields of a publish request that agents can see. */
export const PublishRequestView = z.object({
  publishRequestId: z.string(),
  state: z
    .string()
    .describe('PENDING (waiting for a decision), APPROVED, REJECTED, CANCELED, EXPIRED, SUPERSEDED or REVOKED.'),
  tool: z.string(),
  channel: z.string(),
  targetCount: z.number(),
  sha256: z.string().describe('SHA-256 of the canonical bytes that approvers decide on.'),
  wasSent: z.literal(false).describe('Always false: this service never sends anything.'),
  execution: z.object({ available: z.boolean(), status: z.string() }),
  permit: z
    .object({ state: z.string(), expiresAt: z.string() })
    .nullable()
    .describe('Permit after approval. Your executor fetches it once by `fetch_permit`. Null without an approval.'),
  createdAt: z.string(),
  what: z.string().describe('Sentence about the status.'),
});

export function publishRequestView(request: PublishRequestFieldsFragment): z.infer<typeof PublishRequestView> {
  const { id, state, tool, channel, targetCount, sha256, execution, permit, createdAt } = request;
  return {
    publishRequestId: id,
    state,
    tool,
    channel,
    targetCount: Number(targetCount),
    sha256: String(sha256),
    wasSent: false,
    execution: { available: execution.available, status: execution.status },
    permit: permit ? { state: permit.state, expiresAt: timeOf(permit.expiresAt) } : null,
    createdAt: timeOf(createdAt),
    what: `${SAID[state] ?? `It is ${state}.`} Nothing was sent.`,
  };
}

const SAID: Readonly<Record<string, string>> = {
  PENDING: 'Waiting for approval; the time of the decision is unknown. Check again later.',
  APPROVED: 'Approved. This service does not execute it: your executor may, with the permit.',
  REJECTED: 'Rejected. Do not file the same request again without a change.',
  CANCELED: 'Canceled by its requester.',
  EXPIRED: 'Expired without a decision.',
  SUPERSEDED: 'Superseded by another request.',
  REVOKED: 'The approval was revoked: do not execute it.',
};

export function timeOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
