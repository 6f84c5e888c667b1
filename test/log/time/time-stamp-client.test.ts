import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TimeStampReq } from 'pkijs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { requestTimeStamp, TimeStampFailed } from '../../../src/log/time/time-stamp-client.ts';
import {
  startTimeStampAuthority,
  type TimeStampAuthority,
  type TimeStampBehaviour,
} from '../../support/time-stamp-authority.ts';

const openssl = (...args: string[]) => promisify(execFile)('openssl', args);
const signature = new TextEncoder().encode('the signature of a seal');

let authority: TimeStampAuthority;
beforeAll(async () => {
  authority = await startTimeStampAuthority();
});
afterAll(() => authority.stop());
beforeEach(() => authority.setBehaviour('honest'));

describe('an honest authority', () => {
  test('openssl verifies the answer over the same bytes, and over no others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'imprimatur-ts-'));
    const file = async (name: string, content: string | Uint8Array) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    };
    const before = Date.now();

    const { response, genTime } = await requestTimeStamp(authority.url, signature);

    const trusted = ['-in', await file('sig.tsr', response), '-CAfile', await file('ca.pem', authority.caPem)];
    const { stdout } = await openssl('ts', '-verify', '-data', await file('sig.der', signature), ...trusted);
    expect(String(stdout)).toContain('Verification: OK');
    const otherBytes = await file('other.der', 'another signature');
    await expect(openssl('ts', '-verify', '-data', otherBytes, ...trusted)).rejects.toThrow('message imprint mismatch');
    expect(Math.abs(genTime.getTime() - before)).toBeLessThan(5_000);
    await rm(folder, { recursive: true });
  });

  test('it is told the digest and nothing else of the bytes, and another nonce each time', async () => {
    const first = authority.requests.length;

    await requestTimeStamp(authority.url, signature);
    await requestTimeStamp(authority.url, signature);

    const [one, other] = authority.requests.slice(first).map((request) => TimeStampReq.fromBER(request.slice()));
    const digest = createHash('sha256').update(signature).digest();
    expect(Buffer.from(one!.messageImprint.hashedMessage.getValue())).toEqual(digest);
    expect(one!.certReq).toBe(true);
    expect(one!.nonce!.valueBlock.valueHexView).toHaveLength(16);
    expect(one!.nonce!.valueBlock.valueHexView).not.toEqual(other!.nonce!.valueBlock.valueHexView);
  });

  test('many ask at once, and each gets its own answer', async () => {
    const stamps = await Promise.all(
      Array.from({ length: 8 }, (_, index) => requestTimeStamp(authority.url, Uint8Array.of(index))),
    );

    expect(new Set(stamps.map(({ response }) => Buffer.from(response).toString('hex'))).size).toBe(8);
  });
});

describe('an authority that does not do what it was asked', () => {
  test.each<[TimeStampBehaviour, string]>([
    ['rejecting', 'REJECTED'],
    ['wrong-nonce', 'WRONG_NONCE'],
    ['without-nonce', 'WRONG_NONCE'],
    ['over-other-bytes', 'OTHER_BYTES'],
    ['without-certificate', 'NO_CERTIFICATE'],
    ['garbage', 'NOT_A_TIME_STAMP'],
    ['trailing-byte', 'NOT_A_TIME_STAMP'],
    ['too-large', 'TOO_LARGE'],
    ['redirecting', 'REDIRECTED'],
    ['down', 'STATUS'],
  ])('%s: %s', async (behaviour, code) => {
    authority.setBehaviour(behaviour);

    const failure = await requestTimeStamp(authority.url, signature).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(TimeStampFailed);
    expect(failure).toMatchObject({ code });
  });

  test('its own words are in the message when it rejects', async () => {
    authority.setBehaviour('rejecting');

    await expect(requestTimeStamp(authority.url, signature)).rejects.toThrow(/rejected: .*digest algorithm/i);
  });

  test('one that does not answer is given up after the time allowed', async () => {
    authority.setBehaviour('slow');

    await expect(requestTimeStamp(authority.url, signature, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  });

  test('whoever asked can call it off, and gets their own reason', async () => {
    authority.setBehaviour('slow');
    const reason = new Error('shutting down');
    const controller = new AbortController();

    const asked = requestTimeStamp(authority.url, signature, { signal: controller.signal });
    controller.abort(reason);

    await expect(asked).rejects.toBe(reason);
  });

  test('nobody at the address is said plainly', async () => {
    const gone = await startTimeStampAuthority();
    await gone.stop();

    await expect(requestTimeStamp(gone.url, signature)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});
