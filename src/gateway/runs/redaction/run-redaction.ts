import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { DataClass, type DeploymentEntry, restoresRedacted, type TextTask } from '../../../models/index.ts';
import { Refusal } from '../../../platform/errors/errors.ts';
import type { ProviderAnswer, ProviderStream } from '../../../providers/index.ts';
import { type FindingKind, type NameList, Redaction, TooManyFindings } from '../../../redaction/index.ts';
import type { TaskRequest } from '../run-task.ts';
import { withTexts } from './prompt-texts.ts';
import { restoredAnswer } from './restored-answer.ts';
import { RestoredParts } from './restored-parts.ts';

/** Number of redacted places by kind. */
export type RedactionCounts = Readonly<Partial<Record<FindingKind, number>>>;

/** Redacted prompt of a run for hosted models, and the restoration of its answer. */
export class RunRedaction {
  readonly prompt: LanguageModelV4Prompt;
  readonly counts: RedactionCounts;
  readonly #redaction: Redaction;
  readonly #restores: boolean;
  readonly #isJson: boolean;

  private constructor(prompt: LanguageModelV4Prompt, redaction: Redaction, request: TaskRequest, task: TextTask) {
    this.prompt = prompt;
    this.counts = Object.fromEntries(redaction.counts);
    this.#redaction = redaction;
    this.#restores = (request.restoresRedacted ?? restoresRedacted(task)) && redaction.map.size > 0;
    this.#isJson = request.json !== null || task.outputSchema !== null;
  }

  /** @throws Refusal INPUT_INVALID for a request with too many findings, which is not sent */
  static async of(request: TaskRequest, task: TextTask, names: NameList): Promise<RunRedaction> {
    const redaction = new Redaction([JSON.stringify(request.prompt, withoutBytes)]);
    try {
      const prompt = await withTexts(request.prompt, (text) => redaction.redact(text, [names]));
      return new RunRedaction(prompt, redaction, request, task);
    } catch (error) {
      if (error instanceof TooManyFindings) throw new Refusal('INPUT_INVALID', error.message);
      throw error;
    }
  }

  /** Warning for the caller. Null if nothing was found. */
  get sentence(): string | null {
    const counts = Object.entries(this.counts);
    if (counts.length === 0) return null;
    const what = counts.map(([kind, count]) => `${count} ${kind}`).join(', ');
    return `Redacted before it was sent: ${what}${this.#restores ? '' : ', and not restored in the answer'}.`;
  }

  restoredAnswer(answer: ProviderAnswer): ProviderAnswer {
    return this.#restores ? restoredAnswer(answer, this.#redaction.map, this.#ofText) : answer;
  }

  restoredStream(stream: ProviderStream): ProviderStream {
    if (!this.#restores) return stream;
    return { ...stream, parts: new RestoredParts(stream.parts, this.#redaction.map, this.#ofText) };
  }

  get #ofText() {
    return this.#isJson ? 'JSON' : 'TEXT';
  }
}

/** True for hosted models. A customer's own server gets the original; the sandbox gets what hosted models would get. */
export const leavesService = ({ dataClass }: DeploymentEntry) => dataClass === DataClass.HOSTED;

const withoutBytes = (_key: string, value: unknown) => (value instanceof Uint8Array ? null : value);
