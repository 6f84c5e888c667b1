import { z } from 'zod';
import { NotAppliedShape, notAppliedBody } from '../assets/index.ts';
import { ELEMENTS, SCENES, SEASONS, STYLES, TIMES_OF_DAY, WEATHERS } from '../painter/index.ts';
import { type RenderFieldsFragment } from '../rest/generated/graphql.ts';
import { Count, Sha256, Time } from '../rest/index.ts';
import { enumWord } from './understood-brief.type.ts';

/** Something in the picture, and the words of the brief that led to it. */
const partOf = <const Values extends readonly string[]>(values: Values) =>
  z.object({
    value: z.enum(values.map(enumWord)),
    isFromBrief: z.boolean().describe('Whether the brief asked for it; else it is the engine’s own choice'),
    words: z.array(z.string()).describe('The words of the brief that led to it'),
  });

const UnderstoodShape = z
  .object({
    scene: partOf(SCENES).nullable(),
    light: partOf(TIMES_OF_DAY).nullable(),
    weather: partOf(WEATHERS).nullable(),
    season: partOf(SEASONS).nullable(),
    style: z.array(partOf(STYLES)),
    palette: z.array(
      z.object({ name: z.string(), hex: z.string().describe('As `#rrggbb`'), words: z.array(z.string()) }),
    ),
    composition: z.array(partOf(ELEMENTS)),
    exclusions: z.array(
      z.object({ means: z.string().nullable().describe('Null for what is never drawn'), words: z.array(z.string()) }),
    ),
  })
  .meta({ id: 'UnderstoodBrief', description: 'What the engine made of the brief, and can be seen' });

/** The body that REST callers have been promised. A member is never renamed or removed. */
export const RenderShape = z
  .object({
    id: z.string(),
    status: z.enum(['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'BLOCKED', 'CANCELED', 'ABORTED']),
    kind: z.literal('image'),
    title: z.string(),
    source: z.string().nullable(),
    prompt: z.string(),
    provider: z
      .string()
      .describe('Who drew it, or is expected to: `embedded`, or provider and model, such as `openai/gpt-image-2`'),
    seed: Count.describe('With `embedded`, the same brief, size and seed give the same picture'),
    image: z
      .object({
        url: z.url(),
        mediaType: z.string(),
        width: Count,
        height: Count,
        byteSize: Count,
        sha256: Sha256,
      })
      .nullable(),
    understood: UnderstoodShape.nullable().describe('Null until it has succeeded, and for a picture by a model'),
    ignoredTerms: z
      .array(z.string())
      .describe('Words of the brief that are not in the picture; empty for a picture by a model'),
    note: z
      .string()
      .nullable()
      .describe('When the subject of the brief cannot be drawn, or nobody has looked at what a model drew'),
    notApplied: NotAppliedShape,
    failure: z.object({ reason: z.string(), message: z.string() }).nullable(),
    createdAt: Time,
    completedAt: Time.nullable(),
  })
  .meta({ id: 'Render' });

/** The render of the examples. */
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

/** The same before anybody has begun with it. */
export const QUEUED_EXAMPLE = {
  ...RENDER_EXAMPLE,
  status: 'QUEUED',
  image: null,
  understood: null,
  completedAt: null,
} satisfies z.input<typeof RenderShape>;

export function renderBody({ file, asset: _, kind, failure, ...render }: RenderFieldsFragment) {
  const {
    id,
    status,
    title,
    source,
    prompt,
    provider,
    model,
    seed,
    understood,
    ignoredTerms,
    note,
    notApplied,
    createdAt,
    completedAt,
  } = render;
  return {
    id,
    status,
    kind: kind.toLowerCase(),
    title,
    source: source ?? null,
    prompt,
    provider: model ? `${provider}/${model}` : provider,
    seed,
    image: file ?? null,
    understood: understood ?? null,
    ignoredTerms,
    note: note ?? null,
    ...notAppliedBody(notApplied),
    failure: failure ?? null,
    createdAt,
    completedAt: completedAt ?? null,
  };
}
