import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { NoFreeConnection } from '../../src/platform/errors/errors.ts';
import { PostFailed } from '../../src/platform/http/post.ts';
import { outageLines } from '../../src/platform/observability/outage-lines.ts';
import { readableLine } from '../../src/platform/observability/readable-lines.ts';

function logged() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino(
    { hooks: { logMethod: outageLines() } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { lines, logger };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' });

test('a thousand failures for one lost database are one sentence, which repeats with their number, and no stack', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { lines, logger } = logged();

  for (let second = 0; second < 20; second++) {
    for (let n = 0; n < 50; n++) logger.error({ err: refused(), requestId: `r${n}` }, 'a request failed');
    vi.advanceTimersByTime(1_000);
  }
  vi.useRealTimers();

  expect(lines.map(({ failed }) => (failed as Record<string, number>)['a request failed'])).toEqual([1, 100, 200, 400]);
  for (const { msg, err } of lines) {
    expect(msg).toMatch(/^The database doesn't answer: no server listens at its address\. /);
    expect(err).toBeUndefined();
  }
});

test('a pool without a free connection has a sentence of its own, and other errors are told as they are', () => {
  const { lines, logger } = logged();

  logger.error({ err: new NoFreeConnection({}) }, 'a field failed');
  logger.error({ err: new Error('a bug') }, 'a request failed');
  logger.error({ err: Object.assign(new Error('cancelled'), { code: '57014' }) }, 'a report took too long');
  logger.error({ err: new PostFailed('UNREACHABLE', 'It broke off.', { cause: refused() }) }, 'a witness is away');
  logger.warn('nothing failed');

  expect(lines.map(({ msg }) => msg)).toEqual([
    expect.stringContaining('Every connection to the database is in use.'),
    'a request failed',
    'a report took too long',
    'a witness is away',
    'nothing failed',
  ]);
});

test('a line for a person has the time, the level by name, the sentence and what else is known, and nothing a terminal would act on', () => {
  const line = JSON.stringify({
    level: 'warn',
    time: '2026-11-22T09:10:11.123Z',
    msg: 'a job waits\u001b[2J',
    job: 'render',
    err: { type: 'Error', message: 'no room', stack: 'Error: no room\n    at draw (file.ts:1:2)' },
  });

  const [first, ...rest] = readableLine(line).split('\n');

  expect(first).toMatch(/09:10:11.*WARN.*a job waits\\u\{1b\}\[2J.* job=render/);
  expect(rest.map((one) => one.trim())).toEqual(['Error: no room', 'at draw (file.ts:1:2)', '']);
});
