import { z } from 'zod';
import { NotAppliedShape, notAppliedBody } from '../assets/index.ts';
import type { RenderFieldsFragment } from '../rest/generated/graphql.ts';
import { RenderFields } from '../rest/generated/shapes.ts';
import { lowerCased, lowerCasedEnum } from '../rest/index.ts';

const { kind, provider, file, understood } = RenderFields.shape;

/** Body of a render in REST responses: the GraphQL fragment with the differences below. Members are never renamed or removed. */
export const RenderShape = RenderFields.omit({ model: true, file: true, asset: true })
  .extend({
    kind: lowerCasedEnum(kind),
    provider: provider.describe(
      `${provider.description} A model is written after its provider, such as \`openai/gpt-image-2\`.`,
    ),
    image: file,
    understood: understood.unwrap().meta({ id: 'UnderstoodBrief' }).nullable().describe(understood.description!),
    notApplied: NotAppliedShape,
  })
  .meta({ id: 'Render' });

export function renderBody({
  kind,
  provider,
  model,
  file,
  notApplied,
  asset: _,
  ...sameAsInGraph
}: RenderFieldsFragment): z.input<typeof RenderShape> {
  return {
    ...sameAsInGraph,
    kind: lowerCased(kind),
    provider: model ? `${provider}/${model}` : provider,
    image: file,
    ...notAppliedBody(notApplied),
  };
}

/** Render that is used in examples of the API documentation. */
export const RENDER_EXAMPLE = {
  id: 'rnd_01m818k3xne7cr4w9e6scbkb5d',
  status: 'SUCCEEDED',
  kind: 'image',
  title: 'Boathouse',
  source: null,
  prompt: 'Mountain lake at golden hour in autumn',
  provider: 'embedded',
  seed: 3,
  image: {
    url: 'http://127.0.0.1:4000/media/ast_01m818k5q9er0az63q2g08xk2r/original.png',
    mediaType: 'image/png',
    width: 256,
    height: 256,
    byteSize: 57727,
    sha256: '3779fd55bb54e1d8191558dbc83c4e6d2ddd0aa242b484599e0e6beeaff31e15',
  },
  understood: {
    scene: { value: 'LAKE', isFromBrief: true, words: ['Mountain lake'] },
    light: { value: 'GOLDEN_HOUR', isFromBrief: true, words: ['golden hour'] },
    weather: { value: 'CLEAR', isFromBrief: false, words: [] },
    season: { value: 'AUTUMN', isFromBrief: true, words: ['autumn'] },
    style: [],
    palette: [],
    composition: [
      { value: 'MOUNTAINS', isFromBrief: false, words: [] },
      { value: 'WATER', isFromBrief: true, words: ['Mountain lake'] },
      { value: 'TREES', isFromBrief: false, words: [] },
      { value: 'SUN', isFromBrief: false, words: [] },
    ],
    exclusions: [],
  },
  ignoredTerms: [],
  note: null,
  failure: null,
  createdAt: '2026-11-22T09:14:59.353Z',
  completedAt: '2026-11-22T09:15:01.213Z',
} satisfies z.input<typeof RenderShape>;

/** Render in the examples of the API documentation, before its first attempt. */
export const QUEUED_EXAMPLE = {
  ...RENDER_EXAMPLE,
  status: 'QUEUED',
  image: null,
  understood: null,
  completedAt: null,
} satisfies z.input<typeof RenderShape>;
