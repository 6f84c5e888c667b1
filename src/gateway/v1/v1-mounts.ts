import type { RequestHandler, Response } from 'express';
import type { CustomersApi } from '../../customers/index.ts';
import type { ModelsApi, TextTask } from '../../models/index.ts';
import { type Principal } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import type { MethodDocs } from '../../platform/http/method-docs.ts';
import type { Method, Mount } from '../../platform/http/mount.ts';
import { requestContext } from '../../platform/http/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { HeldAnswers } from '../runs/held-answers.ts';
import type { RunSurface } from '../runs/run.entity.ts';
import type { RunResolver } from '../runs/run.resolver.ts';
import { type CompletedRun, type OnAdmitted, RunFailed, type RunTasks } from '../runs/run-task.ts';
import { headersOf } from './answer-headers.ts';
import { setCallsLeftHeaders } from './calls-left.ts';
import { chatDocs } from './chat/chat.docs.ts';
import { chatCompletion } from './chat/chat-answer.ts';
import { chatRequest } from './chat/chat-request.ts';
import { ChatStream } from './chat/chat-stream.ts';
import { errorAnswerOf, openAiErrors, sendError } from './errors.ts';
import type { EventWriter } from './event-writer.ts';
import { Heartbeat } from './heartbeat.ts';
import { heldRunDocs } from './held-run.docs.ts';
import { HeldRuns, heldAtEnd, heldForApproval, type SealReleased } from './held-runs.ts';
import { modelDocs, modelsDocs } from './models.docs.ts';
import { TaskModels } from './models.ts';
import { type HeaderOptions, headerOptionsIn, isSealedBy } from './parameters.ts';
import type { ParsedRequest } from './parsed-request.ts';
import { JsonReader } from './read-json.ts';
import { responsesDocs } from './responses/responses.docs.ts';
import { wholeResponse } from './responses/responses-answer.ts';
import { responsesRequest } from './responses/responses-request.ts';
import { ResponsesStream } from './responses/responses-stream.ts';
import { sendStream } from './send-stream.ts';
import type { Members } from './values.ts';
import { rightPath } from './wrong-paths.ts';

interface V1Options {
  readonly platform: Pick<
    Platform,
    'authentication' | 'clock' | 'database' | 'heldBytes' | 'logger' | 'publicUrl' | 'streams' | 'turns'
  >;
  readonly models: Pick<ModelsApi, 'current'>;
  readonly customers: Pick<CustomersApi, 'accountOf' | 'callsLeft'>;
  readonly runs: RunTasks;
  readonly log: Pick<RunResolver, 'find'>;
  readonly held: Pick<HeldAnswers, 'approvalOf' | 'completed' | 'stateOf'>;
  readonly sealReleased: SealReleased;
}

/** One of the two APIs for text. */
interface Surface {
  parse(body: Members, task: TextTask, options: HeaderOptions): ParsedRequest;
  /** The body of a complete answer. */
  answer(run: CompletedRun, parsed: ParsedRequest, body: Members): string;
  writer(parsed: ParsedRequest, body: Members): EventWriter;
}

const CHAT: Surface = {
  parse: chatRequest,
  answer: (run, { warnings }) => chatCompletion(run, warnings),
  writer: (parsed) => new ChatStream(parsed),
};

const RESPONSES: Surface = {
  parse: responsesRequest,
  answer: (run, { warnings }, body) => wholeResponse(run, body, warnings),
  writer: ({ warnings }, body) => new ResponsesStream(body, warnings),
};

