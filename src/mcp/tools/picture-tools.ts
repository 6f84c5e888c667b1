import { z } from 'zod';
import { AssetKind } from '../../assets/index.ts';
import {
  type AssetFieldsFragment,
  GetRenderDocument,
  PickAssetDocument,
  type RenderFieldsFragment,
  RequestRenderDocument,
} from '../../rest/generated/graphql.ts';
import { ADDS, READS, tool } from '../tool.ts';
import { Id, IdempotencyKey } from './values.ts';

/** As long as a caller of REST waits who says nothing of it. */
const WAIT_SECONDS = 20;

const Picture = z.object({
  url: z.string().describe('Where the picture is.'),
  mediaType: z.string(),
  width: z.int().describe('In pixels.'),
  height: z.int().describe('In pixels.'),
  sha256: z.string().describe('Of its bytes.'),
});

const Rendered = z.object({
  renderId: z.string().describe('Ask for it by `look_at_render`.'),
  status: z
    .string()
    .describe('QUEUED and RUNNING: it is not done yet. SUCCEEDED, FAILED, BLOCKED, CANCELED, ABORTED: how it ended.'),
  isDone: z.boolean().describe('False: ask again later by `look_at_render`.'),
  picture: Picture.nullable().describe('Null until there is one.'),
  title: z.string().nullable(),
  assetId: z.string().nullable().describe('Of the picture in the bank; null where it is not there.'),
  sealUrl: z.string().nullable().describe('Where anybody sees its seal; null where it has none, or none yet.'),
  provider: z.string().describe('Who draws or has drawn it.'),
  note: z.string().nullable(),
  notApplied: z
    .array(z.object({ field: z.string(), values: z.array(z.string()), reason: z.string() }))
    .describe('Details that were not applied, because the bank had the picture before.'),
  failure: z.string().nullable().describe('Why there is no picture.'),
});

const Picked = z.object({
  assetId: z.string(),
  title: z.string().nullable(),
  alt: z.string().nullable(),
  tags: z.array(z.string()).describe('Of what it shows, and of whoever has put it there.'),
  matchedTags: z.array(z.string()).describe('Of those that were asked for.'),
  picture: Picture.nullable(),
  sealUrl: z.string().nullable(),
});

export const pictureTools = [
  tool({
    name: 'render_picture',
    title: 'Render a picture',
    description:
      'Draws a picture from a brief. Waits some seconds for it; what takes longer is answered with its id, to be asked for by `look_at_render`. Nothing is published by it.',
    nature: { ...ADDS, openWorldHint: true },
    operation: RequestRenderDocument,
    permission: 'renders:request',
    takes: z.strictObject({
      prompt: z.string().meta({ minLength: 1, maxLength: 2_000 }).describe('What to draw, in English or French.'),
      title: z.string().optional(),
      tags: z.array(z.string()).meta({ maxItems: 32 }).optional().describe('For the bank, at most 32.'),
      width: z.int32().optional().describe('In pixels, 256 to 2,048. Default: 1,024.'),
      height: z.int32().optional().describe('In pixels, 256 to 2,048. Default: 1,024.'),
      seed: z
        .int()
        .optional()
        .describe('The same seed, brief and size give the same picture of this service’s engine.'),
      saveToBank: z.boolean().optional().describe('Whether it becomes an asset. Default: true.'),
      strict: z.boolean().optional().describe('Refuse a brief whose subject cannot be drawn. Default: false.'),
      idempotencyKey: IdempotencyKey,
    }),
    gives: Rendered,
    variables: ({ saveToBank, ...given }) => ({
      input: {
        ...given,
        kind: AssetKind.IMAGE,
        saveToBank: saveToBank ?? true,
        source: 'MCP',
        strict: given.strict ?? false,
        waitSeconds: WAIT_SECONDS,
      },
    }),
    result: ({ requestRender: answer }) =>
      answer?.__typename === 'RequestedRender' && answer.render ? rendered(answer.render) : null,
    says: sayRendered,
  }),

  tool({
    name: 'look_at_render',
    title: 'See how a render stands',
    description: 'How a render of yours stands, and its picture once there is one.',
    nature: READS,
    operation: GetRenderDocument,
    permission: 'renders:read',
    takes: z.strictObject({ renderId: Id }),
    gives: Rendered,
    variables: ({ renderId }) => ({ id: renderId }),
    result: ({ render }) => (render ? rendered(render) : null),
    says: sayRendered,
  }),

  tool({
    name: 'pick_picture',
    title: 'Pick a picture of the bank',
    description:
      'Picks one picture of the bank that has the tags, each time another one. Where none fits it says which tags nobody knows.',
    // The next pick gives the next one.
    nature: ADDS,
    operation: PickAssetDocument,
    takes: z.strictObject({
      tags: z.array(z.string()).meta({ minItems: 1, maxItems: 32 }).describe('At least one.'),
      match: z.enum(['ALL', 'ANY', 'BEST']).optional().describe('How many of the tags it has to have. Default: ALL.'),
      not: z.array(z.string()).optional().describe('Tags that it must not have.'),
      campaign: z.string().optional().describe('Each campaign has a rotation of its own.'),
    }),
    gives: Picked,
    variables: ({ match, ...given }) => ({
      input: { ...given, match: match ?? 'ALL', mode: 'ROTATE' as const, peek: false },
    }),
    result: ({ pickAsset: answer }) =>
      answer?.__typename === 'PickedAsset' && answer.asset
        ? {
            assetId: answer.asset.id,
            title: answer.asset.title ?? null,
            alt: answer.asset.alt ?? null,
            tags: [...answer.asset.tags],
            matchedTags: [...answer.matchedTags],
            picture: pictureOf(answer.asset.file),
            sealUrl: answer.asset.seal?.verificationUrl ?? null,
          }
        : null,
    says: ({ assetId, title, picture }) =>
      `Picked ${assetId}${title ? `, “${title}”` : ''}${picture ? `: ${picture.url}` : '.'}`,
  }),
];

function rendered(render: RenderFieldsFragment): z.infer<typeof Rendered> {
  const { id, status, file, title, asset, provider, note, notApplied, failure } = render;
  return {
    renderId: id,
    status,
    isDone: status !== 'QUEUED' && status !== 'RUNNING',
    picture: pictureOf(file),
    title: title ?? null,
    assetId: asset?.id ?? null,
    sealUrl: asset?.seal?.verificationUrl ?? null,
    provider,
    note: note ?? null,
    // The source is given by these tools, not by their caller.
    notApplied: notApplied
      .filter(({ field }) => field !== 'SOURCE')
      .map(({ field, values, reason }) => ({ field, values: [...values], reason })),
    failure: failure?.message ?? null,
  };
}

function sayRendered({ renderId, status, isDone, picture, failure }: z.infer<typeof Rendered>): string {
  if (picture) return `${renderId} is drawn: ${picture.url}`;
  if (!isDone) return `${renderId} is ${status}. Ask again by look_at_render.`;
  return `${renderId} has ended as ${status}, without a picture.${failure ? ` ${failure}` : ''}`;
}

function pictureOf(file: AssetFieldsFragment['file'] | null | undefined): z.infer<typeof Picture> | null {
  if (!file) return null;
  const { url, mediaType, width, height, sha256 } = file;
  return { url: String(url), mediaType, width, height, sha256 };
}
