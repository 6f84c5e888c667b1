import { postJson, RequestError } from '../requests.ts';
import { texts } from '../texts.ts';

/** Values of the response headers. Null if the headers were sent before the value was known; the last event then has it. */
export interface RunHeaders {
  runId: string;
  /** Model that answers, as its provider names it. If the sandbox answers: `sandbox/` and the name of the deployment. */
  model: string | null;
  isSimulated: boolean | null;
  attempts: number | null;
  /** Number of runs that anonymous callers have left today. Null without a limit. */
  left: number | null;
}

export type ChatEvent =
  | { type: 'headers'; headers: RunHeaders }
  | { type: 'text'; text: string }
  | ({ type: 'end'; costUsd: number | null } & Pick<RunHeaders, 'model' | 'isSimulated' | 'attempts'>);

interface Chunk {
  error?: { message: string; code: string | null };
  model?: string;
  choices?: { delta: { content?: string | null } }[];
  imprimatur?: { cost_usd: number | null; simulated: boolean | null; attempts: number | null };
}

/**
 * Calls a task through the OpenAI-compatible API and streams the answer, as the curl snippet does.
 * @throws RequestError with the service’s message if the call is refused or fails
 */
export async function* streamChat(
  { task, prompt }: { task: string; prompt: string },
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const body = JSON.stringify({ model: task, stream: true, messages: [{ role: 'user', content: prompt }] });
  const response = await postJson('/v1/chat/completions', { body, signal });
  if (!response.ok || !response.body) {
    const { error } = (await response.json().catch(() => ({}))) as Chunk;
    throw new RequestError(error?.message ?? texts.requests.status(response.status), error?.code ?? null);
  }
  yield { type: 'headers', headers: runHeadersOf(response.headers) };
  for await (const data of eventsOf(response.body)) {
    if (data === '[DONE]') return;
    const { error, model = null, choices, imprimatur } = JSON.parse(data) as Chunk;
    if (error) throw new RequestError(error.message, error.code);
    const text = choices?.[0]?.delta.content;
    if (text) yield { type: 'text', text };
    if (imprimatur) {
      const { cost_usd: costUsd, simulated: isSimulated, attempts } = imprimatur;
      yield { type: 'end', costUsd, model, isSimulated, attempts };
    }
  }
  throw new RequestError(texts.requests.answerCut);
}

function runHeadersOf(headers: Headers): RunHeaders {
  const left = /"simulated-runs";r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1];
  const simulated = headers.get('X-Imprimatur-Simulated');
  const attempts = headers.get('X-Imprimatur-Attempts');
  const model = headers.get('X-Imprimatur-Model');
  return {
    runId: headers.get('X-Imprimatur-Run-Id') ?? '',
    model: model === null ? null : decodeURIComponent(model),
    isSimulated: simulated === null ? null : simulated === 'true',
    attempts: attempts === null ? null : Number(attempts),
    left: left === undefined ? null : Number(left),
  };
}

/** Yields the data of each server-sent event: the text after `data: `. */
async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (pending + value).split(/\r?\n\r?\n/);
    pending = blocks.pop() ?? '';
    for (const block of blocks) if (block.startsWith('data: ')) yield block.slice('data: '.length);
  }
}
