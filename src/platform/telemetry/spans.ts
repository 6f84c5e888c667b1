import { type Attributes, type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { SCOPE } from './scope.ts';

export const tracer = trace.getTracer(SCOPE);

/**
 * Runs work in a span of its own that ends with it. Of an error the span says what kind it is and nothing else: a message may
 * hold what a caller wrote.
 */
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
  /** Left out: what is under way. */
  parent?: Context;
}

export function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Whether what is under way is recorded, so that a part of it is worth a span. */
export function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false;
}
