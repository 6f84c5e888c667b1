import { z } from 'zod';
import { measureSchema, SCHEMA_BOUNDS, type SchemaBounds } from '../../platform/json-schema/schema-work.ts';
import {
  Confidence,
  Currency,
  DataClass,
  ProviderName,
  RetentionKind,
  TaskGate,
  TaskKind,
  TaskLabel,
  TaskRedaction,
} from '../catalogue.ts';
import { LONGEST_CALL_MS } from '../price.ts';

/** Shape of a catalogue document: each member with its bounds. `catalogue-rules.ts` has the rules between members. */

/**
 * Maximum lengths of lists. Each list counts with this length in the cost of a GraphQL operation, so larger limits would leave a
 * query no room. Expired prices can be removed: earlier versions keep them.
 */
export const CATALOGUE_LIMITS = {
  clusters: 12,
  slots: 24,
  alternates: 8,
  deployments: 60,
  prices: 200,
  tiers: 5,
  windows: 4,
  sizes: 40,
};
/** Longest side of an image, in pixels. */
const MAX_SIDE = 20_000;

/** More than any model accepts, and few enough to be counted exactly. */
const MAX_TOKENS = 100_000_000;
/** A million USD for a million tokens. */
const MAX_MICROS = 1_000_000_000_000;
const SCHEMA_BOUNDS_OF_TASKS: SchemaBounds = { ...SCHEMA_BOUNDS, characters: 20_000 };

const text = (most: number) => z.string().trim().min(1).max(most);
const tokens = z.int().min(1).max(MAX_TOKENS);
const micros = z.int().min(0).max(MAX_MICROS);
const milliseconds = z.int().min(1).max(LONGEST_CALL_MS);
const hour = z.int().min(0).max(24);
const time = z.iso.datetime({ error: 'Send a time in UTC, e.g. `2026-12-31T00:00:00Z`.' }).max(30);

const WORD = '[a-z0-9]+(?:-[a-z0-9]+)*';
const word = (pattern: string, most: number, example: string) =>
  z
    .string()
    .max(most)
    .regex(new RegExp(`^${pattern}$`), { error: `Send a name like \`${example}\`.` });
const clusterName = word(WORD, 40, 'deep-reasoning');
const slotName = word(`${WORD}/${WORD}`, 80, 'deep-reasoning/evidence-chain');
const deploymentId = word('[a-z]+/[A-Za-z0-9][A-Za-z0-9._:/-]*', 64, 'openai/gpt-6.1-sol');

const cluster = z.strictObject({ name: clusterName, title: text(80), purpose: text(500) });

const slot = z.strictObject({
  name: slotName,
  cluster: clusterName.nullable(),
  purpose: text(500),
  preferred: deploymentId,
  alternates: z.array(deploymentId).max(CATALOGUE_LIMITS.alternates),
  economy: deploymentId.nullable(),
});

const outputSchema = z.record(z.string().max(200), z.unknown()).superRefine((schema, ctx) => {
  const measured = measureSchema(schema, SCHEMA_BOUNDS_OF_TASKS);
  if ('excess' in measured) {
    const { pointer, detail } = measured.excess;
    ctx.addIssue({ code: 'custom', path: pointer.split('/').slice(1), message: detail });
  }
});

const anyTask = {
  name: slotName,
  // The service sets the version of each task. A sent value is ignored, so that a version of the catalogue can be edited and sent
  // back as it is.
  version: z.unknown().optional(),
  slot: slotName,
  title: text(80),
  description: text(1_000),
  gates: z.array(z.enum(TaskGate)).max(Object.keys(TaskGate).length),
  labels: z.array(z.enum(TaskLabel)).max(Object.keys(TaskLabel).length),
  dataClass: z.enum(DataClass),
  timeouts: z.strictObject({
    connectMs: milliseconds,
    firstTokenMs: milliseconds,
    idleMs: milliseconds,
    totalMs: milliseconds,
  }),
  content: z.strictObject({ keep: z.boolean(), retentionDays: z.int().min(1).max(3_650).nullable() }),
  redaction: z.enum(TaskRedaction).optional(),
  restoresRedacted: z.boolean().optional(),
};

/** Entries without `kind`, as in documents from before image models, count as TEXT. */
const byKind = <Types extends Parameters<typeof z.discriminatedUnion>[1]>(types: Types) =>
  z.preprocess(
    (sent) =>
      typeof sent === 'object' && sent !== null && !('kind' in sent) ? { kind: TaskKind.TEXT, ...sent } : sent,
    z.discriminatedUnion('kind', types),
  );

