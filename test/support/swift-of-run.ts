import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { onceInRun } from './once-in-run.ts';
import { makeBucket, type RunningSwift, SWIFT_ACCOUNT, startSwift, swiftFactsIn } from './swift.ts';

/** How long Swift may be silent on a busy machine. */
export const SWIFT_SILENCE_MS = 120_000;

/** False where Swift isn't installed, except in CI, which has to have it. */
export const hasSwift = process.env.CI !== undefined || isInstalled('swift-proxy-server');

/** A test that needs Swift. */
export const swiftTest = test.runIf(hasSwift);

/** A bucket of a running Swift. */
export interface SwiftBucket {
  bucket: string;
  endpoint: string;
}

/**
 * Gives a file's tests one Swift, which all files of the run share, and the credentials for it in the environment.
 * @returns makes a new bucket
 */
export function withSwift(): () => Promise<SwiftBucket> {
  let before: Record<string, string | undefined>;
  beforeAll(() => {
    before = Object.fromEntries(Object.keys(SWIFT_ACCOUNT).map((name) => [name, process.env[name]]));
    Object.assign(process.env, SWIFT_ACCOUNT);
  });
  afterAll(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  return async () => {
    const { endpoint } = await runningSwift();
    const bucket = `b${randomUUID()}`;
    await makeBucket(endpoint, bucket);
    return { bucket, endpoint };
  };
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}

async function runningSwift(): Promise<RunningSwift> {
  await onceInRun('swift', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-swift-'));
    writeFileSync(swiftFactsIn(inject('runFolder')), JSON.stringify({ ...(await startSwift(folder)), folder }));
  });
  return JSON.parse(readFileSync(swiftFactsIn(inject('runFolder')), 'utf8')) as RunningSwift;
}
