import { approvalSubjects } from '../../approvals/index.ts';
import { type TaskEntry, TaskGate } from '../../models/index.ts';
import type { CitedAnswer } from './citations/cited-answer.ts';
import type { OutputMismatch } from './output-mismatch.ts';
import type { Citation, EndedRun, RunPart, ToolCall } from './run-task.ts';

declare module '../../approvals/approval.entity.ts' {
  interface ApprovalSubjects {
    RUN_OUTPUT: true;
  }
}
approvalSubjects.declare('RUN_OUTPUT', 1, 'Release of a run’s output. `subjectId` is the id of the run.');

/** Answer of a run, without the facts about its end. */
export type AnswerContent = Omit<AnswerOutput, 'finishReason' | 'outputMismatch'>;

/** Complete output of a run. */
export interface AnswerOutput {
  readonly text: string;
  /** Omitted unless the model refuses. */
  readonly refusal?: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  readonly citations: readonly Citation[];
  readonly finishReason: EndedRun['finishReason'];
  /** Omitted if the answer fits its schema. */
  readonly outputMismatch?: OutputMismatch;
  /** Omitted unless the answer is from documents. */
  readonly cited?: CitedAnswer;
}

/** True if the task's output is held until a person approves it. */
export const isGated = ({ gates }: Pick<TaskEntry, 'gates'>) => gates.includes(TaskGate.APPROVAL);

/** Bytes to approve: JSON with its members in this order, so that one output has one digest. */
export function bytesOf(output: AnswerOutput): Buffer {
  const { text, refusal, reasoning, toolCalls, citations, finishReason, outputMismatch, cited } = output;
  const ordered = {
    text,
    ...(refusal !== undefined && { refusal }),
    reasoning,
    toolCalls: toolCalls.map(({ id, name, argumentsText }) => ({ id, name, argumentsText })),
    citations: citations.map(({ url, title, date, snippet }) => ({ url, title, date, snippet })),
    finishReason,
    ...(outputMismatch && { outputMismatch }),
    ...(cited && { cited }),
  };
  return Buffer.from(JSON.stringify(ordered), 'utf8');
}

/** Parses bytes whose digest was approved. */
export const outputIn = (bytes: Buffer): AnswerOutput => JSON.parse(bytes.toString('utf8')) as AnswerOutput;

/** Collects the parts of a held stream. */
export class GatheredOutput {
  #text = '';
  #refusal = '';
  #reasoning = '';
  readonly #toolCalls: { id: string; name: string; argumentsText: string }[] = [];
  readonly #citations: Citation[] = [];

  add(part: RunPart): void {
    if (part.type === 'text') this.#text += part.text;
    else if (part.type === 'refusal') this.#refusal += part.text;
    else if (part.type === 'reasoning') this.#reasoning += part.text;
    else if (part.type === 'citation') this.#citations.push(part.citation);
    else if (part.type === 'tool-call-start') this.#toolCalls.push({ id: part.id, name: part.name, argumentsText: '' });
    else if (part.type === 'tool-call-delta') this.#toolCalls[part.index]!.argumentsText += part.argumentsText;
  }

  get output(): AnswerContent {
    return {
      text: this.#text,
      ...(this.#refusal !== '' && { refusal: this.#refusal }),
      reasoning: this.#reasoning,
      toolCalls: this.#toolCalls,
      citations: this.#citations,
    };
  }
}
