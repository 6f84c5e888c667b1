import { type CollectedStream, type Collector, type Json, ReportedInStream } from './collector.ts';

/** Collects a stream of Anthropic's Messages API. */
export const anthropicStream: CollectedStream = {
  path: (path) => path,
  asking: '"stream":true',
  collector: () => new AnthropicCollector(),
};

class AnthropicCollector implements Collector {
  #message: Json = null;
  readonly #blocks: Json[] = [];
  /** Arguments of tool calls, which arrive as pieces of JSON. */
  readonly #inputs: string[] = [];

  take(event: Json): boolean {
    switch (event.type) {
      case 'error':
        throw new ReportedInStream(event);
      case 'message_start':
        this.#message = { ...event.message };
        return false;
      case 'content_block_start':
        this.#blocks[event.index] = { ...event.content_block };
        return event.content_block.type === 'tool_use';
      case 'content_block_delta':
        return this.#add(event.index, event.delta);
      case 'message_delta':
        Object.assign(this.#message ?? {}, given(event.delta), {
          usage: { ...this.#message?.usage, ...given(event.usage) },
          ...(event.context_management != null && { context_management: event.context_management }),
        });
        return false;
      default:
        return false;
    }
  }

  whole(): Json | null {
    if (this.#message?.stop_reason == null) return null;
    const content = this.#blocks.map((block, index) => {
      const input = this.#inputs[index];
      return input ? { ...block, input: JSON.parse(input) } : block;
    });
    return { ...this.#message, content: content.filter(Boolean) };
  }

  #add(index: number, delta: Json): boolean {
    const block = this.#blocks[index];
    if (!block) return false;
    switch (delta.type) {
      case 'text_delta':
        block.text = (block.text ?? '') + delta.text;
        return delta.text !== '';
      case 'thinking_delta':
        block.thinking = (block.thinking ?? '') + delta.thinking;
        return delta.thinking !== '';
      case 'signature_delta':
        block.signature = (block.signature ?? '') + delta.signature;
        return false;
      case 'input_json_delta':
        this.#inputs[index] = (this.#inputs[index] ?? '') + delta.partial_json;
        return true;
      case 'citations_delta':
        block.citations = [...(block.citations ?? []), delta.citation];
        return false;
      case 'compaction_delta':
        block.content = (block.content ?? '') + (delta.content ?? '');
        return false;
      default:
        return false;
    }
  }
}

/** Members that aren't null. A null in a later event doesn't replace an earlier value. */
const given = (members: Json) => Object.fromEntries(Object.entries(members ?? {}).filter(([, value]) => value != null));
