import { z } from 'zod';
import { Confidence, Currency, DataClass, ProviderName, TaskGate, TaskLabel, TaskRedaction } from '../catalogue.ts';
import { LONGEST_CALL_MS } from '../price.ts';

/**
 * The shape of a catalogue that somebody sends, member by member, each with its bounds. What has to hold between members is
 * looked at in `catalogue-rules.ts`.
 */

/**
 * How long lists are at the most. What is shown of them counts as so many in the cost of an operation, so more of them would
 * leave a query no room for anything else. Prices whose time is over need not stay: earlier versions have them.
 */
export const MOST = { clusters: 12, slots: 24, alternates: 8, deployments: 60, prices: 200, tiers: 5, windows: 4 };

/** More than a model takes, and few enough that they can be counted exactly. */
const MAX_TOKENS = 100_000_000;
/** A million USD for a million tokens. */
const MAX_MICROS = 1_000_000_000_000;
const MAX_SCHEMA_LENGTH = 20_000;

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
  cluster: clusterName,
  purpose: text(500),
  preferred: deploymentId,
  alternates: z.array(deploymentId).max(MOST.alternates),
  economy: deploymentId.nullable(),
});

const outputSchema = z
  .record(z.string().max(200), z.unknown())
  .refine((schema) => JSON.stringify(schema).length <= MAX_SCHEMA_LENGTH, {
    error: `Send at most ${MAX_SCHEMA_LENGTH.toLocaleString('en')} characters of JSON.`,
  });

const task = z.strictObject({
  name: slotName,
  // Counted by the service: what is sent is passed over, so that a version can be edited and sent back as it is.
  version: z.unknown().optional(),
  slot: slotName,
  title: text(80),
  description: text(1_000),
  instructions: text(8_000).nullable(),
  parameters: z.strictObject({
    defaultMaxOutputTokens: tokens,
    maxOutputTokens: tokens,
    temperature: z.strictObject({ min: z.number().min(0).max(2), max: z.number().min(0).max(2) }).nullable(),
  }),
  outputSchema: outputSchema.nullable(),
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
});

const deployment = z.strictObject({
  id: deploymentId,
  provider: z.enum(ProviderName),
  model: text(64),
  contextWindow: tokens,
  maxInputTokens: tokens.nullable(),
  maxOutputTokens: tokens.nullable(),
  confidence: z.enum(Confidence),
  mixtureOfExperts: z.boolean().nullable(),
  dataClass: z.enum(DataClass),
  takesTemperature: z.boolean(),
  takesTools: z.boolean(),
  takesOutputSchema: z.boolean(),
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
        outputMicros: micros,
      }),
    )
    .min(1)
    .max(MOST.tiers),
  peak: z
    .strictObject({
      windows: z
        .array(z.strictObject({ fromHour: hour, toHour: hour }))
        .min(1)
        .max(MOST.windows),
      isWeekdaysOnly: z.boolean(),
      factor: z.number().min(1).max(100),
    })
    .nullable(),
  perRequestMicros: micros,
  source: text(500),
});

export const catalogueShape = z.strictObject({
  clusters: z.array(cluster).min(1).max(MOST.clusters),
  slots: z.array(slot).min(1).max(MOST.slots),
  tasks: z.array(task).min(1).max(MOST.slots),
  deployments: z.array(deployment).min(1).max(MOST.deployments),
  prices: z.array(price).max(MOST.prices),
});

/** A catalogue whose members are each as they may be, without the versions of its tasks. */
export type ShapedCatalogue = z.infer<typeof catalogueShape>;
