import type { AdmittedRun, BegunRun, Citation, EndedRun, RunPart } from '../../runs/run-task.ts';
import { modelOf } from '../answer-headers.ts';
import { documentAnnotationsOf } from '../document-annotations.ts';
import type { ErrorBody } from '../errors.ts';
import type { EventWriter } from '../event-writer.ts';
import type { FailureFacts } from '../failure-facts.ts';
import type { Members } from '../values.ts';
import { noticeOf } from '../withheld-call-notice.ts';
import {
  annotationOf,
  callItem,
  carriedItem,
  itemIds,
  messageItem,
  ResponseBody,
  reasoningItem,
  refusalPart,
  statusOf,
  textPart,
} from './responses-answer.ts';

interface StreamItem {
  readonly id: string;
  readonly at: number;
  text: string;
}

interface MessageItem extends StreamItem {
  /** Indexes of text and refusal in the content. Null before they start. */
  textAt: number | null;
  refusalAt: number | null;
  refusal: string;
}

interface CallItem extends StreamItem {
  readonly callId: string;
  readonly name: string;
}

/**
 * Writes the events of a streamed response in the documented order: each item is added, grows, and is done. The message is done
 * only when the stream ends, since sources may be cited until then.
 */
export class ResponsesStream implements EventWriter {
  readonly #request: Members;
  readonly #warnings: readonly string[];
  #run!: BegunRun;
  #body!: ResponseBody;
  #sequence = 0;
  #items = 0;
  #message: MessageItem | undefined;
  #reasoning: StreamItem | undefined;
  readonly #calls: CallItem[] = [];
  readonly #annotations: object[] = [];
  readonly #citations: Citation[] = [];
  /** Finished items of the response, by their index. */
  readonly #output: object[] = [];
  /** Start of each text event, serialized once. */
  #textPrefix = '';

  constructor(request: Members, warnings: readonly string[]) {
    this.#request = request;
    this.#warnings = warnings;
  }

  /** `model` is the task until it is known which model answers. */
  admitted(run: AdmittedRun): string {
    return this.#created(new ResponseBody(run, run.task, this.#request));
  }

  begin(run: BegunRun): string {
    this.#run = run;
    const body = new ResponseBody(run, modelOf(run), this.#request);
    if (!this.#body) return this.#created(body);
    this.#body = body;
    return '';
  }

  #created(body: ResponseBody): string {
    this.#body = body;
    const response = `"response":${this.#body.inProgress()}`;
    return this.#event('response.created', response) + this.#event('response.in_progress', response);
  }

  part(part: RunPart): string {
    switch (part.type) {
      case 'text':
        return this.#textDelta(part.text);
      case 'refusal':
        return this.#refuses(part.text);
      case 'reasoning':
        return this.#reasoningDelta(part.text);
      case 'tool-call-start':
        return this.#reasoningDone() + this.#callAdded(part.index, part.id, part.name);
      case 'tool-call-delta':
        return this.#callGrows(part.index, part.argumentsText);
      case 'citation':
        return this.#cited(part.citation);
      case 'end':
        return this.#end(part.end);
    }
  }

  failed(error: ErrorBody, facts: FailureFacts): string {
    const output = this.#output.filter(Boolean);
    return this.#event('response.failed', `"response":${this.#body.failed(error, output, facts)}`);
  }

  #textDelta(text: string): string {
    const before = this.#withText();
    this.#message!.text += text;
    return `${before}${this.#textPrefix}${JSON.stringify(text)},"sequence_number":${this.#sequence++}}\n\n`;
  }

