import { once } from 'node:events';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { FormattedExecutionResult, GraphQLSchema } from 'graphql';
import { print, type StreamEvent, type StreamMessage } from 'graphql-sse';
import { z } from 'zod';
import { actorOf, type Viewer } from '../auth/viewer.ts';
import { badUserInput, Refusal } from '../errors.ts';
import { jsonBody } from '../http/json-body.ts';
import { closeMethods } from '../http/methods.ts';
import { networkOf } from '../http/stranger-limit.ts';
import type { Logger } from '../observability/logger.ts';
import { sendsGraphQLErrors } from './refusal-handler.ts';
import type { RequestContext } from './request-context.ts';
import { type SubscriptionRequest, subscribe } from './subscribe.ts';

const PATH = '/graphql/stream';
/** A document within the limits, and variables; nobody subscribes with a picture. */
const MAX_BODY_BYTES = 100_000;

export interface StreamLimits {
  /** Many pages and tools may stand behind one secret; one of them that opens streams and forgets them should show. */
  perPrincipal: number;
  inProcess: number;
  /** Proxies close what is silent for a minute, some after half of one. */
  heartbeatMs: number;
  /** How long a client may leave unread what it was sent. By then buffers of the network are full as well. */
  unreadMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  perPrincipal: 100,
  inProcess: 1_000,
  heartbeatMs: 15_000,
  unreadMs: 30_000,
};

export interface StreamOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  logger: Logger;
  authenticate(req: Request): Promise<Viewer>;
  contextFor(res: Response, viewer: Viewer, signal: AbortSignal): RequestContext;
  limits?: Partial<StreamLimits> | undefined;
}

/**
 * `/graphql/stream`: a subscription by GET or POST, answered as server-sent events. The protocol is graphql-sse's, one
 * connection for each operation. Its own handler keeps what a client does not read, without a bound; so the writing is done
 * here, and nothing is asked of a source before the last of it has gone out.
 */
export function mountStream(app: Express, options: StreamOptions): OpenStreams {
  const { logger, authenticate, contextFor } = options;
  const limits = { ...STREAM_LIMITS, ...options.limits };
  const streams = new OpenStreams(limits);

  const body = jsonBody(MAX_BODY_BYTES);
  const readBody: RequestHandler = (req, res, next) => (req.method === 'POST' ? body(req, res, next) : next());
  const stream: RequestHandler = async (req, res) => {
    const viewer = await authenticate(req);
    if (!req.accepts('text/event-stream')) {
      throw new Refusal('NOT_ACCEPTABLE', 'The answer is a stream: accept `text/event-stream`.');
    }
    if (req.method === 'HEAD') {
      res.type('text/event-stream').end();
      return;
    }
    const request = requestOf(req);
    // Gone while we looked who it is: that it closed has been told already, and would never be heard.
    if (res.destroyed) return;
    const signal = streams.open(viewer.kind === 'ANONYMOUS' ? networkOf(req.ip ?? '') : actorOf(viewer), res);
    const results = subscribe(request, {
      ...options,
      newContext: async () => contextFor(res, await authenticate(req), signal),
    });
    await send(res, results, signal, limits);
  };
  app.get(PATH, stream);
  app.post(PATH, readBody, stream);
  app.use(PATH, sendsGraphQLErrors(logger));
  closeMethods(app, PATH, ['GET', 'POST']);
  return streams;
}

/** The streams that are open in this process. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #count = new Map<string, number>();
  readonly #open = new Set<AbortController>();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Gives a signal that aborts when the client has gone, or has to go.
   * @throws Refusal when there are too many already.
   */
  open(principal: string, res: Response): AbortSignal {
    const { perPrincipal, inProcess } = this.#limits;
    const count = this.#count.get(principal) ?? 0;
    if (count >= perPrincipal) {
      throw new Refusal('RATE_LIMITED', `At most ${perPrincipal} streams at a time. End one that is not needed.`, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    if (this.#open.size >= inProcess) {
      throw new Refusal('SERVICE_UNAVAILABLE', 'As many streams are open as there can be. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    const ending = new AbortController();
    this.#open.add(ending);
    this.#count.set(principal, count + 1);
    res.once('close', () => {
      ending.abort();
      this.#open.delete(ending);
      const left = (this.#count.get(principal) ?? 1) - 1;
      if (left > 0) this.#count.set(principal, left);
      else this.#count.delete(principal);
    });
    return ending.signal;
  }

  /** Ends them all without a `complete`, which tells clients to come again, and so to a process that goes on. */
  endAll(): void {
    for (const ending of this.#open) ending.abort();
  }
}

const RETRY_AFTER_SECONDS = 5;

/** Writes each result when there is room for it, and a comment now and then while there is none to write. */
async function send(
  res: Response,
  results: AsyncIterable<FormattedExecutionResult>,
  signal: AbortSignal,
  { heartbeatMs, unreadMs }: StreamLimits,
): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // nginx would gather what should go out at once.
    'X-Accel-Buffering': 'no',
  });
  res.write(COMMENT);
  const heart = setInterval(() => res.writableNeedDrain || res.write(COMMENT), heartbeatMs);
  try {
    for await (const result of results) {
      if (signal.aborted) break;
      if (!res.write(printed({ event: 'next', data: result }))) await readWithin(res, signal, unreadMs);
    }
    if (!signal.aborted) res.write(printed({ event: 'complete', data: null }));
    res.end();
  } finally {
    clearInterval(heart);
  }
}

/** Browsers show a stream as open from the first byte on. */
const COMMENT = ':\n\n';

/** The types of graphql-sse know results as graphql-js has them; these are as they go out. */
function printed(message: { event: StreamEvent; data: FormattedExecutionResult | null }): string {
  return print(message as StreamMessage<false, StreamEvent>);
}

/** Waits until the client has read what it was sent, and hangs up on one that does not. */
async function readWithin(res: Response, signal: AbortSignal, unreadMs: number): Promise<void> {
  const patience = setTimeout(() => res.destroy(), unreadMs);
  await once(res, 'drain', { signal }).catch(() => {});
  clearTimeout(patience);
}

const Json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('is not JSON');
    return z.NEVER;
  }
});
const Variables = z.record(z.string(), z.unknown()).nullish();
const Posted = z.object({ query: z.string(), operationName: z.string().nullish(), variables: Variables });
const InAddress = Posted.extend({ variables: Json.pipe(Variables).optional() });

function requestOf(req: Request): SubscriptionRequest {
  const parsed = req.method === 'POST' ? Posted.safeParse(req.body) : InAddress.safeParse(req.query);
  if (parsed.success) return parsed.data;
  throw badUserInput(
    'Send `query`, and if need be `variables` and `operationName`.',
    parsed.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, detail: message })),
  );
}
