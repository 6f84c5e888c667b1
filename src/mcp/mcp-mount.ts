import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Request as HttpRequest, RequestHandler } from 'express';
import { assertAccess } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { safeName } from '../platform/encryption/secret-detection.ts';
import { badUserInput, Refusal } from '../platform/errors/errors.ts';
import { jsonBody, MAX_TEXT_BODY_BYTES } from '../platform/http/json-body.ts';
import type { Mount } from '../platform/http/mount.ts';
import { isSameOrigin } from '../platform/http/own-origin.ts';
import type { Platform } from '../platform/platform.ts';
import type { Operations } from '../rest/index.ts';
import type { ImprimaturServer } from './imprimatur-server.ts';
import { mcpDocs } from './mcp.docs.ts';
import { rpcErrors } from './mcp.errors.ts';
import { wantsProgress, withoutProgress } from './progress.ts';
import { sendAnswer } from './send-answer.ts';

export const MCP_PATH = '/mcp';

export interface McpMountOptions {
  platform: Pick<Platform, 'authentication' | 'config' | 'heldBytes' | 'logger' | 'publicUrl' | 'streams' | 'turns'>;
  operations: Operations;
  server: ImprimaturServer;
  metadataUrl: string;
}

/**
 * Mounts MCP by streamable HTTP without sessions: each POST has one message and gets its answer, as JSON, or as a stream if the
 * answer takes long. No state is kept between messages, so GET and DELETE aren't accepted.
 */
export function mcpMount({ platform, operations, server, metadataUrl }: McpMountOptions): Mount {
  const { authentication, config, heldBytes, logger, publicUrl, streams, turns } = platform;
  const { limits } = streams;
  const origins = [new URL(publicUrl).origin, ...config.corsOrigins];

  const identify: RequestHandler = async (req, res, next) => {
    // Checks the origin: with DNS rebinding, a page of another site can reach this address, but sends its own origin.
    const { origin } = req.headers;
    if (origin !== undefined && !origins.some((one) => isSameOrigin(one, origin))) {
      throw new Refusal(
        'FORBIDDEN',
        `Pages of the origin ${safeName(origin)} aren’t allowed. Omit \`Origin\` if the client isn’t a browser.`,
      );
    }
    const principal = await authentication.ofRequest(req);
    assertAccess(principal, 'mcp:use');
    res.locals.principal = principal;
    next();
  };

  const onError = (error: Error) => logger.debug({ err: error }, 'an MCP message was refused');
  /** Contexts of running requests. */
  const contexts = new WeakMap<Request, Context>();
  const present = createMcpHandler(({ requestInfo }) => server.for(contexts.get(requestInfo!)!), {
    legacy: 'reject',
    // Subscriptions aren't offered, so that no stream stays open. Clients poll.
    maxSubscriptions: 0,
    keepAliveMs: limits.heartbeatMs,
    onerror: onError,
  });

  /** Answers clients of earlier protocol versions, which start with `initialize`, without keeping a session. */
  const earlier = async (request: Request, parsedBody: object, ctx: Context): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      // Answers with JSON unless the client wants progress notifications, which only a stream can carry.
      enableJsonResponse: !wantsProgress(parsedBody),
      keepAliveMs: limits.heartbeatMs,
    });
    transport.onerror = onError;
    const served = server.for(ctx);
    await served.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody }).catch(async (error: unknown) => {
      await served.close();
      throw error;
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) await served.close();
    // The MCP server stays open until its stream has ended, or the client has disconnected.
    else ctx.signal.addEventListener('abort', () => void served.close(), { once: true });
    return response;
  };

  const answer: RequestHandler = async (req, res) => {
    const { body } = req;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw badUserInput('Send one JSON-RPC message as a JSON object. Batches are not supported.');
    }
    const ctx = operations.contextFor(res, res.locals.principal);
    const request = requestOf(req, publicUrl, ctx.signal);
    contexts.set(request, ctx);
    const isEarlier = await isLegacyRequest(request, body);
    const takesStream = takesEventStream(req);
    const parsedBody = takesStream ? body : withoutProgress(body);
    const answering = isEarlier ? earlier(request, parsedBody, ctx) : present.fetch(request, { parsedBody });
    await sendAnswer(res, answering, { limits, signal: ctx.signal, id: body.id, takesStream });
  };

  return {
    path: MCP_PATH,
    methods: { POST: [identify, jsonBody({ maxBytes: MAX_TEXT_BODY_BYTES, heldBytes, turns }), answer] },
    docs: { POST: mcpDocs },
    errors: rpcErrors(metadataUrl),
    under: MCP_PATH,
  };
}

/** True if the client names event streams in `Accept`. A wildcard doesn't count. */
function takesEventStream({ headers }: HttpRequest): boolean {
  return /\btext\/event-stream\b/i.test(headers.accept ?? '');
}

/** Copies the request without the caller's credential, which the SDK doesn't need. */
function requestOf(req: HttpRequest, publicUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (name === 'authorization' || name === 'cookie' || value === undefined) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // `Accept` is set for the SDK, which rejects a wildcard, capitals and a missing header. This file itself decides the format of
  // the response.
  if (req.accepts('application/json')) headers.set('accept', 'application/json, text/event-stream');
  return new Request(`${publicUrl}${MCP_PATH}`, { method: 'POST', headers, signal });
}
