import {
  type Attributes,
  type AttributeValue,
  context,
  propagation,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import type { Request, RequestHandler, Response } from 'express';
import { isOwn } from '../http/own-requests.ts';
import { requestScope } from '../request-scope.ts';
import { DURATION_BUCKETS, STATEMENT_BUCKETS } from './scope.ts';
import { fail, tracer } from './spans.ts';
import type { Telemetry } from './telemetry.ts';

/**
 * Measures each HTTP request by the pattern of its route, because a path can contain a token. Doesn't record the duration of
 * streams, which depends on the client, and ignores the service's own requests.
 */
export function measureRequests(telemetry: Telemetry): RequestHandler {
  const { meter, isTracing } = telemetry;
  const countStatements = statementHistogram(telemetry);
  const duration = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of HTTP server requests.',
    advice: { explicitBucketBoundaries: DURATION_BUCKETS },
  });
  return (req, res, next) => {
    if (isOwn(req)) return next();
    const begin = performance.now();
    // The method is read before the handlers run, because some of them change `req.method`.
    const method = KNOWN_METHODS.has(req.method) ? req.method : '_OTHER';
    const span = isTracing ? startSpan(req, method) : null;
    const statements = requestScope()?.statements;
    res.once('close', () => {
      const attributes = attributesOf(req, res, method);
      if (!res.locals.isStream) {
        duration.record((performance.now() - begin) / 1000, attributes);
        if (statements) countStatements(statements.count, attributes['http.route']);
      }
      if (span) endSpan(span, attributes, method);
    });
    if (span) context.with(trace.setSpan(context.active(), span), next);
    else next();
  };
}

/**
 * Returns a function that records the number of database statements of each streamed event. The number for a whole stream would
 * depend on its duration.
 */
export function measureEvents(telemetry: Telemetry, route: string): (statements: number) => void {
  const countStatements = statementHistogram(telemetry);
  return (statements) => countStatements(statements, route);
}

function statementHistogram({ meter }: Telemetry): (statements: number, route: AttributeValue | undefined) => void {
  const histogram = meter.createHistogram('imprimatur.request.statements', {
    unit: '{statement}',
    description: 'Database statements per request, or per event of a stream.',
    advice: { explicitBucketBoundaries: STATEMENT_BUCKETS },
  });
  return (statements, route) => histogram.record(statements, route === undefined ? {} : { 'http.route': route });
}

/** Other methods are reported as `_OTHER`, as the semantic conventions require. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

function attributesOf(req: Request, res: Response, method: string): Attributes {
  const route = (req.route as { path?: string } | undefined)?.path;
  // Undefined if the client left before the response started.
  const status = res.headersSent ? res.statusCode : undefined;
  return {
    'http.request.method': method,
    // Reports only `https` or `http`, because behind a trusted proxy a caller can send any text as the protocol.
    'url.scheme': req.protocol === 'https' ? 'https' : 'http',
    ...(route && { 'http.route': route }),
    ...(status && { 'http.response.status_code': status }),
    ...((status === undefined || status >= 500) && { 'error.type': status ? String(status) : 'gone' }),
  };
}

/** Starts the span of a request. Continues the caller's trace, if the request has one. */
function startSpan(req: Request, method: string): Span {
  const parent = propagation.extract(context.active(), req.headers);
  return tracer.startSpan(method, { kind: SpanKind.SERVER }, parent);
}

function endSpan(span: Span, attributes: Attributes, method: string): void {
  const { 'http.route': route, 'error.type': error } = attributes;
  if (route) span.updateName(`${method} ${route}`);
  span.setAttributes(attributes);
  if (error) fail(span, String(error));
  span.end();
}
