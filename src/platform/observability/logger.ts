import { trace } from '@opentelemetry/api';
import { type Logger, pino } from 'pino';
import { outageLines } from './outage-lines.ts';
import { readableLine } from './readable-lines.ts';

export type { Logger };

/** Names of headers and fields that can contain secrets. Their values are hidden in the first three levels of a log entry. */
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

/**
 * Creates a logger that writes one line per event to standard error, as JSON or text. Standard output is for the results of
 * commands.
 */
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
      // Writes level names instead of pino's numbers.
      formatters: { level: (name) => ({ level: name }) },
      hooks: { logMethod: outageLines() },
    },
    lines,
  );
}

/**
 * Bytes of log lines that are collected for one write. Each write goes through another thread, which costs more than everything
 * else about a line.
 */
const TOGETHER_BYTES = 4_096;
/** Maximum delay of a log line before it is written. Remaining lines are written at the end of the process. */
const TOGETHER_MS = 100;
const WARN = 40;
/** Property that makes pino pass the level of each line to the writer. */
const TELLS_LEVEL: unique symbol = Symbol.for('pino.metadata');

/** Writes log lines to standard error. Warnings and errors aren't delayed. */
class LineWriter {
  readonly [TELLS_LEVEL] = true;
  lastLevel = 0;
  readonly #out = pino.destination({ dest: 2, sync: false, minLength: TOGETHER_BYTES });
  #flushing: NodeJS.Timeout | undefined;
  /** True if no line was added since the last flush. */
  #isQuiet = false;
  /** True if a write has ended since the last flush. Flushing does nothing while a write is running. */
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

  /**
   * Flushes, and stops the timer when nothing is left. The destination's own timer would run forever, and even an empty flush is
   * a write.
   */
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

/** Ids of the active trace and span, under OpenTelemetry's names. */
function traceIds(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/**
 * Returns the parts of an error that may be logged: type, message, code, stack and causes, without passwords in connection
 * strings.
 */
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
