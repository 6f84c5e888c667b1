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
/** Width or height in pixels. The limits are only for the documentation: the operation refuses other values. */
const Side = z.int32().meta({ minimum: MIN_SIDE_PX, maximum: MAX_SIDE_PX });

/** REST routes of renders. */
export const renderRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/integrations/cinema/render',
    tag: RENDERS_TAG,
    summary: 'Draw a picture from a brief',
    description:
      'Draws a picture, by the embedded engine or a model, as the policy chooses. The embedded engine (`provider` is `embedded`) reads English and French and reports words that it did not understand. For a model, `provider` names it, such as `openai/gpt-image-2`; the content of its picture is unchecked, `understood` is null, and the size can differ. The response has the picture if it is drawn within the wait, otherwise a `Location` to poll. If a response was lost, repeat the request with the same `Idempotency-Key`.',
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
      // The operation validates the values, so that GraphQL and REST refuse the same ones.
      prompt: z
        .string()
        .meta({ minLength: 1, maxLength: MAX_PROMPT_LENGTH })
        .describe('Text to draw. The embedded engine reads English and French.'),
      kind: z
        .string()
        .meta({ enum: ['image', 'IMAGE'] })
        .nullish()
        .describe('Kind of the result. Default: `image`.'),
      title: optionalText(
        MAX_TITLE_LENGTH,
        'Title of the picture. Default: its content in words; for a picture by a model, `Asked for:` and the prompt.',
      ),
      saveToBank: z
        .boolean()
        .nullish()
        .describe('True to save the picture as an asset in the image bank. Default: true.'),
      source: optionalText(MAX_TITLE_LENGTH, 'Text on where the request comes from, stored with the render.'),
      tags: z
        .array(z.string().meta({ minLength: 1, maxLength: 64 }))
        .meta({ maxItems: 32 })
        .nullish()
        .describe('Tags for the asset, at most 32.'),
      strict: z
        .boolean()
        .nullish()
        .describe(
          'True: the service refuses the brief if it chose the embedded engine, and the engine can’t draw its subject. Default: false.',
        ),
      width: Side.nullish().describe('Width in pixels. Default: 1024.'),
      height: Side.nullish().describe('Height in pixels. Default: 1024.'),
      seed: z
        .int()
        .meta({ minimum: 0 })
        .nullish()
        .describe('Seed. The embedded engine draws the same picture for the same brief, size and seed.'),
    }),
    variables: ({ body, header }) => {
      const brief = {
        ...body,
        kind: body.kind ?? AssetKind.IMAGE,
        saveToBank: body.saveToBank ?? true,
        idempotencyKey: idempotencyKeyOf(header('idempotency-key')),
      };
      // RFC 7240: if the preferred waiting time is too long, the maximum is used, and the response says which time was applied.
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
      description: 'The render has ended.',
      headers: ['Preference-Applied?', 'Idempotency-Replayed?'],
      schema: z.object({
        ok: z.boolean().describe('False if the status of the render is FAILED or BLOCKED.'),
        render: RenderShape,
        asset: AssetShape.nullable()
          .optional()
          .describe(
            'Asset of the picture. Null if `saveToBank` was false, or the render ended without a picture. Omitted until the render has ended.',
          ),
      }),
      example: { ok: true, render: RENDER_EXAMPLE, asset: ASSET_EXAMPLE },
    },
    alsoAnswers: [
      {
        status: 202,
        description: 'The render takes longer than the wait. `asset` is omitted; poll `Location`.',
        headers: [
          'Location',
          'Retry-After',
          'Preference-Applied?',
          'Idempotency-Replayed?',
          'RateLimit?',
          'RateLimit-Policy?',
        ],
        example: { ok: true, render: QUEUED_EXAMPLE },
        request: { headers: { Prefer: 'respond-async', 'Idempotency-Key': '"5e2a1c3b-9d4f-4b6a-8c7d-1f0e2d3c4b5a"' } },
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
    summary: 'Status of a render',
    description:
      'Available to the requester and to operators. Poll again after the seconds in `Retry-After`, until the response has no such header.',
    params: { id: { description: 'Id of the render.', example: RENDER_EXAMPLE.id } },
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
      description: 'Current state of the render.',
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
