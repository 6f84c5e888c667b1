import { z } from 'zod';
import { ASSET_EXAMPLE, AssetKind, AssetShape, assetBody } from '../assets/index.ts';
import { GetRenderDocument, type RenderFieldsFragment, RequestRenderDocument } from '../rest/generated/graphql.ts';
import {
  idempotencyKeyOf,
  optionalText,
  preferenceApplied,
  type Reply,
  type Route,
  route,
  waitPreferenceOf,
} from '../rest/index.ts';
import { MAX_WAIT_SECONDS } from './render.inputs.ts';
import { kindOf, MAX_PROMPT_LENGTH, MAX_SIDE_PX, MAX_TITLE_LENGTH, MIN_SIDE_PX } from './render.service.ts';
import { QUEUED_EXAMPLE, RENDER_EXAMPLE, RenderShape, renderBody } from './render.shape.ts';

const RENDERS_TAG = { name: 'Renders', description: 'Pictures drawn from a brief.' };
/** Beyond it is for the operation to refuse. */
const Side = z.int32().meta({ minimum: MIN_SIDE_PX, maximum: MAX_SIDE_PX });

/** Renders on REST. */
export const renderRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/integrations/cinema/render',
    tag: RENDERS_TAG,
    summary: 'Draw a picture from a brief',
    description:
      'The policy chooses who draws: the engine of this service (`provider` is `embedded`), which reads English and French and tells what it did not understand, or a model (`provider` names it, as in `openai/gpt-image-2`), of whose picture nobody knows what it shows: then `understood` is null and the size may be another. Answers with the picture when it is drawn within the wait, else with where to ask. Repeat a request whose answer was lost with the same `Idempotency-Key`.',
    takes: ['Idempotency-Key', 'Prefer'],
    example: {
      headers: { 'Idempotency-Key': '"8f14e45f-ceea-467f-a0e6-1c5a4d2b9e01"', Prefer: 'wait=20' },
      body: {
        prompt: 'Mountain lake at golden hour in autumn',
        title: 'Boathouse',
        tags: ['spring mailing'],
        width: 256,
        height: 256,
        seed: 3,
      },
    },
    operation: RequestRenderDocument,
    credential: 'BEARER',
    permission: 'renders:request',
    body: z.strictObject({
      // What a value may be within its type is for the operation to check, so that GraphQL refuses it alike.
      prompt: z
        .string()
        .meta({ minLength: 1, maxLength: MAX_PROMPT_LENGTH })
        .describe('What to draw; for the engine of this service in English or French.'),
      kind: z
        .string()
        .meta({ enum: ['image', 'IMAGE'] })
        .nullish()
        .describe('What to make. Default: `image`.'),
      title: optionalText(
        MAX_TITLE_LENGTH,
        'Default: what is drawn, in words; of a model’s picture, what was asked for.',
      ),
      saveToBank: z.boolean().nullish().describe('Whether the picture becomes an asset. Default: true.'),
      source: optionalText(MAX_TITLE_LENGTH, 'Who or what asks, for the record.'),
      tags: z
        .array(z.string().meta({ minLength: 1, maxLength: 64 }))
        .meta({ maxItems: 32 })
        .nullish()
        .describe('For the asset, at most 32.'),
      strict: z
        .boolean()
        .nullish()
        .describe(
          'Refuse a brief whose subject the engine of this service cannot draw, where it would. Default: false.',
        ),
      width: Side.nullish().describe('In pixels. Default: 1024.'),
      height: Side.nullish().describe('In pixels. Default: 1024.'),
      seed: z
        .int()
        .meta({ minimum: 0 })
        .nullish()
        .describe('The engine of this service gives the same picture for the same brief, size and seed.'),
    }),
    variables: ({ body, header }) => {
      const brief = {
        ...body,
        kind: body.kind ?? AssetKind.IMAGE,
        saveToBank: body.saveToBank ?? true,
        idempotencyKey: idempotencyKeyOf(header('idempotency-key')),
      };
      // RFC 7240: a preference that can't be met as a whole is met in part, and the answer says how far.
      const waitSeconds = Math.min(waitPreferenceOf(header('prefer')).waitSeconds, MAX_WAIT_SECONDS);
      return { input: { ...brief, kind: kindOf(brief), waitSeconds } };
    },
    reply: ({ requestRender: { render, isReplay } }, { publicUrl, header }) =>
      renderReply(render, publicUrl, {
        ...(isReplay && { 'Idempotency-Replayed': 'true' }),
        ...preferenceApplied(waitPreferenceOf(header('prefer')), {
          isLater: !isEnded(render),
          maxWaitSeconds: MAX_WAIT_SECONDS,
        }),
      }),
    answer: {
      status: 200,
      description: 'Done.',
      headers: ['Preference-Applied?', 'Idempotency-Replayed?'],
      schema: z.object({
        ok: z.boolean().describe('False for a render that failed or was refused.'),
        render: RenderShape,
        asset: AssetShape.nullable()
          .optional()
          .describe('Null when it was not to be saved; left out until it has ended.'),
      }),
      example: { ok: true, render: RENDER_EXAMPLE, asset: ASSET_EXAMPLE },
    },
    alsoAnswers: [
      {
        status: 202,
        description: 'It takes longer than the wait: no `asset`, and a `Location` to ask again.',
        headers: [
          'Location',
          'Retry-After',
          'Preference-Applied?',
          'Idempotency-Replayed?',
          'RateLimit?',
          'RateLimit-Policy?',
        ],
        example: { ok: true, render: QUEUED_EXAMPLE },
        asked: { headers: { Prefer: 'respond-async', 'Idempotency-Key': '"5e2a1c3b-9d4f-4b6a-8c7d-1f0e2d3c4b5a"' } },
      },
    ],
    problems: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'INPUT_INVALID',
      'BRIEF_NOT_COVERED',
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_REUSED',
      'RATE_LIMITED',
      'STORAGE_FULL',
    ],
  }),

  route({
    method: 'GET',
    path: '/api/integrations/cinema/render/:id',
    tag: RENDERS_TAG,
    summary: 'How a render stands',
    description: 'For who asked for it, and for operators. Ask again after `Retry-After` until it is left out.',
    params: { id: { description: 'Of the render.', example: RENDER_EXAMPLE.id } },
    example: {},
    operation: GetRenderDocument,
    credential: 'BEARER',
    permission: 'renders:read',
    isTagged: true,
    variables: ({ params }) => ({ id: params.id! }),
    reply: ({ render }) => ({
      status: 200,
      ...(!isEnded(render) && { headers: { 'Retry-After': '1' } }),
      body: {
        ok: isWell(render),
        render: renderBody(render),
        asset: render.asset ? assetBody(render.asset) : null,
      },
    }),
    answer: {
      status: 200,
      description: 'The render as it stands.',
      headers: ['Retry-After?'],
      schema: z.object({ ok: z.boolean(), render: RenderShape, asset: AssetShape.nullable() }),
      example: { ok: true, render: RENDER_EXAMPLE, asset: ASSET_EXAMPLE },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
];

function renderReply(render: RenderFieldsFragment, publicUrl: string, headers: Record<string, string>): Reply {
  const body = { ok: isWell(render), render: renderBody(render) };
  if (isEnded(render)) {
    return { status: 200, headers, body: { ...body, asset: render.asset ? assetBody(render.asset) : null } };
  }
  const location = `${publicUrl}/api/integrations/cinema/render/${render.id}`;
  return { status: 202, headers: { ...headers, Location: location, 'Retry-After': '1' }, body };
}

const isWell = ({ status }: RenderFieldsFragment) => status !== 'FAILED' && status !== 'BLOCKED';
const isEnded = ({ status }: RenderFieldsFragment) => status !== 'QUEUED' && status !== 'RUNNING';
