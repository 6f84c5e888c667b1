import {
  type ContentPolicy,
  DataClass,
  TaskGate,
  TaskLabel,
  type TaskParameters,
  TaskRedaction,
  type TaskTimeouts,
  type TextTask,
} from '../catalogue.ts';
import { instructions } from './instructions.ts';

/** By default no task stores input or output. Operators can change this. */
const NOT_KEPT: ContentPolicy = { keep: false, retentionDays: null };

/** Reasoning models can work for minutes before the first token. */
const PATIENT: TaskTimeouts = { connectMs: 5_000, firstTokenMs: 180_000, idleMs: 90_000, totalMs: 900_000 };
/** A user waits in front of a screen. */
const PROMPT: TaskTimeouts = { connectMs: 5_000, firstTokenMs: 30_000, idleMs: 20_000, totalMs: 120_000 };
/** The model must read a very large input before the first token. */
const READING: TaskTimeouts = { connectMs: 5_000, firstTokenMs: 240_000, idleMs: 60_000, totalMs: 900_000 };
/** A slow call falls back to another deployment. */
const QUICK: TaskTimeouts = { connectMs: 3_000, firstTokenMs: 15_000, idleMs: 10_000, totalMs: 60_000 };

export const tasks: readonly TextTask[] = [
  task('deep-reasoning/evidence-chain', {
    title: 'Evidence chain',
    description:
      'Links each statement to its evidence, finds contradictions and gaps, and names risks before drafting. Not for finished texts, and not legal advice.',
    parameters: tokens(8_000, 32_000),
    timeouts: PATIENT,
  }),
  task('deep-reasoning/synthesis', {
    title: 'Synthesis',
    description:
      'Combines complex documents into one careful account that shows where they disagree. Behind an approval: the output is held until a person releases it.',
    parameters: tokens(12_000, 64_000),
    gates: [TaskGate.APPROVAL],
    timeouts: PATIENT,
  }),
  task('deep-reasoning/long-reasoning', {
    title: 'Long reasoning',
    description:
      'Works through problems of many steps at lower cost: calculations, plans, comparisons. Not for requests that need an immediate answer.',
    parameters: tokens(8_000, 64_000),
    timeouts: PATIENT,
  }),
  task('human-phrasing/warm-tone', {
    title: 'Warm tone',
    description:
      'Writes a kind and plain message with clear boundaries and without sales pressure: refusals, delays, hard news, reminders. Not for advertising.',
    parameters: tokens(1_500, 8_000, { min: 0, max: 1.5 }),
    timeouts: PROMPT,
  }),
  task('human-phrasing/bilingual-outbound', {
    title: 'Bilingual outbound draft',
    description:
      'Writes one short message in two languages with the same content. A draft: nothing is sent. Not for translating long documents.',
    parameters: tokens(1_200, 6_000, { min: 0, max: 1.5 }),
    timeouts: PROMPT,
  }),
  task('human-phrasing/local-draft', {
    title: 'Local draft',
    description:
      "Drafts on the customer's own server with the customer's own key. The text never goes anywhere else: if that server doesn't answer, the call fails.",
    parameters: tokens(1_500, 8_000, { min: 0, max: 2 }),
    dataClass: DataClass.LOCAL_ONLY,
    timeouts: { ...PROMPT, firstTokenMs: 60_000, totalMs: 300_000 },
  }),
  task('case-scanning/wide-window', {
    title: 'Wide window',
    description:
      "Reads whole case files and archives, up to about two million tokens, and answers with references to the place. Input that doesn't fit is refused, never cut. Not for short texts.",
    parameters: tokens(4_000, 16_000, { min: 0, max: 2 }),
    timeouts: READING,
  }),
  task('case-scanning/fast-scan', {
    title: 'Fast scan',
    description:
      'Scans long documents quickly and reports their contents, with places, and what to read closely. An overview for drafting, not a proof that something is absent.',
    parameters: tokens(3_000, 16_000, { min: 0, max: 2 }),
    timeouts: { ...READING, firstTokenMs: 90_000, totalMs: 300_000 },
  }),
  task('case-scanning/cited-retrieval', {
    title: 'Cited retrieval',
    description:
      'Looks up legislation and research, and answers with sources and their addresses. It searches the web: send nothing confidential. Not legal advice.',
    parameters: tokens(3_000, 8_000, { min: 0, max: 1.5 }),
    timeouts: { ...PROMPT, firstTokenMs: 60_000, totalMs: 180_000 },
  }),
  task('fast-execution/field-extraction', {
    title: 'Field extraction',
    description:
      "Extracts fields from a document and summarises its structure, for a person's review. Missing values are null, never guessed. Send a JSON schema to get the fields in your format.",
    parameters: tokens(2_000, 16_000),
    timeouts: QUICK,
  }),
  task('fast-execution/filter-classify', {
    title: 'Filter and classify',
    description:
      "Sorts short texts into your classes at high volume, for internal work. It must never be the only basis of a decision about a person. E-mail addresses, account numbers and similar data don't reach the hosted model.",
    parameters: tokens(500, 4_000),
    timeouts: QUICK,
    redaction: TaskRedaction.BEFORE_HOSTED,
  }),
  task('fast-execution/redact-draft', {
    title: 'Redaction and short draft',
    description:
      'A first layer of redaction, and short drafts based on the redacted text. Not final: a person must check it before an end customer sees it. Data with check digits or a fixed form, and names on a list, are redacted before the hosted model reads the text. Other names and addresses reach the model.',
    parameters: tokens(2_000, 16_000),
    labels: [TaskLabel.NOT_FINAL],
    timeouts: QUICK,
    redaction: TaskRedaction.BEFORE_HOSTED,
    restoresRedacted: false,
  }),
];

type TaskOptions = Pick<TextTask, 'title' | 'description' | 'parameters' | 'timeouts'> & Partial<TextTask>;

function task(name: keyof typeof instructions, own: TaskOptions): TextTask {
  return {
    kind: 'TEXT',
    name,
    version: 1,
    slot: name,
    instructions: instructions[name],
    outputSchema: null,
    gates: [],
    labels: [],
    dataClass: DataClass.HOSTED,
    content: NOT_KEPT,
    ...own,
  };
}

function tokens(
  defaultMaxOutputTokens: number,
  maxOutputTokens: number,
  temperature: TaskParameters['temperature'] = null,
): TaskParameters {
  return { defaultMaxOutputTokens, maxOutputTokens, temperature };
}