  #refuses(refusal: string): string {
    const before = this.#message ? '' : this.#reasoningDone() + this.#messageAdded();
    const message = this.#message!;
    let added = '';
    if (message.refusalAt === null) {
      message.refusalAt = message.textAt === null ? 0 : 1;
      added = this.#partAdded(message, message.refusalAt, refusalPart(''));
    }
    message.refusal += refusal;
    const members = `${placeOf(message)},"content_index":${message.refusalAt},"delta":${JSON.stringify(refusal)}`;
    return before + added + this.#event('response.refusal.delta', members);
  }

  /** Events before the first piece of the message's text. */
  #withText(): string {
    if (typeof this.#message?.textAt === 'number') return '';
    const before = this.#message ? '' : this.#reasoningDone() + this.#messageAdded();
    const message = this.#message!;
    const textAt = message.refusalAt === null ? 0 : 1;
    message.textAt = textAt;
    this.#textPrefix = `event: response.output_text.delta\ndata: {"type":"response.output_text.delta",${placeOf(message)},"content_index":${textAt},"logprobs":[],"delta":`;
    return before + this.#partAdded(message, textAt, textPart('', []));
  }

  #messageAdded(): string {
    const id = itemIds.message(this.#run);
    this.#message = { id, at: this.#items++, text: '', textAt: null, refusalAt: null, refusal: '' };
    return this.#added(this.#message.at, {
      id,
      type: 'message',
      status: 'in_progress',
      role: 'assistant',
      content: [],
    });
  }

  #partAdded(item: StreamItem, at: number, part: object): string {
    return this.#event(
      'response.content_part.added',
      `${placeOf(item)},"content_index":${at},"part":${JSON.stringify(part)}`,
    );
  }

  #partDone(item: StreamItem, at: number, part: object): string {
    return this.#event(
      'response.content_part.done',
      `${placeOf(item)},"content_index":${at},"part":${JSON.stringify(part)}`,
    );
  }

  #cited(citation: Citation): string {
    const before = this.#withText();
    this.#citations.push(citation);
    return before + this.#annotated(annotationOf(citation, this.#message!.text.length));
  }

  #annotated(annotation: object): string {
    const at = this.#annotations.push(annotation) - 1;
    const members = `${placeOf(this.#message!)},"content_index":${this.#message!.textAt},"annotation_index":${at},"annotation":${JSON.stringify(annotation)}`;
    return this.#event('response.output_text.annotation.added', members);
  }

  #messageDone(end: EndedRun): string {
    const message = this.#message;
    if (!message) return '';
    const { id, at, text, textAt, refusal, refusalAt } = message;
    const content: object[] = [];
    let done = '';
    if (textAt !== null) {
      const part = textPart(text, this.#annotations);
      content[textAt] = part;
      done +=
        this.#event(
          'response.output_text.done',
          `${placeOf(message)},"content_index":${textAt},"text":${JSON.stringify(text)},"logprobs":[]`,
        ) + this.#partDone(message, textAt, part);
    }
    if (refusalAt !== null) {
      const part = refusalPart(refusal);
      content[refusalAt] = part;
      done +=
        this.#event(
          'response.refusal.done',
          `${placeOf(message)},"content_index":${refusalAt},"refusal":${JSON.stringify(refusal)}`,
        ) + this.#partDone(message, refusalAt, part);
    }
    return done + this.#done(at, messageItem(id, content, this.#statusAt(end)));
  }

  #statusAt(end: EndedRun) {
    return statusOf(end, typeof this.#message?.refusalAt === 'number');
  }

  #reasoningDelta(text: string): string {
    let before = '';
    if (!this.#reasoning) {
      const at = this.#items++;
      const reasoning = { id: itemIds.reasoning(this.#run, at), at, text: '' };
      this.#reasoning = reasoning;
      before =
        this.#added(at, { id: reasoning.id, type: 'reasoning', summary: [] }) +
        this.#event(
          'response.reasoning_summary_part.added',
          `${placeOf(reasoning)},"summary_index":0,"part":{"type":"summary_text","text":""}`,
        );
    }
    this.#reasoning.text += text;
    const members = `${placeOf(this.#reasoning)},"summary_index":0,"delta":${JSON.stringify(text)}`;
    return before + this.#event('response.reasoning_summary_text.delta', members);
  }

  /** Ends the reasoning item, if there is one. */
  #reasoningDone(): string {
    const reasoning = this.#reasoning;
    if (!reasoning) return '';
    this.#reasoning = undefined;
    const { id, at, text } = reasoning;
    const where = `${placeOf(reasoning)},"summary_index":0`;
    const part = JSON.stringify({ type: 'summary_text', text });
    return (
      this.#event('response.reasoning_summary_text.done', `${where},"text":${JSON.stringify(text)}`) +
      this.#event('response.reasoning_summary_part.done', `${where},"part":${part}`) +
      this.#done(at, reasoningItem(id, text))
    );
  }

  #callAdded(index: number, callId: string, name: string): string {
    const call = { id: itemIds.call(this.#run, index), at: this.#items++, callId, name, text: '' };
    this.#calls[index] = call;
    return this.#added(call.at, callItem(call.id, callId, name, '', 'in_progress'));
  }

  #callGrows(index: number, argumentsText: string): string {
    const call = this.#calls[index]!;
    call.text += argumentsText;
    return this.#event(
      'response.function_call_arguments.delta',
      `${placeOf(call)},"delta":${JSON.stringify(argumentsText)}`,
    );
  }

  #callDone(call: CallItem): string {
    const { id, at, callId, name, text } = call;
    return (
      this.#event(
        'response.function_call_arguments.done',
        `${placeOf(call)},"name":${JSON.stringify(name)},"arguments":${JSON.stringify(text)}`,
      ) + this.#done(at, callItem(id, callId, name, text, 'completed'))
    );
  }

  /** Events that send the notice about withheld calls as a separate message, after the model's output. */
  #notice(text: string): string {
    const id = itemIds.notice(this.#run);
    const at = this.#items++;
    const item = { id, at, text };
    const where = `${placeOf(item)},"content_index":0`;
    const part = textPart(text, []);
    return (
      this.#added(at, { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] }) +
      this.#partAdded(item, 0, textPart('', [])) +
      this.#event('response.output_text.delta', `${where},"logprobs":[],"delta":${JSON.stringify(text)}`) +
      this.#event('response.output_text.done', `${where},"text":${JSON.stringify(text)},"logprobs":[]`) +
      this.#partDone(item, 0, part) +
      this.#done(at, messageItem(id, [part], 'completed'))
    );
  }

  #carried(encrypted: string): string {
    const at = this.#items++;
    const item = carriedItem(itemIds.carried(this.#run), encrypted);
    return this.#added(at, item) + this.#done(at, item);
  }

  #end(end: EndedRun): string {
    const nothing = this.#items === 0 && !end.outward ? this.#withText() : '';
    const cited = documentAnnotationsOf(end)
      .map((one) => this.#annotated(one))
      .join('');
    let done = cited + this.#reasoningDone() + this.#messageDone(end);
    for (const call of this.#calls) done += this.#callDone(call);
    if (end.encryptedReasoning !== undefined) done += this.#carried(end.encryptedReasoning);
    if (end.outward) done += this.#notice(noticeOf(end.outward));
    const status = this.#statusAt(end);
    const whole = this.#body.ended(this.#run, end, status, this.#output, this.#warnings, this.#citations);
    return nothing + done + this.#event(`response.${status}`, `"response":${whole}`);
  }

  #added(at: number, item: object): string {
    return this.#event('response.output_item.added', `"output_index":${at},"item":${JSON.stringify(item)}`);
  }

  #done(at: number, item: object): string {
    this.#output[at] = item;
    return this.#event('response.output_item.done', `"output_index":${at},"item":${JSON.stringify(item)}`);
  }

  #event(type: string, members: string): string {
    return `event: ${type}\ndata: {"type":"${type}",${members},"sequence_number":${this.#sequence++}}\n\n`;
  }
}

const placeOf = ({ id, at }: StreamItem) => `"item_id":${JSON.stringify(id)},"output_index":${at}`;
