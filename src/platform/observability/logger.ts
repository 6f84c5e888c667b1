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
  const lines = new LineWriter(format === 'json' ? (line) => line : readableLine);
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
    lines,
  );
}

/** Each write is a way to another thread and back, which is more than all else that a line costs: so they are written together, */
const TOGETHER_BYTES = 4_096;
/** after a moment at the most. What is left at the end of the process is written then. */
const TOGETHER_MS = 100;
const WARN = 40;
/** Has pino tell the level of each line. */
const TELLS_LEVEL: unique symbol = Symbol.for('pino.metadata');

/** Standard error. What went wrong is not kept waiting. */
class LineWriter {
  readonly [TELLS_LEVEL] = true;
  lastLevel = 0;
  readonly #out = pino.destination({ dest: 2, sync: false, minLength: TOGETHER_BYTES });
  #flushing: NodeJS.Timeout | undefined;
  /** Whether no line came since the last flush. */
  #isQuiet = false;
  /** Whether a write has ended since then. A flush does nothing while one is under way. */
  #isDrained = false;
  readonly #written: (line: string) => string;

  constructor(written: (line: string) => string) {
    this.#written = written;
    this.#out.on('drain', () => {
      this.#isDrained = true;
    });
  }

  write(line: string): void {
    this.#out.write(this.#written(line));
    if (this.lastLevel >= WARN) this.#out.flush();
    this.#isQuiet = false;
    this.#flushing ??= setInterval(() => this.#flush(), TOGETHER_MS).unref();
  }

  /** Until nothing is left to be written. The destination's own timer never rests: to flush nothing is a write as well. */
  #flush(): void {
    const isLast = this.#isQuiet && this.#isDrained;
    this.#isQuiet = true;
    this.#isDrained = false;
    this.#out.flush();
    if (!isLast) return;
    clearInterval(this.#flushing);
    this.#flushing = undefined;
  }
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
