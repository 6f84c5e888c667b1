import { type CollectedStream, type Collector, type Json, ReportedInStream } from './collector.ts';

/** Chat completions, as OpenAI, DeepSeek, Mistral and Perplexity stream them. */
export const chatStream = (asking: string): CollectedStream => ({
  path: (path) => path,
  asking,
  collector: () => new ChatCollector(),
});

class ChatCollector implements Collector {
  readonly #message: Json = { role: 'assistant', content: '' };
  readonly #whole: Json = {};
  #finishReason: string | null = null;

  take(event: Json): boolean {
    if (event.error != null || event.object === 'error') throw new ReportedInStream(event);
    for (const name in event) {
      // Events can repeat these members, and the last value wins: `usage` is complete only in the last event that has it.
      if (event[name] != null && name !== 'choices') this.#whole[name] = event[name];
    }
    const choice = event.choices?.[0];
    if (!choice) return false;
    if (choice.finish_reason != null) this.#finishReason = choice.finish_reason;
    return choice.delta != null && this.#add(choice.delta);
  }

  whole(): Json | null {
    if (this.#finishReason === null) return null;
    const { tool_calls: calls } = this.#message;
    for (const call of calls ?? []) call.function.arguments ||= '{}';
    return {
      ...this.#whole,
      object: 'chat.completion',
      choices: [{ index: 0, message: this.#message, finish_reason: this.#finishReason }],
    };
  }

  #add(delta: Json): boolean {
    let hasContent = false;
    for (const name in delta) {
      const value = delta[name];
      if (value == null || value === '' || name === 'role') continue;
      hasContent = true;
      if (name === 'tool_calls') for (const call of value) this.#addCall(call);
      else if (name === 'content') this.#addContent(value);
      else if (typeof value === 'string') this.#message[name] = (this.#message[name] ?? '') + value;
      else if (Array.isArray(value)) this.#message[name] = [...(this.#message[name] ?? []), ...value];
      else this.#message[name] = value;
    }
    return hasContent;
  }

  /** Mistral's models that think send a list of parts first, and then text. */
  #addContent(value: Json): void {
    const { content } = this.#message;
    if (typeof value === 'string' && typeof content === 'string') {
      this.#message.content = content + value;
      return;
    }
    const parts: Json[] = typeof content === 'string' ? (content === '' ? [] : [textPart(content)]) : content;
    for (const part of typeof value === 'string' ? [textPart(value)] : value) {
      const last = parts.at(-1);
      if (last?.type === 'text' && part.type === 'text') last.text += part.text;
      else if (last?.type === 'thinking' && part.type === 'thinking') last.thinking.push(...part.thinking);
      else parts.push(structuredClone(part));
    }
    this.#message.content = parts;
  }

  #addCall({ index, id, type, function: called }: Json): void {
    this.#message.tool_calls ??= [];
    const calls: Json[] = this.#message.tool_calls;
    const last = calls.at(-1);
    // Some servers omit the index of a tool call. Then a new id starts a new call.
    const continued = !id || !last?.id || last.id === id ? last : undefined;
    let call = index == null ? continued : calls.find((one) => one.index === index);
    if (!call) {
      call = { index: index ?? calls.length, type: 'function', function: { name: '', arguments: '' } };
      calls.push(call);
    }
    if (id) call.id = id;
    if (type) call.type = type;
    if (called?.name && !call.function.name) call.function.name = called.name;
    const given = called?.arguments;
    if (given != null) call.function.arguments += typeof given === 'string' ? given : JSON.stringify(given);
  }
}

const textPart = (text: string) => ({ type: 'text', text });
