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

/** Seconds for which a tool waits for a picture. Same as the default wait of REST. */
const WAIT_SECONDS = 20;

const Picture = z.object({
  url: z.string().describe('URL of the picture.'),
  mediaType: z.string(),
  width: z.int().describe('Width in pixels.'),
  height: z.int().describe('Height in pixels.'),
  sha256: z.string().describe('SHA-256 of the bytes.'),
});

const Rendered = z.object({
  renderId: z.string().describe('Id for `look_at_render`.'),
  status: z
    .string()
    .describe('QUEUED or RUNNING until the render ends; then SUCCEEDED, FAILED, BLOCKED, CANCELED or ABORTED.'),
  isDone: z.boolean().describe('True if the render has ended. If false, check again later by `look_at_render`.'),
  picture: Picture.nullable().describe('The picture. Null until it is drawn, and if the render failed.'),
  title: z.string().nullable(),
  assetId: z.string().nullable().describe('Id of the picture in the bank. Null if it is not in the bank.'),
  sealUrl: z.string().nullable().describe('Public page of its seal. Null if it has none yet.'),
  provider: z.string().describe('Provider that draws the picture.'),
  note: z.string().nullable(),
  notApplied: z
    .array(z.object({ field: z.string(), values: z.array(z.string()), reason: z.string() }))
    .describe('Details that were not applied, because the bank already had the picture.'),
  failure: z.string().nullable().describe('Reason why the render failed. Null otherwise.'),
});

const Picked = z.object({
  assetId: z.string(),
  title: z.string().nullable(),
  alt: z.string().nullable(),
  tags: z.array(z.string()).describe('Tags of the picture.'),
  matchedTags: z.array(z.string()).describe('Requested tags that the picture has.'),
  picture: Picture.nullable(),
  sealUrl: z.string().nullable(),
});

export const pictureTools = [
  tool({
    name: 'render_picture',
    title: 'Render a picture',
    description:
      'Draws a picture from a brief. Waits up to 20 seconds, then returns the render’s id for `look_at_render`. Publishes nothing.',
    nature: { ...ADDS, openWorldHint: true },
    operation: RequestRenderDocument,
    permission: 'renders:request',
    takes: z.strictObject({
      prompt: z
        .string()
        .meta({ minLength: 1, maxLength: 2_000 })
        .describe('Brief: what to draw, in English or French.'),
      title: z.string().optional(),
      tags: z.array(z.string()).meta({ maxItems: 32 }).optional().describe('Tags in the bank, at most 32.'),
      width: z.int32().optional().describe('Width in pixels, 256 to 2,048. Default: 1,024.'),
      height: z.int32().optional().describe('Height in pixels, 256 to 2,048. Default: 1,024.'),
      seed: z
        .int()
        .optional()
        .describe('Seed. The engine of this service draws the same picture for the same seed, brief and size.'),
      saveToBank: z.boolean().optional().describe('True to add the picture to the bank. Default: true.'),
      strict: z.boolean().optional().describe('True to refuse a brief whose subject can’t be drawn. Default: false.'),
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
    summaryOf: renderSummary,
  }),

  tool({
    name: 'look_at_render',
    title: 'Read the status of a render',
    description: 'Status of one of your renders, and its picture when it is drawn.',
    nature: READS,
    operation: GetRenderDocument,
    permission: 'renders:read',
    takes: z.strictObject({ renderId: Id }),
    gives: Rendered,
    variables: ({ renderId }) => ({ id: renderId }),
    result: ({ render }) => (render ? rendered(render) : null),
    summaryOf: renderSummary,
  }),

  tool({
    name: 'pick_picture',
    title: 'Pick a picture from the bank',
    description:
      'Picks one picture with the tags from the bank, a different one each time. If none matches, the result lists the unknown tags.',
    // A pick isn't idempotent, because each pick changes which picture comes next.
    nature: ADDS,
    operation: PickAssetDocument,
    takes: z.strictObject({
      tags: z.array(z.string()).meta({ minItems: 1, maxItems: 32 }).describe('Tags to match, at least one.'),
      match: z
        .enum(['ALL', 'ANY', 'BEST'])
        .optional()
        .describe('Tags that must match: ALL, ANY, or BEST for the most. Default: ALL.'),
      not: z.array(z.string()).optional().describe('Tags that the picture must not have.'),
      campaign: z.string().optional().describe('Name of a campaign. Each campaign has its own rotation.'),
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
    summaryOf: ({ assetId, title, picture }) =>
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
    // Leaves out the field SOURCE, because these tools set it, not their caller.
    notApplied: notApplied
      .filter(({ field }) => field !== 'SOURCE')
      .map(({ field, values, reason }) => ({ field, values: [...values], reason })),
    failure: failure?.message ?? null,
  };
}

function renderSummary({ renderId, status, isDone, picture, failure }: z.infer<typeof Rendered>): string {
  if (picture) return `${renderId} is drawn: ${picture.url}`;
  if (!isDone) return `${renderId} is ${status}. Check again by look_at_render.`;
  return `${renderId} ended as ${status} without a picture.${failure ? ` ${failure}` : ''}`;
}

function pictureOf(file: AssetFieldsFragment['file'] | null | undefined): z.infer<typeof Picture> | null {
  if (!file) return null;
  const { url, mediaType, width, height, sha256 } = file;
  return { url: String(url), mediaType, width, height, sha256 };
}
