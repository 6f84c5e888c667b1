import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Request as HttpRequest, RequestHandler } from 'express';
import { assertAccess } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
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
 * Streamable HTTP without a session: a message comes with a POST and is answered by it, as JSON, or as a stream where the
 * answer takes long. Nothing is remembered between two messages, so GET and DELETE aren't accepted.
 */
export function mcpMount({ platform, operations, server, metadataUrl }: McpMountOptions): Mount {
  const { authentication, config, heldBytes, logger, publicUrl, streams, turns } = platform;
  const { limits } = streams;
  const origins = [new URL(publicUrl).origin, ...config.corsOrigins];

  const identify: RequestHandler = async (req, res, next) => {
    // A page that was given our address by its own name server sends its own origin (DNS rebinding).
    const { origin } = req.headers;
    if (origin !== undefined && !origins.some((one) => isSameOrigin(one, origin))) {
      throw new Refusal(
        'FORBIDDEN',
        'Pages of this origin may not ask here. Leave `Origin` out where you are no page.',
      );
    }
    const principal = await authentication.ofRequest(req);
    assertAccess(principal, 'mcp:use');
    res.locals.principal = principal;
    next();
  };

  const onError = (error: Error) => logger.debug({ err: error }, 'a message of MCP was refused');
  /** By the request that it is asked in, for as long as that lasts. */
  const contexts = new WeakMap<Request, Context>();
  const present = createMcpHandler(({ requestInfo }) => server.for(contexts.get(requestInfo!)!), {
    legacy: 'reject',
    // Clients ask for what could be sent: no stream is held open.
    maxSubscriptions: 0,
    keepAliveMs: limits.heartbeatMs,
    onerror: onError,
  });

  /** Of the versions that begin with `initialize`, which is answered and forgotten. */
  const earlier = async (request: Request, parsedBody: object, ctx: Context): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      // Only a stream carries progress; as JSON it would be dropped.
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
    // It goes on until its stream has ended, or the client has gone.
    else ctx.signal.addEventListener('abort', () => void served.close(), { once: true });
    return response;
  };

  const answer: RequestHandler = async (req, res) => {
    const { body } = req;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw badUserInput('Send one message of JSON-RPC at a time, as a JSON object. Batches are not taken.');
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

/** True if the client named streams. A wildcard alone is sent by clients that read JSON only. */
function takesEventStream({ headers }: HttpRequest): boolean {
  return /\btext\/event-stream\b/i.test(headers.accept ?? '');
}

/** A request without the credential, which nothing behind this needs. */
function requestOf(req: HttpRequest, publicUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (name === 'authorization' || name === 'cookie' || value === undefined) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The SDK takes no wildcard, no capital and no absence. The answer's form is decided here.
  if (req.accepts('application/json')) headers.set('accept', 'application/json, text/event-stream');
  return new Request(`${publicUrl}${MCP_PATH}`, { method: 'POST', headers, signal });
}
