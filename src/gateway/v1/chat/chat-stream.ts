import type { BegunRun, Citation, EndedRun, RunPart } from '../../runs/run-task.ts';
import { modelOf, runFacts } from '../answer-headers.ts';
import { documentAnnotationsOf } from '../document-annotations.ts';
import type { ErrorBody } from '../errors.ts';
import type { EventWriter } from '../event-writer.ts';
import type { FailureFacts } from '../failure-facts.ts';
import { noticeOf } from '../withheld-call-notice.ts';
import { annotationOf, createdOf, documentAnnotationOf, finishReasonOf, idOf, usageOf } from './chat-answer.ts';

/** Writes the chunks of a streamed answer. Their common prefix is serialized once, so that each part only serializes its text. */
export class ChatStream implements EventWriter {
  #run!: BegunRun;
  readonly #warnings: readonly string[];
  readonly #wantsUsage: boolean;
  #prefix = '';
  #hasRole = false;
  #hasToolCalls = false;
  #hasRefusal = false;
  #textLength = 0;
  readonly #citations: Citation[] = [];

  constructor({ wantsUsage, warnings }: { wantsUsage: boolean; warnings: readonly string[] }) {
    this.#warnings = warnings;
    this.#wantsUsage = wantsUsage;
  }

  /** Writes nothing: every chunk names the model, which isn't known at this point. */
  admitted(): string {
    return '';
  }

  begin(run: BegunRun): string {
    this.#run = run;
    const [id, model] = [JSON.stringify(idOf(run)), JSON.stringify(modelOf(run))];
    this.#prefix = `data: {"id":${id},"object":"chat.completion.chunk","created":${createdOf(run)},"model":${model},"choices":[`;
    return '';
  }

  part(part: RunPart): string {
    switch (part.type) {
      case 'text':
        this.#textLength += part.text.length;
        return this.#delta(`"content":${JSON.stringify(part.text)}`);
      case 'refusal':
        this.#hasRefusal = true;
        return this.#delta(`"refusal":${JSON.stringify(part.text)}`);
      case 'reasoning':
        return this.#delta(`"reasoning_content":${JSON.stringify(part.text)}`);
      case 'tool-call-start':
        this.#hasToolCalls = true;
        return this.#delta(
          `"tool_calls":[{"index":${part.index},"id":${JSON.stringify(part.id)},"type":"function","function":{"name":${JSON.stringify(part.name)},"arguments":""}}]`,
        );
      case 'tool-call-delta':
        return this.#delta(
          `"tool_calls":[{"index":${part.index},"function":{"arguments":${JSON.stringify(part.argumentsText)}}}]`,
        );
      case 'citation':
        this.#citations.push(part.citation);
        return this.#delta(`"annotations":[${JSON.stringify(annotationOf(part.citation, this.#textLength))}]`);
      case 'end':
        return this.#end(part.end);
    }
  }

  failed(error: ErrorBody, facts: FailureFacts): string {
    return `data: ${JSON.stringify({ error, imprimatur: facts })}\n\n`;
  }

  /** Event with a delta. The first call also writes an event with the role before it. */
  #delta(members: string): string {
    const role = this.#hasRole ? '' : this.#role();
    return `${role}${this.#prefix}{"index":0,"delta":{${members}},"finish_reason":null}]}\n\n`;
  }

  #role(): string {
    this.#hasRole = true;
    return `${this.#prefix}{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}\n\n`;
  }

  #notice(notice: string): string {
    return this.#delta(`"content":${JSON.stringify(this.#textLength === 0 ? notice : `\n\n${notice}`)}`);
  }

  #end(end: EndedRun): string {
    const notice = end.outward ? this.#notice(noticeOf(end.outward)) : '';
    const cited = documentAnnotationsOf(end).map(documentAnnotationOf);
    const annotations = cited.length === 0 ? '' : this.#delta(`"annotations":${JSON.stringify(cited)}`);
    const role = this.#hasRole ? '' : this.#role();
    const facts = `"imprimatur":${JSON.stringify(runFacts(this.#run, end, this.#warnings, this.#citations))}`;
    const reason = finishReasonOf(end, this.#hasToolCalls, this.#hasRefusal);
    const finish = `${notice}${annotations}${role}${this.#prefix}{"index":0,"delta":{},"finish_reason":"${reason}"}]`;
    if (!this.#wantsUsage) return `${finish},${facts}}\n\n${DONE}`;
    return `${finish}}\n\n${this.#prefix}],"usage":${JSON.stringify(usageOf(end.usage))},${facts}}\n\n${DONE}`;
  }
}

const DONE = 'data: [DONE]\n\n';
