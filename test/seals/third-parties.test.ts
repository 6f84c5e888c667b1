import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { savedName } from '../../src/proof/file-names.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { download, sealFile, sealText } from '../support/seals.ts';
import { startTimeStampAuthority, type TimeStampAuthority } from '../support/time-stamp-authority.ts';

// The reader of trusted_root.json that @sigstore/verify itself is built upon.
const { TrustedRoot } = createRequire(import.meta.resolve('@sigstore/bundle'))('@sigstore/protobuf-specs') as {
  TrustedRoot: { fromJSON(value: unknown): Parameters<typeof toTrustMaterial>[0] };
};

const TEXT = 'The offer stands until Friday.\n';

let authority: TimeStampAuthority;
let folder: string;
let api: Api;
let seal: Json;

/** A seal with everything, all of it as a stranger downloads it. */
beforeAll(async () => {
  authority = await startTimeStampAuthority();
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-stranger-'));
  writeFileSync(path.join(folder, 'tsa.pem'), authority.certificatePem + authority.caPem);
  api = await startApi({ env: { TSA_URL: authority.url, TSA_CERTIFICATES: path.join(folder, 'tsa.pem') } });
  ({ seal } = await sealText(api, TEXT));
  await vi.waitFor(async () => expect((await api.json(`/v/${seal.id}`)).body.seal.status).toBe('SEALED'), {
    timeout: PATIENCE_MS,
    interval: 100,
  });
});
afterAll(async () => {
  await api.stop();
  await authority.stop();
  rmSync(folder, { recursive: true });
});

const jsonAt = async (path: string) => JSON.parse((await download(api, path)).toString('utf8'));

test('@sigstore/verify accepts what the service gives out', async () => {
  const trust = await jsonAt('/.well-known/imprimatur/trust.json');
  const root = TrustedRoot.fromJSON(await jsonAt('/.well-known/imprimatur/trusted_root.json'));
  const keys = Object.fromEntries(
    trust.sealKeys.map(({ hint, publicKey }: Json) => [
      hint,
      { rawBytes: Buffer.from(publicKey, 'base64'), keyDetails: 5 },
    ]),
  );
  const verifier = new Verifier(toTrustMaterial(root, keys), { tlogThreshold: 1, timestampThreshold: 1 });

  const bundle = JSON.parse((await sealFile(api, seal.id, 'seal.sigstore.json')).toString());

  expect(verifier.verify(toSignedEntity(bundleFromJSON(bundle))).key).toBeDefined();
  bundle.dsseEnvelope.payload = Buffer.from('{}').toString('base64');
  expect(() => verifier.verify(toSignedEntity(bundleFromJSON(bundle)))).toThrow();
});

test('every command of VERIFY.txt gives what it says, and not for another text', async () => {
  const instructions = (await sealFile(api, seal.id, 'VERIFY.txt')).toString('utf8');
  for (const name of [
    'seal.sigstore.json',
    'seal.tlog-proof',
    'pae.bin',
    'sig.der',
    'sig.tsr',
    'seal.pub.pem',
    'tsa-ca.pem',
  ]) {
    writeFileSync(path.join(folder, savedName(seal.id, name)), await sealFile(api, seal.id, name));
  }
  writeFileSync(path.join(folder, 'trust.json'), await download(api, '/.well-known/imprimatur/trust.json'));
  writeFileSync(path.join(folder, 'artifact'), TEXT);
  const lines = instructions.split('\n').map((line) => line.trim());
  const commands = lines
    .map((line, at) => [line, lines[at + 1]!] as const)
    .filter(([line]) => line.startsWith('$ ') && !line.startsWith('$ imprimatur'));
  const run = (command: string) =>
    execFileSync('sh', ['-c', `${command} 2>&1`], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

  expect(commands.length).toBeGreaterThanOrEqual(4);
  for (const [command, answer] of commands) expect(run(command.slice(2))).toContain(answer);

  writeFileSync(path.join(folder, 'artifact'), 'The offer stands until Monday.\n');
  expect(commands.map(([command]) => command).filter((command) => command.includes('artifact'))).not.toEqual([]);
  const digest = commands.find(([command]) => command.includes('sha256sum'))!;
  let said: string;
  try {
    said = run(digest[0].slice(2));
  } catch (error) {
    said = String((error as { stdout: string }).stdout);
  }
  expect(said).not.toContain(digest[1]);
});

test('our own command takes the same files', async () => {
  writeFileSync(path.join(folder, 'offer.txt'), TEXT);

  const said = execFileSync(
    process.execPath,
    ['--import', 'tsx', 'src/main.ts', 'verify', path.join(folder, 'offer.txt')].concat([
      '--trust',
      path.join(folder, 'trust.json'),
      '--json',
    ]),
    { encoding: 'utf8', env: { PATH: process.env.PATH } },
  );

  expect(JSON.parse(said)).toMatchObject({ result: 'SAME_BYTES', time: { status: 'PROVEN' } });
});
