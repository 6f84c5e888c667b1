import { z } from 'zod';
import { AssetShape, assetBody } from '../assets/index.ts';
import { GetRenderDocument, type RenderFieldsFragment, RequestRenderDocument } from '../rest/generated/graphql.ts';
import { idempotencyKeyOf, optionalText, type Reply, type Route, route, waitOf } from '../rest/index.ts';
import { RenderShape, renderBody } from './render.shape.ts';

/** Renders on REST. */
export const renderRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/integrations/cinema/render',
    summary: 'Draw a picture from a brief',
    operation: RequestRenderDocument,
    credential: 'BEARER',
    body: z.strictObject({
      prompt: z.string().describe('What to draw, in English or French'),
      kind: z.string().nullish().describe('`image`'),
      title: optionalText,
      saveToBank: z.boolean().nullish().describe('Default: true'),
      source: optionalText,
      tags: z.array(z.string()).nullish(),
      width: z.int32().nullish().describe('256 to 2048 pixels'),
      height: z.int32().nullish().describe('256 to 2048 pixels'),
      seed: z.int().nullish().describe('The same brief and seed give the same picture'),
    }),
    variables: ({ body, header }) => ({
      input: {
        ...body,
        kind: body.kind ?? 'IMAGE',
        saveToBank: body.saveToBank ?? true,
        idempotencyKey: idempotencyKeyOf(header('idempotency-key')),
      },
      waitSeconds: waitOf(header('prefer')),
    }),
    reply: ({ requestRender: { render, isReplay } }, { publicUrl }) =>
      renderReply(render, publicUrl, isReplay ? { 'Idempotency-Replayed': 'true' } : {}),
    answer: {
      status: 200,
      description: 'Done',
      schema: z.object({ ok: z.boolean(), render: RenderShape, asset: AssetShape.nullable().optional() }),
    },
    alsoAnswers: [
      { status: 202, description: 'It takes longer than the wait: no `asset`, and a `Location` to ask again' },
    ],
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'INPUT_INVALID', 'IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_KEY_REUSED'],
  }),

  route({
    method: 'GET',
    path: '/api/integrations/cinema/render/:id',
    summary: 'How a render stands',
    operation: GetRenderDocument,
    credential: 'BEARER',
    variables: ({ params }) => ({ id: params.id! }),
    reply: ({ render }) => ({
      status: 200,
      headers: { 'Cache-Control': 'no-store', ...(isEnded(render) ? {} : { 'Retry-After': '1' }) },
      body: {
        ok: render.status !== 'FAILED',
        render: renderBody(render),
        asset: render.asset ? assetBody(render.asset) : null,
      },
    }),
    answer: {
      status: 200,
      description: 'The render as it stands',
      schema: z.object({ ok: z.boolean(), render: RenderShape, asset: AssetShape.nullable() }),
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),
];

function renderReply(render: RenderFieldsFragment, publicUrl: string, headers: Record<string, string>): Reply {
  const body = { ok: render.status !== 'FAILED', render: renderBody(render) };
  if (isEnded(render)) {
    return { status: 200, headers, body: { ...body, asset: render.asset ? assetBody(render.asset) : null } };
  }
  const location = `${publicUrl}/api/integrations/cinema/render/${render.id}`;
  return { status: 202, headers: { ...headers, Location: location, 'Retry-After': '1' }, body };
}

const isEnded = ({ status }: RenderFieldsFragment) => status !== 'QUEUED' && status !== 'RUNNING';
