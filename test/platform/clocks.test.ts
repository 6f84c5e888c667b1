import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = path.resolve(import.meta.dirname, '../../src');

/** Places where the time of day is meant, each with why. An interval is measured by `performance.now()`, which nobody sets. */
const TIMES_OF_DAY: Record<string, string> = {
  'operators/encrypted-states.ts': 'a date that is stored',
  'operators/invitations/invitation.service.ts': 'a date that is stored',
  'approvals/approval.service.ts': 'a date that is stored',
  'redaction/redaction-maps.ts': 'a date that is sealed',
  'platform/telemetry/observed-metrics.ts': 'what is told to collectors carries the time of day',
  'platform/deletion/deletion-gate.ts': 'the clocks are what is compared, with a stopwatch beside them',
  'platform/database/agreed-time.ts': 'the clock is what is compared',
  'renders/render.service.ts': 'held against a date that is stored',
  'platform/storage/local-blob-store.ts': 'held against the times of files',
  'platform/storage/s3-blob-store.ts': 'held against the times of objects',
  'cli/doctor/certificate-checks.ts': 'held against the date that a certificate names',
  'platform/storage/bytes-check.ts': 'held against the times of files',
  'platform/ids.ts': 'ids say when they were made',
  'providers/calls/failure-mapping.ts': 'held against the date that a provider’s Retry-After may name',
  'proof/log-audit/log-request.ts': 'held against the date that a log’s Retry-After may name',
  'log/witness-policies.ts': 'held against a date that is stored, which another process may have written',
  'log/witness/witness-server.ts': 'a time that is signed',
};

/** The time of day as a number: what intervals are made of that go wrong when somebody sets the clock. */
const AS_NUMBER = /Date\.now\(\)|new Date\(\)\.(getTime|valueOf)\(\)|\+new Date\(|[cC]lock\.now\(\)\.getTime\(\)/;

test('no interval is measured by a clock that can be set', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((file) => !/(^|\/)web\//.test(file));
  const found = files.filter((file) => AS_NUMBER.test(readFileSync(path.join(SOURCE, file), 'utf8')));

  expect(files.length).toBeGreaterThan(200);
  expect(found.sort()).toEqual(Object.keys(TIMES_OF_DAY).sort());
});
