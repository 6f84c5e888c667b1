import { createGraphiQLFetcher, type Fetcher, type FetcherOpts, type FetcherParams } from '@graphiql/toolkit';
import { type ExecutionResult, getOperationAST } from 'graphql';

const ENDPOINT = '/graphql';
const STREAM_ENDPOINT = '/graphql/stream';

/** Tells the server that a script of this origin speaks, which no plain cross-site form can. */
export const SAME_ORIGIN = { 'apollo-require-preflight': 'true' };

/** One JSON answer per POST; toolkit asks for `application/graphql-response+json, application/json;q=0.9`. */
const overHttp = createGraphiQLFetcher({ url: ENDPOINT, headers: SAME_ORIGIN, enableIncrementalDelivery: false });

/** Queries and mutations by POST, subscriptions as server-sent events. */
export const fetcher: Fetcher = (params, options) => {
  const operation = options?.documentAST && getOperationAST(options.documentAST, params.operationName);
  return operation?.operation === 'subscription' ? overEventStream(params, options) : overHttp(params, options);
};

/**
 * A subscription over one HTTP response.
 * Source: "GraphQL over Server-Sent Events Protocol", distinct connections mode: events `next` (data is an execution
 * result) and `complete`.
 * An observable and not an async generator, because a generator that waits for the next event cannot be stopped.
 */
function overEventStream(params: FetcherParams, options?: FetcherOpts) {
  return {
    subscribe: ((sink: Sink) => {
      const abort = new AbortController();
      readEvents(params, options, abort.signal, sink).then(
        () => sink.complete(),
        (error) => {
          if (!abort.signal.aborted) sink.error(error);
        },
      );
      return { unsubscribe: () => abort.abort() };
    }) as Subscribe, // GraphiQL only ever passes a sink; the type also allows three callbacks
  };
}

type Subscribe = Extract<Awaited<ReturnType<Fetcher>>, { subscribe: unknown }>['subscribe'];

interface Sink {
  next(result: ExecutionResult): void;
  error(error: unknown): void;
  complete(): void;
}

async function readEvents(params: FetcherParams, options: FetcherOpts | undefined, signal: AbortSignal, sink: Sink) {
  const response = await fetch(STREAM_ENDPOINT, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...SAME_ORIGIN, ...options?.headers },
    body: JSON.stringify(params),
    signal,
  });
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new Error(`The subscription was refused: ${response.status} ${await response.text()}`);
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

/** Safari cannot yet iterate a stream with `for await`. */
async function* chunks(stream: ReadableStream<string>) {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** One block of a `text/event-stream`; comments such as keep-alives have neither event nor data. */
function parseEvent(block: string) {
  const values = (field: string) =>
    block
      .split(/\r?\n/)
      .flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).trimStart()] : []));
  return { event: values('event').at(-1), data: values('data').join('\n') };
}
