import { z } from 'zod';
import type { AssetFieldsFragment, RenderFieldsFragment } from './generated/graphql.ts';

/** The bodies that REST callers have been promised. A member is never renamed or removed. */

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Time = z.iso.datetime();

export const AssetShape = z
  .object({
    id: z.string(),
    title: z.string(),
    alt: z.string(),
    tags: z.array(z.string()),
    kind: z.literal('image'),
    origin: z.enum(['RENDER', 'UPLOAD', 'IMPORT']),
    source: z.string().nullable(),
    url: z.url(),
    thumbnailUrl: z.url(),
    width: z.int(),
    height: z.int(),
    mediaType: z.string(),
    byteSize: z.int(),
    sha256: Sha256,
    thumbhash: z.string(),
    dominantColor: z.string(),
    sealUrl: z.url().nullable(),
    createdAt: Time,
  })
  .meta({ id: 'Asset' });

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

export const SealShape = z
  .object({
    id: z.string(),
    algorithm: z.literal('SHA-256'),
    sha256: Sha256,
    sealedAt: Time,
    status: z.string(),
    logIndex: z.int(),
    verificationUrl: z.url(),
    bundleUrl: z.url(),
  })
  .meta({ id: 'Seal' });

export const ProblemShape = z
  .object({
    type: z.url().describe('A page about this kind of problem'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What happened and what to do; may change, the code will not'),
    instance: z.string(),
    code: z.string(),
    requestId: z.string(),
    ok: z.literal(false),
    errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  })
  .loose()
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });

export function assetBody({ file, seal, kind, ...asset }: AssetFieldsFragment) {
  const { id, title, alt, tags, origin, source, thumbnailUrl, thumbhash, dominantColor, createdAt } = asset;
  return {
    id,
    title,
    alt,
    tags,
    kind: kind.toLowerCase(),
    origin,
    source: source ?? null,
    url: file.url,
    thumbnailUrl,
    width: file.width,
    height: file.height,
    mediaType: file.mediaType,
    byteSize: file.byteSize,
    sha256: file.sha256,
    thumbhash,
    dominantColor,
    sealUrl: seal?.verificationUrl ?? null,
    createdAt,
  };
}

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
