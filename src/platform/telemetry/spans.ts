import { type Attributes, type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { SCOPE } from './scope.ts';

export const tracer = trace.getTracer(SCOPE);

/** Runs work in its own span. The span records only the kind of an error, because the message can contain a caller's text. */
export function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, parent = context.active(), ...options }: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind, ...options }, parent, async (span) => {
    try {
      return await work();
    } catch (error) {
      fail(span, error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  });
}

interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Context of the parent span. Default: the active context. */
  parent?: Context;
}

export function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** True if the active span is recorded, so that a child span is useful. */
export function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}
