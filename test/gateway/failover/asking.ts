import OpenAI from 'openai';

/** Which of the two providers is asked is told by the key that it is shown. */
export const PRIMARY_KEY = 'sk-primary';
export const FALLBACK_KEY = 'sk-fallback';

/** A task with two deployments that speak one protocol, so that one provider with moods can stand for both. */
export interface Slot {
  readonly task: string;
  readonly primary: Deployment;
  readonly fallback: Deployment;
}

interface Deployment {
  readonly id: string;
  readonly model: string;
}

export const FLASH = { id: 'deepseek/deepseek-v4-flash', model: 'deepseek-v4-flash' };
export const LUNA = { id: 'openai/gpt-6-luna', model: 'gpt-6-luna' };

export const SLOT: Slot = { task: 'fast-execution/filter-classify', primary: FLASH, fallback: LUNA };
/** The same two the other way round. */
export const REVERSED: Slot = { task: 'fast-execution/field-extraction', primary: LUNA, fallback: FLASH };
/** Two that no other scenario asks, so that their breakers know nothing of those. */
export const UNTOUCHED: Slot = {
  task: 'deep-reasoning/long-reasoning',
  primary: { id: 'deepseek/deepseek-v4-pro', model: 'deepseek-v4-pro' },
  fallback: { id: 'openai/gpt-6.1-sol', model: 'gpt-6.1-sol' },
};

export const SLOTS = [SLOT, REVERSED, UNTOUCHED];

/** What the service is started with, so that both deployments are that provider. */
export const providersAt = (upstream: { readonly url: string }): Record<string, string> => ({
  DEEPSEEK_BASE_URL: upstream.url,
  DEEPSEEK_API_KEY: PRIMARY_KEY,
  OPENAI_BASE_URL: upstream.url,
  OPENAI_API_KEY: FALLBACK_KEY,
});

export type Way = 'whole' | 'streamed';

/** What the caller saw of one call. */
export interface Outcome {
  readonly text: string;
  /** Null where it failed. */
  readonly finishReason: string | null;
  readonly model: string | null;
  readonly usage: { prompt_tokens: number; completion_tokens: number } | null;
  readonly facts: { run_id: string; deployment: string; attempts: number; cost_usd: number | null } | null;
  readonly error: {
    status: number | undefined;
    code: string | null;
    message: string;
    retryAfter: string | null;
  } | null;
  readonly elapsedMs: number;
}

const QUESTION: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Is this a complaint? The parcel came late and open.' },
];

/** Nothing is waited for longer: what takes so long hangs. */
const PATIENCE_MS = 60_000;

/** Asks as a program does, with OpenAI's own package. Retries are the service's affair, so the package makes none. */
export class Asking {
  readonly #client: OpenAI;

  constructor(url: string, apiKey: string) {
    this.#client = new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
  }

  /** @throws when it hangs */
  async ask(way: Way, { task }: Slot = SLOT): Promise<Outcome> {
    const begin = performance.now();
    const impatience = new AbortController();
    const timer = setTimeout(() => impatience.abort(), PATIENCE_MS);
    const seen = { text: '', finishReason: null, model: null, usage: null, facts: null } as Seen;
    let error: Outcome['error'] = null;
    try {
      await (way === 'whole'
        ? this.#whole(seen, task, impatience.signal)
        : this.#streamed(seen, task, impatience.signal));
    } catch (thrown) {
      if (impatience.signal.aborted) throw new Error(`It hangs: no end after ${PATIENCE_MS} ms.`);
      if (!(thrown instanceof OpenAI.APIError)) throw thrown;
      error = {
        status: thrown.status,
        code: thrown.code ?? null,
        message: thrown.message,
        retryAfter: thrown.headers?.get('retry-after') ?? null,
      };
    } finally {
      clearTimeout(timer);
    }
    return { ...seen, error, elapsedMs: performance.now() - begin };
  }

  async #whole(seen: Seen, model: string, signal: AbortSignal): Promise<void> {
    const answer = await this.#client.chat.completions.create({ model, messages: QUESTION }, { signal });
    const [choice] = answer.choices;
    seen.text = choice?.message.content ?? '';
    seen.finishReason = choice?.finish_reason ?? null;
    seen.model = answer.model;
    seen.usage = answer.usage ?? null;
    seen.facts = (answer as unknown as { imprimatur: Outcome['facts'] }).imprimatur;
  }

  async #streamed(seen: Seen, model: string, signal: AbortSignal): Promise<void> {
    const stream = await this.#client.chat.completions.create(
      { model, messages: QUESTION, stream: true, stream_options: { include_usage: true } },
      { signal },
    );
    for await (const chunk of stream) {
      const [choice] = chunk.choices;
      seen.text += choice?.delta.content ?? '';
      seen.finishReason = choice?.finish_reason ?? seen.finishReason;
      seen.model = chunk.model;
      seen.usage = chunk.usage ?? seen.usage;
      seen.facts = (chunk as unknown as { imprimatur?: Outcome['facts'] }).imprimatur ?? seen.facts;
    }
  }
}

type Seen = { -readonly [Name in Exclude<keyof Outcome, 'error' | 'elapsedMs'>]: Outcome[Name] };
