import { type CollectedStream, type Collector, type Json, ReportedInStream } from './collector.ts';

/**
 * Collects a stream of xAI's Responses API. Its last event has the complete answer; only the output is taken from earlier
 * events if that event has none.
 */
export const responsesStream: CollectedStream = {
  path: (path) => path,
  asking: '"stream":true',
  collector: () => new ResponsesCollector(),
};

const LAST = new Set(['response.completed', 'response.done', 'response.incomplete']);

class ResponsesCollector implements Collector {
  #response: Json = null;
  readonly #items: Json[] = [];

  take(event: Json): boolean {
    const { type } = event;
    if (type === 'error' || event.error != null) throw new ReportedInStream(event);
    if (type === 'response.failed')
      throw new ReportedInStream({ error: event.response?.error ?? { code: 'server_error' } });
    if (LAST.has(type)) this.#response = event.response;
    else if (type === 'response.output_item.done') this.#items[event.output_index] = event.item;
    return typeof type === 'string' && type.endsWith('.delta') && event.delta !== '';
  }

  whole(): Json | null {
    if (this.#response === null) return null;
    const { output } = this.#response;
    return { ...this.#response, output: output?.length > 0 ? output : this.#items.filter(Boolean) };
  }
}
