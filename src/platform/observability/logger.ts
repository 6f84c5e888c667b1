import { trace } from '@opentelemetry/api';
import { type Logger, pino } from 'pino';
import { outageLines } from './outage-lines.ts';
import { readableLine } from './readable-lines.ts';

export type { Logger };

/** Header and field names that may hold a secret, wherever they turn up in what is logged. */
const SECRET_PATHS = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'password',
  'privateKey',
  'adminToken',
  'inboundSecret',
];

/** One line per event on standard error, JSON or readable; standard output is for people. */
export function createLogger(level: string, format: 'json' | 'text' = 'json'): Logger {
  const standardError = pino.destination({ dest: 2, sync: false });
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
      serializers: { err: serializeError },
      mixin: traceIds,
      // By name: a number says nothing to a person, and collectors know the names.
      formatters: { level: (name) => ({ level: name }) },
      hooks: { logMethod: outageLines() },
    },
    format === 'json' ? standardError : { write: (line) => void standardError.write(readableLine(line)) },
  );
}

/** Which trace a line belongs to, where there is one, under the names that OpenTelemetry has for it. */
function traceIds(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** What of an error is worth a line: its chain of causes, without a connection string's password. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return {
    type: error.name,
    message: withoutPasswords(error.message),
    code: (error as { code?: unknown }).code,
    stack: withoutPasswords(error.stack ?? ''),
    cause: error.cause === undefined ? undefined : serializeError(error.cause),
  };
}

function withoutPasswords(text: string): string {
  return text.replace(/(\w+:\/\/[^:@/\s]+):[^@\s]+@/g, '$1:[redacted]@');
}
