import { createGraphiQLFetcher, type Fetcher, type FetcherParams } from '@graphiql/toolkit';
import { type ExecutionResult, getOperationAST } from 'graphql';
import { PERSON_HEADER } from '../../pure.ts';
import { texts } from '../texts.ts';

const ENDPOINT = '/graphql';
const STREAM_ENDPOINT = '/graphql/stream';

/** Header that proves that a script of this origin sent the request, because forms of other sites can’t set it. */
export const SAME_ORIGIN = { 'apollo-require-preflight': 'true' };

/**
 * Creates GraphiQL’s fetcher: queries and mutations by POST, subscriptions as server-sent events.
 * @param actor user for whom the page was loaded. The service refuses requests with the session of another operator
 * @param onPersonChanged called after such a refusal
 */
export function fetcherFor(actor: string, onPersonChanged: () => void): Fetcher {
  const headers = { ...SAME_ORIGIN, [PERSON_HEADER]: actor };
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status === 403 && (await response.clone().text()).includes('"PERSON_CHANGED"')) onPersonChanged();
    return response;
  };
  // Incremental delivery is off, so the service sends one JSON response per POST. The toolkit accepts
  // `application/graphql-response+json, application/json;q=0.9`.
  const overHttp = createGraphiQLFetcher({ url: ENDPOINT, headers, fetch: send, enableIncrementalDelivery: false });
  return (params, options) => {
    const operation = options?.documentAST && getOperationAST(options.documentAST, params.operationName);
    if (operation?.operation !== 'subscription') return overHttp(params, options);
    return overEventStream(send, params, { ...headers, ...options?.headers });
  };
}

/**
 * Executes a subscription over one HTTP response.
 * Source: "GraphQL over Server-Sent Events Protocol", distinct connections mode: events `next` (data is an execution result) and
 * `complete`.
 * Returns an observable, because an async generator can’t be stopped while it waits for the next event.
 */
function overEventStream(send: typeof fetch, params: FetcherParams, headers: Record<string, string>) {
  return {
    subscribe: ((sink: Sink) => {
      const abort = new AbortController();
      readEvents(send, params, headers, abort.signal, sink).then(
        () => sink.complete(),
        (error) => {
          if (!abort.signal.aborted) sink.error(error);
        },
      );
      return { unsubscribe: () => abort.abort() };
    }) as Subscribe, // GraphiQL always passes a sink; the type also allows three callbacks
  };
}

type Subscribe = Extract<Awaited<ReturnType<Fetcher>>, { subscribe: unknown }>['subscribe'];

interface Sink {
  next(result: ExecutionResult): void;
  error(error: unknown): void;
  complete(): void;
}

async function readEvents(
  send: typeof fetch,
  params: FetcherParams,
  headers: Record<string, string>,
  signal: AbortSignal,
  sink: Sink,
) {
  const response = await send(STREAM_ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(params),
    signal,
  });
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new Error(texts.graphiql.subscriptionRefused(response.status, await response.text()));
  }

  let pending = '';
  for await (const text of chunks(response.body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (pending + text).split(/\r?\n\r?\n/);
    pending = blocks.pop() ?? '';
    for (const { event, data } of blocks.map(parseEvent)) {
      if (event === 'complete') return;
      if (event === 'next') sink.next(JSON.parse(data));
    }
  }
}

/** Yields the chunks of a stream. Needed because Safari doesn’t support `for await` on streams yet. */
async function* chunks(stream: ReadableStream<string>) {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** Parses one block of a `text/event-stream`. Comments such as keep-alives have no event and no data. */
function parseEvent(block: string) {
  const values = (field: string) =>
    block
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).trimStart()] : []));
  return { event: values('event').at(-1), data: values('data').join('\n') };
}
