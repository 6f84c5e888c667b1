import { isErrorCode } from '../errors/error-codes.ts';
import type { ExecutedOperation } from '../graphql/reads/compiled-reads.ts';
import { REGISTRY } from '../registry.ts';
import { DURATION_BUCKETS } from './scope.ts';
import { fail, isTraced, tracer } from './spans.ts';
import type { Telemetry } from './telemetry.ts';

/**
 * Returns a function that measures GraphQL operations, including those behind REST. Reports the names of stored operations only,
 * because callers can choose any other name.
 * @param known names of stored operations
 */
export function measureOperations(
  { meter, isTracing }: Telemetry,
  known: ReadonlySet<string>,
): (one: ExecutedOperation) => void {
  const duration = meter.createHistogram('imprimatur.graphql.operation.duration', {
    unit: 's',
    description: 'Duration of GraphQL operations, including those behind REST.',
    advice: { explicitBucketBoundaries: DURATION_BUCKETS },
  });
  return ({ operationName, type, isCompiled, durationMs, errorCode }) => {
    const name = operationName !== null && known.has(operationName) ? operationName : 'other';
    const attributes = {
      'graphql.operation.name': name,
      'graphql.operation.type': type ?? 'unknown',
      'imprimatur.graphql.compiled': isCompiled,
      'imprimatur.outcome': outcomeOf(errorCode),
      ...(errorCode !== null && { 'error.type': isErrorCode(errorCode) ? errorCode : 'INTERNAL_SERVER_ERROR' }),
    };
    duration.record(durationMs / 1000, attributes);
    if (!isTracing || !isTraced()) return;
    const endTime = performance.timeOrigin + performance.now();
    const span = tracer.startSpan(`${attributes['graphql.operation.type']} ${name}`, {
      startTime: endTime - durationMs,
      attributes,
    });
    if (attributes['error.type']) fail(span, attributes['error.type']);
    span.end(endTime);
  };
}

/**
 * Classifies an operation by its error code: answered without an error, refused because of the caller, or failed in the service.
 */
function outcomeOf(errorCode: string | null): 'answered' | 'refused' | 'failed' {
  if (errorCode === null) return 'answered';
  return isErrorCode(errorCode) && REGISTRY.problems.get(errorCode)!.status < 500 ? 'refused' : 'failed';
}