/** Endpoints of the OpenAI-compatible API. Models are tasks, and requests are runs of the gateway. */
export function v1Mounts({ platform, models, customers, runs, log, held, sealReleased }: V1Options): Mount[] {
  const { streams } = platform;
  const tasks = new TaskModels(models, customers);
  const reader = new JsonReader(platform);
  const heartbeat = new Heartbeat(streams.limits.heartbeatMs);

  const setCallHeaders = (res: Response, principal: Principal) =>
    setCallsLeftHeaders(res, customers.callsLeft(principal));

  const run = (surface: Surface): RequestHandler => {
    return async (req, res) => {
      const principal = await platform.authentication.ofRequest(req);
      // Set early, so that errors have these headers as well.
      setCallHeaders(res, principal);
      const body = await reader.read(req, res, principal);
      const parsed = surface.parse(body, await tasks.named(body.model), headerOptionsIn(req.headers));
      // If the caller disconnected while the body was parsed, the response's `close` event was emitted before a handler for it
      // existed.
      if (res.destroyed) return;
      const ctx = contextFor(res, principal);
      void ctx.noteWrite();
      try {
        if (parsed.request.isStreamed) await stream(surface, ctx, res, parsed, body);
        else await complete(surface, ctx, res, parsed, body);
      } catch (error) {
        setCallHeaders(res, principal);
        // A failed run is recorded, and isn't an error of the service.
        if (!(error instanceof RunFailed)) throw error;
        if (!res.destroyed) sendError(res, errorAnswerOf(error));
      }
    };
  };

  async function complete(
    surface: Surface,
    ctx: Context,
    res: Response,
    parsed: ParsedRequest,
    body: Members,
  ): Promise<void> {
    const completed = await runs.complete(ctx, parsed.request);
    await ctx.noteWrite();
    if (res.destroyed) return;
    if (completed.held) throw heldForApproval(completed, completed, completed.held, platform.publicUrl);
    const json = surface.answer(completed, parsed, body);
    setCallHeaders(res, ctx.principal);
    const headers = headersOf(completed, parsed.warnings);
    headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(json)));
    // A string is sent in one piece with the headers.
    res.writeHead(200, headers).end(json);
  }

  async function stream(
    surface: Surface,
    ctx: Context,
    res: Response,
    parsed: ParsedRequest,
    body: Members,
  ): Promise<void> {
    // Leaves streams out of the latency metrics: their duration depends on the answer.
    res.locals.isStream = true;
    // Cancels the run when this service cuts off the stream. The context's own signal aborts only if the client disconnects.
    const canceled = new AbortController();
    const running = requestContext(platform, res, ctx.principal, AbortSignal.any([ctx.signal, canceled.signal]));
    const start = async (onAdmitted: OnAdmitted) => {
      const streamed = await runs.stream(running, parsed.request, (admitted) => {
        setCallHeaders(res, ctx.principal);
        onAdmitted(admitted);
      });
      // No part of a held run is sent.
      if (streamed.isHeld) throw await heldAtEnd(streamed, platform.publicUrl);
      setCallHeaders(res, ctx.principal);
      return streamed;
    };
    const { heartbeatMs: silentMs } = streams.limits;
    const { signal, logger, requestId } = ctx;
    const { warnings } = parsed;
    const cancel = () => canceled.abort();
    const options = { heartbeat, silentMs, warnings, signal, ending: streams.join(res), cancel };
    const error = await sendStream(res, start, surface.writer(parsed, body), options);
    void ctx.noteWrite();
    if (error && !(error instanceof RunFailed || error instanceof Refusal))
      logger.error({ err: error, requestId }, 'a stream failed');
  }

  const contextFor = (res: Response, principal: Principal) => requestContext(platform, res, principal);
  const reading = (answer: (ctx: Context, params: Record<string, unknown>) => Promise<object>): RequestHandler => {
    return async (req, res) => {
      const ctx = contextFor(res, await platform.authentication.ofRequest(req));
      setCallHeaders(res, ctx.principal);
      res.set('Cache-Control', 'no-store').json(await answer(ctx, req.params));
    };
  };

  const bodyOf = (run: CompletedRun, surface: RunSurface) =>
    surface === 'RESPONSES' ? wholeResponse(run, {}, []) : chatCompletion(run, []);
  const heldRuns = new HeldRuns(log, held, bodyOf, sealReleased);
  const heldRun: RequestHandler = async (req, res) => {
    const ctx = contextFor(res, await platform.authentication.ofRequest(req));
    const { json, headers } = await heldRuns.read(ctx, String(req.params.id), isSealedBy(req.headers));
    headers.push('Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(json)));
    res.writeHead(200, [...headers, 'Cache-Control', 'no-store']).end(json);
  };

  const mount = (path: string, method: Method, docs: MethodDocs, handler: RequestHandler): Mount => {
    return {
      path,
      methods: { [method]: [handler] },
      docs: { [method]: docs },
      errors: openAiErrors,
      under: '/v1/',
      misses: rightPath,
    };
  };
  return [
    mount('/v1/chat/completions', 'POST', chatDocs, run(CHAT)),
    mount('/v1/responses', 'POST', responsesDocs, run(RESPONSES)),
    mount('/v1/runs/:id', 'GET', heldRunDocs, heldRun),
    mount(
      '/v1/models',
      'GET',
      modelsDocs,
      reading(async (ctx) => ({ object: 'list', data: await tasks.listed(ctx) })),
    ),
    mount(
      '/v1/models/*model',
      'GET',
      modelDocs,
      // Task names contain a slash, which some clients percent-encode.
      reading((ctx, { model }) => tasks.one(ctx, (model as string[]).join('/'))),
    ),
  ];
}
