import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';

/** What waits for a time, or hands a time to what does. */
const TIMER =
  /\b(?:(?:setTimeout|setInterval|sleep|AbortSignal\.timeout)\(|(?:timeout|timeoutMs|(?:connect|firstToken|idle|total)Ms|\w+(?:Timeout|_timeout|TimeoutMillis)|expireInSeconds)(?::| =) (?:\d|[A-Z]))/;
const COMMENT = /^\s*(?:\*|\/\/|\/\*\*)/;

const page = readFileSync(path.join(PROJECT_ROOT, 'docs/timers.md'), 'utf8');
const named = [...page.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name!);

/** Files of the service in which something waits for a time. */
const withTimers = globSync('src/**/*.{ts,tsx}', { cwd: PROJECT_ROOT })
  .filter((file) => !/\/(generated|migrations)\//.test(file))
  .filter((file) =>
    readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
      .split('\n')
      .some((line) => !COMMENT.test(line) && TIMER.test(line)),
  );

test('every file with a timer is listed with its purpose', () => {
  expect(withTimers.length).toBeGreaterThan(50);

  expect(withTimers.filter((file) => !named.includes(file))).toEqual([]);
});

test('every file and test that the list names is there', () => {
  const files = named.filter((name) => /^[\w-]+\/.+/.test(name));
  expect(files.length).toBeGreaterThan(80);

  expect(files.filter((name) => !existsSync(path.join(PROJECT_ROOT, name)))).toEqual([]);
});
