import type { Request, RequestHandler, Response } from 'express';
import type { FormattedExecutionResult, GraphQLSchema } from 'graphql';
import { print, type StreamEvent, type StreamMessage } from 'graphql-sse';
import { z } from 'zod';
import type { Authentication } from '../../auth/authenticate.ts';
import { isAnonymous, type Principal } from '../../auth/principal.ts';
import type { Context } from '../../context.ts';
import { badUserInput, Refusal } from '../../errors/errors.ts';
import { sentenceOf } from '../../errors/value-sentences.ts';
import type { FairTurns } from '../../http/fair-turns.ts';
import { jsonBody } from '../../http/json-body.ts';
import type { Mount } from '../../http/mount.ts';
import type { OpenStreams, StreamLimits } from '../../http/open-streams.ts';
import type { RequestMemory } from '../../http/request-memory.ts';
import { waitForDrain } from '../../http/wait-for-drain.ts';
import { countedCaller } from '../../limits/counted-caller.ts';
import type { Logger } from '../../observability/logger.ts';
import { requestScope } from '../../request-scope.ts';
import type { GraphqlRequest } from '../reads/compiled-reads.ts';
import { streamByAddressDocs, streamDocs } from './graphql.docs.ts';
import { authenticateBy, graphqlErrors, inTurn, sendNotFound } from './graphql-mount.ts';
import type { GraphqlRequestById, PersistedDocuments } from './persisted-documents.ts';
import { requestInQuery } from './request-in-query.ts';
import { type SubscriptionRequest, subscribe } from './subscribe.ts';

/** Maximum size of a request with a subscription: a document within the limits and its variables, without pictures. */
const MAX_BODY_BYTES = 100_000;

export interface StreamOptions {
  schema: GraphQLSchema;
  /** Resolves persisted documents. */
  documents: PersistedDocuments;
  introspection: boolean;
  logger: Logger;
  authentication: Authentication;
  contextFor(res: Response, principal: Principal, signal: AbortSignal): Context;
  streams: OpenStreams;
  heldBytes: RequestMemory;
  turns: FairTurns;
  /** Called for each event with the number of database statements that it took. */
  observe?: (statements: number) => void;
}

/**
 * Mounts `/graphql/stream`: a subscription by GET or POST, as server-sent events in the protocol of graphql-sse with one
 * connection per operation. The handler of the package graphql-sse buffers without limit for slow clients. This handler requests
 * an event from the source only after the previous one was sent.
 */
export function streamMount(options: StreamOptions): Mount {
  const { documents, authentication, contextFor, streams, heldBytes, turns } = options;
  const authenticate = authenticateBy(authentication);
  const stream: RequestHandler = async (req, res) => {
    if (!req.accepts('text/event-stream')) {
      throw new Refusal('NOT_ACCEPTABLE', 'The response is a stream. Accept `text/event-stream`.');
    }
    if (req.method === 'HEAD') {
      res.set(STREAM_HEADERS).end();
      return;
    }
    const given = req.method === 'POST' ? (req.body as GraphqlRequestById) : requestInQuery(req);
    const resolved = documents.resolve(isObject(given) ? given : {}, isAnonymous(res.locals.principal));
    if (resolved === null) return sendNotFound(req, res);
    const request = requestOf(req, resolved);
    // The client left while its request was read. The response's `close` event has already happened, so `destroyed` is checked
    // instead.
    if (res.destroyed) return;
    requestScope()?.statements.unbind();
    const signal = streams.open(countedCaller(res.locals.principal, req.ip ?? ''), res);
    const results = subscribe(request, {
      ...options,
      newContext: async () => contextFor(res, await authentication.ofRequest(req), signal),
    });
    await send(res, results, signal, streams.limits);
  };
  return {
    path: '/graphql/stream',
    methods: {
      GET: [authenticate, inTurn(turns), stream],
      POST: [authenticate, jsonBody({ maxBytes: MAX_BODY_BYTES, heldBytes, turns }), inTurn(turns), stream],
    },
    docs: { GET: streamByAddressDocs, POST: streamDocs },
    errors: graphqlErrors,
    isStream: true,
  };
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Tells nginx not to buffer the events, which must be sent at once.
  'X-Accel-Buffering': 'no',
};

/** Writes each result when the socket has room. Writes a comment from time to time while no result comes. */
async function send(
  res: Response,
  results: AsyncIterable<FormattedExecutionResult>,
  signal: AbortSignal,
  { heartbeatMs }: StreamLimits,
): Promise<void> {
  res.writeHead(200, STREAM_HEADERS);
  res.write(COMMENT);
  const heart = setInterval(() => res.writableNeedDrain || res.write(COMMENT), heartbeatMs);
  try {
    for await (const result of results) {
      if (signal.aborted) break;
      if (!res.write(printed({ event: 'next', data: result }))) await waitForDrain(res, signal);
    }
    if (!signal.aborted) res.write(printed({ event: 'complete', data: null }));
    res.end();
  } finally {
    clearInterval(heart);
  }
}

/** An SSE comment, also sent at the start, because browsers show a stream as open after its first byte. */
const COMMENT = ':\n\n';

/** Formats an event for graphql-sse, whose types expect results of graphql-js; these results are already formatted. */
function printed(message: { event: StreamEvent; data: FormattedExecutionResult | null }): string {
  return print(message as StreamMessage<false, StreamEvent>);
}

const Json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('Send JSON.');
    return z.NEVER;
  }
});
const Variables = z.record(z.string(), z.unknown()).nullish();
const Posted = z.object({ query: z.string(), operationName: z.string().nullish(), variables: Variables });
const InAddress = Posted.extend({ variables: Json.pipe(Variables).optional() });
const WORDED = { error: sentenceOf };

function requestOf(req: Request, { query }: GraphqlRequest): SubscriptionRequest {
  const parsed =
    req.method === 'POST'
      ? Posted.safeParse({ ...req.body, query }, WORDED)
      : InAddress.safeParse({ ...req.query, query }, WORDED);
  if (parsed.success) return parsed.data;
  throw badUserInput(
    'Send `query`, and `variables` and `operationName` if needed.',
    parsed.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, detail: message })),
  );
}
