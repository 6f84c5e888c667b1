import { z } from 'zod';
import { type RenderFieldsFragment } from '../rest/generated/graphql.ts';
import { Sha256, Time } from '../rest/index.ts';

/** The body that REST callers have been promised. A member is never renamed or removed. */
export const RenderShape = z
  .object({
    id: z.string(),
    status: z.enum(['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'BLOCKED', 'CANCELED', 'ABORTED']),
    kind: z.literal('image'),
    title: z.string(),
    source: z.string().nullable(),
    prompt: z.string(),
    provider: z.string(),
    seed: z.int(),
    image: z
      .object({
        url: z.url(),
        mediaType: z.string(),
        width: z.int(),
        height: z.int(),
        byteSize: z.int(),
        sha256: Sha256,
      })
      .nullable(),
    understood: z.record(z.string(), z.unknown()).nullable(),
    ignoredTerms: z.array(z.string()),
    failure: z.object({ reason: z.string(), message: z.string() }).nullable(),
    createdAt: Time,
    completedAt: Time.nullable(),
  })
  .meta({ id: 'Render' });

export function renderBody({ file, asset: _, kind, failure, ...render }: RenderFieldsFragment) {
  const { id, status, title, source, prompt, provider, seed, understood, ignoredTerms, createdAt, completedAt } =
    render;
  return {
    id,
    status,
    kind: kind.toLowerCase(),
    title,
    source: source ?? null,
    prompt,
    provider,
    seed,
    image: file ?? null,
    understood: understood ?? null,
    ignoredTerms,
    failure: failure ?? null,
    createdAt,
    completedAt: completedAt ?? null,
  };
}