const task = byKind([
  z.strictObject({
    kind: z.literal(TaskKind.TEXT),
    ...anyTask,
    instructions: text(8_000).nullable(),
    parameters: z.strictObject({
      defaultMaxOutputTokens: tokens,
      maxOutputTokens: tokens,
      temperature: z.strictObject({ min: z.number().min(0).max(2), max: z.number().min(0).max(2) }).nullable(),
    }),
    outputSchema: outputSchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal(TaskKind.IMAGE),
    ...anyTask,
    images: z.strictObject({ maxCount: z.int().min(1).max(10), maxPromptCharacters: z.int().min(1).max(32_000) }),
  }),
]);

const side = z.int().min(1).max(MAX_SIDE);
const pixels = z
  .int()
  .min(1)
  .max(MAX_SIDE * MAX_SIDE);

const imageSizes = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('BOUNDS'),
    stepPx: z.int().min(1).max(256),
    minSidePx: side,
    maxSidePx: side,
    minPixels: pixels,
    maxPixels: pixels,
    maxRatio: z.number().min(1).max(MAX_SIDE),
  }),
  z.strictObject({
    by: z.literal('LIST'),
    sizes: z
      .array(z.strictObject({ widthPx: side, heightPx: side }))
      .min(1)
      .max(CATALOGUE_LIMITS.sizes),
  }),
  z.strictObject({
    by: z.literal('SHAPE'),
    shapes: z
      .array(word('[1-9][0-9]?:[1-9][0-9]?', 5, '16:9'))
      .min(1)
      .max(CATALOGUE_LIMITS.sizes),
    resolutions: z
      .array(z.strictObject({ name: text(20), pixels }))
      .min(1)
      .max(10),
  }),
]);

const anyDeployment = {
  id: deploymentId,
  provider: z.enum(ProviderName),
  model: text(64),
  confidence: z.enum(Confidence),
  mixtureOfExperts: z.boolean().nullable(),
  dataClass: z.enum(DataClass),
  retention: z
    .strictObject({
      kind: z.enum(RetentionKind),
      days: z.int().min(0).max(3_650).nullable(),
      note: text(500).nullable(),
      source: text(500).nullable(),
      checkedAt: z.iso.date({ error: 'Send a day, e.g. `2026-12-31`.' }).nullable(),
    })
    .optional(),
};

const deployment = byKind([
  z.strictObject({
    kind: z.literal(TaskKind.TEXT),
    ...anyDeployment,
    contextWindow: tokens,
    maxInputTokens: tokens.nullable(),
    maxOutputTokens: tokens.nullable(),
    takesTemperature: z.boolean(),
    takesTools: z.boolean(),
    takesOutputSchema: z.boolean(),
    takesRecursiveSchema: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal(TaskKind.IMAGE),
    ...anyDeployment,
    images: z.strictObject({
      sizes: imageSizes,
      takesSeed: z.boolean(),
      maxPerCall: z.int().min(1).max(100),
      quality: text(40).nullable(),
    }),
  }),
]);

const imagePrice = z.strictObject({
  each: z.array(z.strictObject({ maxPixels: pixels.nullable(), micros })).max(CATALOGUE_LIMITS.tiers),
  tokenMicros: micros.nullable(),
  most: z.array(z.strictObject({ maxPixels: pixels.nullable(), tokens })).max(CATALOGUE_LIMITS.tiers),
  confidence: z.enum(Confidence),
});

const price = z.strictObject({
  deployment: deploymentId,
  currency: z.enum(Currency),
  validFrom: time,
  validUntil: time.nullable(),
  tiers: z
    .array(
      z.strictObject({
        aboveInputTokens: z.int().min(0).max(MAX_TOKENS),
        inputMicros: micros,
        cachedInputMicros: micros.nullable(),
        cacheWriteMicros: micros.nullable().optional(),
        hourCacheWriteMicros: micros.nullable().optional(),
        outputMicros: micros,
      }),
    )
    .min(1)
    .max(CATALOGUE_LIMITS.tiers),
  peak: z
    .strictObject({
      windows: z
        .array(z.strictObject({ fromHour: hour, toHour: hour }))
        .min(1)
        .max(CATALOGUE_LIMITS.windows),
      isWeekdaysOnly: z.boolean(),
      factor: z.number().min(1).max(100),
    })
    .nullable(),
  perRequestMicros: micros,
  images: imagePrice.nullable().default(null),
  source: text(500),
});

export const catalogueShape = z.strictObject({
  clusters: z.array(cluster).min(1).max(CATALOGUE_LIMITS.clusters),
  slots: z.array(slot).min(1).max(CATALOGUE_LIMITS.slots),
  tasks: z.array(task).min(1).max(CATALOGUE_LIMITS.slots),
  deployments: z.array(deployment).min(1).max(CATALOGUE_LIMITS.deployments),
  prices: z.array(price).max(CATALOGUE_LIMITS.prices),
});

/** Catalogue whose members are valid one by one. The versions of its tasks are unchecked. */
export type ShapedCatalogue = z.infer<typeof catalogueShape>;
