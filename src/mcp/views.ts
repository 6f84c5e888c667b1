import { z } from 'zod';
import type { PublishRequestFieldsFragment, SealFieldsFragment } from '../rest/generated/graphql.ts';
import { SealFields } from '../rest/generated/shapes.ts';

/** A seal, as agents are told of it. */
export const SealView = SealFields.omit({ submitter: true });

export function sealView({ submitter: _, ...seal }: SealFieldsFragment): z.infer<typeof SealView> {
  return { ...seal, sealedAt: timeOf(seal.sealedAt) };
}

/** A wish to write something outside, as agents are told of it. */
export const PublishRequestView = z.object({
  publishRequestId: z.string(),
  state: z
    .string()
    .describe('PENDING: people have not decided. APPROVED, REJECTED, CANCELED, EXPIRED, SUPERSEDED, REVOKED.'),
  tool: z.string(),
  channel: z.string(),
  targetCount: z.number(),
  sha256: z.string().describe('Of the canonical bytes that people decide on.'),
  wasSent: z.literal(false).describe('This service sends nothing, approved or not.'),
  execution: z.object({ available: z.boolean(), status: z.string() }),
  permit: z
    .object({ state: z.string(), expiresAt: z.string() })
    .nullable()
    .describe('Once it is approved: what an executor of your own fetches, once, by `fetch_permit`.'),
  createdAt: z.string(),
  what: z.string().describe('What has happened and what has not, in words.'),
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
  PENDING: 'People are asked, and have not decided. Look again later; nobody can say when they do.',
  APPROVED: 'People have approved it. This service does not carry it out: an executor of yours may, with the permit.',
  REJECTED: 'A person has rejected it. Do not ask for the same again without a change.',
  CANCELED: 'It was taken back. Nobody is asked any more.',
  EXPIRED: 'Nobody has decided in time.',
  SUPERSEDED: 'Another request has taken its place.',
  REVOKED: 'It was approved, and that was withdrawn: it must not be carried out.',
};

export function timeOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
