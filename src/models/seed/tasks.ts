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

/** What was sent and answered is kept of no task, until an operator wants it so. */
const NOT_KEPT: ContentPolicy = { keep: false, retentionDays: null };

/** A model that thinks first says nothing for minutes and is at work. */
const PATIENT: TaskTimeouts = { connectMs: 5_000, firstTokenMs: 180_000, idleMs: 90_000, totalMs: 900_000 };
/** Somebody waits in front of a screen. */
const PROMPT: TaskTimeouts = { connectMs: 5_000, firstTokenMs: 30_000, idleMs: 20_000, totalMs: 120_000 };
/** A hundred thousand pages have to be read before the first word. */
const READING: TaskTimeouts = { connectMs: 5_000, firstTokenMs: 240_000, idleMs: 60_000, totalMs: 900_000 };
/** What is slow here is asked again elsewhere. */
const QUICK: TaskTimeouts = { connectMs: 3_000, firstTokenMs: 15_000, idleMs: 10_000, totalMs: 60_000 };

export const tasks: readonly TextTask[] = [
  task('deep-reasoning/evidence-chain', {
    title: 'Evidence chain',
    description:
      'Links each statement to what supports it, finds contradictions and gaps, and names the risks, before anybody drafts. Not for finished texts, and no legal advice.',
    parameters: tokens(8_000, 32_000),
    timeouts: PATIENT,
  }),
  task('deep-reasoning/synthesis', {
    title: 'Synthesis',
    description:
      'Brings complex documents together into one careful account that shows where they disagree. Behind an approval: what it says is held until a person releases it.',
    parameters: tokens(12_000, 64_000),
    gates: [TaskGate.APPROVAL],
    timeouts: PATIENT,
  }),
  task('deep-reasoning/long-reasoning', {
    title: 'Long reasoning',
    description:
      'Works through problems of many steps at lower cost: calculations, plans, comparisons. Not for what has to be answered at once.',
    parameters: tokens(8_000, 64_000),
    timeouts: PATIENT,
  }),
  task('human-phrasing/warm-tone', {
    title: 'Warm tone',
    description:
      'Puts a message kindly and plainly, with clear boundaries and without any sales pressure: refusals, delays, hard news, reminders. Not for advertising.',
    parameters: tokens(1_500, 8_000, { min: 0, max: 1.5 }),
    timeouts: PROMPT,
  }),
  task('human-phrasing/bilingual-outbound', {
    title: 'Bilingual outbound draft',
    description:
      'Writes one short message in two languages that say the same. A draft: nothing is sent from here. Not for translating long documents.',
    parameters: tokens(1_200, 6_000, { min: 0, max: 1.5 }),
    timeouts: PROMPT,
  }),
  task('human-phrasing/local-draft', {
    title: 'Local draft',
    description:
      "Drafts on the customer's own server with the customer's own key. The text never goes anywhere else: where that server does not answer, the call fails.",
    parameters: tokens(1_500, 8_000, { min: 0, max: 2 }),
    dataClass: DataClass.LOCAL_ONLY,
    timeouts: { ...PROMPT, firstTokenMs: 60_000, totalMs: 300_000 },
  }),
  task('case-scanning/wide-window', {
    title: 'Wide window',
    description:
      'Reads whole case files and archives in one piece, up to about two million tokens, and answers with places. What does not fit is refused, never cut. Not for what fits a page.',
    parameters: tokens(4_000, 16_000, { min: 0, max: 2 }),
    timeouts: READING,
  }),
  task('case-scanning/fast-scan', {
    title: 'Fast scan',
    description:
      'Goes through long documents quickly and says what is in them, where, and what to read closely. An overview to draft from, no proof that something is absent.',
    parameters: tokens(3_000, 16_000, { min: 0, max: 2 }),
    timeouts: { ...READING, firstTokenMs: 90_000, totalMs: 300_000 },
  }),
  task('case-scanning/cited-retrieval', {
    title: 'Cited retrieval',
    description:
      'Looks up legislation and research and answers with its sources, each with an address. Searches outside: send nothing confidential. No legal advice.',
    parameters: tokens(3_000, 8_000, { min: 0, max: 1.5 }),
    timeouts: { ...PROMPT, firstTokenMs: 60_000, totalMs: 180_000 },
  }),
  task('fast-execution/field-extraction', {
    title: 'Field extraction',
    description:
      'Takes fields out of a document and sums up how it is built, for a person to review. What is not there is null, never guessed. Give a JSON schema to have the fields in your shape.',
    parameters: tokens(2_000, 16_000),
    timeouts: QUICK,
  }),
  task('fast-execution/filter-classify', {
    title: 'Filter and classify',
    description:
      'Sorts short texts into your classes, in large numbers, for work inside the house. Never to be the only ground of a decision about a person. E-mail addresses, account numbers and their like do not reach the hosted model.',
    parameters: tokens(500, 4_000),
    timeouts: QUICK,
    redaction: TaskRedaction.BEFORE_HOSTED,
  }),
  task('fast-execution/redact-draft', {
    title: 'Redaction and short draft',
    description:
      'A first layer of redaction, and short drafts on what is left. Not final: a person has to look before an end customer sees it. What has check digits or a form of its own, and names of a list, is redacted before the hosted model reads the text; names and addresses beside them it reads.',
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
