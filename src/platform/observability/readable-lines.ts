import { inspect, styleText } from 'node:util';
import { printable } from '../command-line/terminal.ts';

/** Fields that a formatted log line shows by position and colour, not by name. */
const OF_THE_LINE = new Set(['level', 'time', 'msg', 'err']);
const COLOURS = { fatal: 'red', error: 'red', warn: 'yellow', info: 'green', debug: 'blue', trace: 'gray' } as const;

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
}

/**
 * Formats a log line for a person: time, level, message and other fields, then the stacks of its error and the error's causes.
 */
export function readableLine(json: string): string {
  const line = JSON.parse(json) as Record<string, unknown> & {
    level: keyof typeof COLOURS;
    time: string;
    err?: LoggedError;
  };
  const time = line.time.slice(11, 19);
  const level = styleText(COLOURS[line.level], line.level.toUpperCase().padEnd(5), { stream: process.stderr });
  const fields = Object.entries(line)
    .filter(([name]) => !OF_THE_LINE.has(name))
    .map(
      ([name, value]) =>
        ` ${name}=${typeof value === 'string' ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY })}`,
    )
    .join('');
  const details = styleText('gray', fields, { stream: process.stderr });
  return `${styleText('gray', time, { stream: process.stderr })} ${level} ${printable(String(line.msg ?? ''))}${details}\n${errorLines(line.err)}`;
}

function errorLines(error: LoggedError | undefined): string {
  if (!error) return '';
  const stack = error.stack ? error.stack : `${error.type}: ${error.message}`;
  const lines = stack
    .split('\n')
    .map((line) => `         ${printable(line.trim())}\n`)
    .join('');
  return lines + errorLines(error.cause);
}
