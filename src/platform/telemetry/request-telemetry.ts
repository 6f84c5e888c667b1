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
 * Measures each request, by the pattern of its route: a path may hold a token. How long a stream is open says nothing of how
 * quick it is, so those are left out.
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
    // Some handlers change it on the way.
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

/** Measures the statements of each event that goes out in a stream: those of a whole stream say how long it was open. */
export function measureEvents(telemetry: Telemetry, route: string): (statements: number) => void {
  const countStatements = statementHistogram(telemetry);
  return (statements) => countStatements(statements, route);
}

function statementHistogram({ meter }: Telemetry): (statements: number, route: AttributeValue | undefined) => void {
  const histogram = meter.createHistogram('imprimatur.request.statements', {
    unit: '{statement}',
    description: 'Statements of the database that one request took, or one event of a stream.',
    advice: { explicitBucketBoundaries: STATEMENT_BUCKETS },
  });
  return (statements, route) => histogram.record(statements, route === undefined ? {} : { 'http.route': route });
}

/** Every other one is `_OTHER`, as the semantic conventions have it. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

function attributesOf(req: Request, res: Response, method: string): Attributes {
  const route = (req.route as { path?: string } | undefined)?.path;
  // Nothing was answered to who left before there was anything to say.
  const status = res.headersSent ? res.statusCode : undefined;
  return {
    'http.request.method': method,
    // Behind a proxy that we trust it may say anything.
    'url.scheme': req.protocol === 'https' ? 'https' : 'http',
    ...(route && { 'http.route': route }),
    ...(status && { 'http.response.status_code': status }),
    ...((status === undefined || status >= 500) && { 'error.type': status ? String(status) : 'gone' }),
  };
}

/** Goes on with the trace of who asks, where there is one. */
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
