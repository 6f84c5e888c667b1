import { execFile } from 'node:child_process';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestTimeStamp } from '../../src/log/time/time-stamp-client.ts';
import { type Bundle, formatBundle } from '../../src/proof/bundle.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { FILE_NAMES, savedName } from '../../src/proof/file-names.ts';
import { leafHash } from '../../src/proof/merkle.ts';
import { verifyTlogProof } from '../../src/proof/tlog-proof.ts';
import { formatTrust, logKeyOf, type Trust, trustedRootOf } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { FILES_OF_SEAL, FILES_OF_TRUST, verifyInstructions } from '../../src/proof/verify-instructions.ts';
import { witnessSigner } from '../support/note-signing.ts';
import { jsonOf, type Sealed, SealingHouse } from '../support/seal-fixture.ts';
import { startTimeStampAuthority, type TimeStampAuthority } from '../support/time-stamp-authority.ts';

const run = promisify(execFile);

// The reader of trusted_root.json that @sigstore/verify itself is built upon.
const { TrustedRoot } = createRequire(import.meta.resolve('@sigstore/bundle'))('@sigstore/protobuf-specs') as {
  TrustedRoot: { fromJSON(value: unknown): Parameters<typeof toTrustMaterial>[0] };
};

let authority: TimeStampAuthority;
let house: SealingHouse;
let trust: Trust;
let sealed: Sealed;
let stamped: Bundle;
let stampedAt: Date;

beforeAll(async () => {
  authority = await startTimeStampAuthority();
  house = new SealingHouse({ witnesses: [witnessSigner('witness.example.net')] });
  trust = house.trust({
    timeStampAuthorities: [
      {
        name: 'Test TSA',
        certificates: [authority.certificatePem, authority.caPem].map(
          (pem) => new Uint8Array(new X509Certificate(pem).raw),
        ),
        validFor: { start: new Date('2026-01-01T00:00:00Z') },
      },
    ],
  });
  sealed = await house.seal({ predicate: { claimedAt: new Date().toISOString() } });
  const { response, genTime } = await requestTimeStamp(authority.url, sealed.bundle.envelope.signatures[0]!.sig);
  stamped = { ...sealed.bundle, timeStamps: [new Uint8Array(response)] };
  stampedAt = genTime;
});
afterAll(() => authority.stop());

describe('@sigstore/verify, as npm uses it', () => {
  const verify = (json: unknown, timestampThreshold: number) => {
    const material = toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(JSON.stringify(trustedRootOf(trust)))), {
      [encodeBase64(house.key.id)]: { rawBytes: Buffer.from(house.key.spki), keyDetails: 5 },
    });
    return new Verifier(material, { tlogThreshold: 1, timestampThreshold }).verify(
      toSignedEntity(bundleFromJSON(json)),
    );
  };

  test('accepts the seal, without a time stamp and with one', () => {
    expect(verify(jsonOf(sealed.bundle), 0).key).toBeDefined();
    expect(verify(jsonOf(stamped), 1).key).toBeDefined();
  });

  test('misses a time stamp that is not there', () => {
    expect(() => verify(jsonOf(sealed.bundle), 1)).toThrow(/expected 1 timestamps, got 0/);
  });

  test('refuses a seal with the entry of another', async () => {
    const json = jsonOf(sealed.bundle);
    json.verificationMaterial.tlogEntries = jsonOf((await house.seal()).bundle).verificationMaterial.tlogEntries;

    expect(() => verify(json, 0)).toThrow();
  });

  test('takes another root than the checkpoint has, which our verifier refuses', async () => {
    const json = jsonOf(sealed.bundle);
    json.verificationMaterial.tlogEntries[0]!.inclusionProof.rootHash = encodeBase64(new Uint8Array(32));

    expect(() => verify(json, 0)).not.toThrow();
    expect((await verifySeal({ bundle: JSON.stringify(json), trust })).result).toBe('INVALID');
  });

  test('does not look at the text: that is for its caller, and our verifier does', async () => {
    const bundle = formatBundle(stamped);

    expect((await verifySeal({ bundle, trust, text: 'another text' })).result).toBe('DIFFERENT');
    expect(await verifySeal({ bundle, trust, artifact: sealed.artifact })).toMatchObject({
      result: 'SAME_BYTES',
      time: { status: 'PROVEN', at: stampedAt.toISOString(), by: 'Test TSA' },
    });
  });
});

describe('VERIFY.txt', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imprimatur-verify-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const savedAs = (name: string) => savedName(sealed.predicate.sealId, name);
  const prepare = async (bundle: Bundle, artifact: Uint8Array, at: Date | null): Promise<[string, string][]> => {
    for (const [name, make] of Object.entries({ ...FILES_OF_SEAL, ...FILES_OF_TRUST })) {
      const bytes = make(bundle, trust);
      if (bytes) await writeFile(join(folder, savedAs(name)), bytes);
    }
    await writeFile(join(folder, FILE_NAMES.artifact), artifact);
    await writeFile(join(folder, FILE_NAMES.trust), formatTrust(trust));
    const text = verifyInstructions(bundle, trust, { stampedAt: at });
    await writeFile(join(folder, savedAs(FILE_NAMES.instructions)), text);
    return [...text.matchAll(/^\$ (.+)\n(.+)$/gm)].map(([, command, expected]) => [command!, expected!]);
  };
  const sh = (command: string) =>
    run('sh', ['-c', command], { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } });

  test('names commands that all come out as it says', async () => {
    const commands = await prepare(stamped, sealed.artifact, stampedAt);

    expect(commands.map(([command]) => command.split(' ').slice(0, 2).join(' '))).toEqual([
      expect.stringMatching(/^echo /),
      'grep -a',
      'openssl pkey',
      'openssl dgst',
      'openssl ts',
    ]);
    for (const [command, expected] of commands) expect((await sh(command)).stdout.trim()).toBe(expected);
  });

  test('names no time stamp where there is none', async () => {
    const commands = await prepare(sealed.bundle, sealed.artifact, null);

    expect(commands).toHaveLength(4);
    for (const [command, expected] of commands) expect((await sh(command)).stdout.trim()).toBe(expected);
    expect(await readFile(join(folder, savedAs(FILE_NAMES.instructions)), 'utf8')).toContain(
      'This seal has no time stamp',
    );
  });

  test('has each command fail for the file that it is about', async () => {
    const commands = await prepare(stamped, sealed.artifact, stampedAt);
    const spoilt = [
      FILE_NAMES.artifact,
      FILE_NAMES.signedBytes,
      FILE_NAMES.publicKey,
      FILE_NAMES.signature,
      FILE_NAMES.signature,
    ];

    for (const [index, [command, expected]] of commands.entries()) {
      const file = join(folder, savedAs(spoilt[index]!));
      const honest = await readFile(file);
      await writeFile(
        file,
        honest.map((byte) => byte ^ 1),
      );
      const output = await sh(command).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => stdout,
      );
      await writeFile(file, honest);

      expect(output.trim()).not.toBe(expected);
    }
  });

  test('lets nothing in a statement pass for a command', async () => {
    const { bundle } = await house.seal({
      predicate: { sealId: 'x\n$ rm -rf /\nok', limits: ['y\u2028$ true\n$ false\nok'] },
    });

    const text = verifyInstructions(bundle, trust, { stampedAt: null });

    expect([...text.matchAll(/^\$ .*/gm)]).toHaveLength(4);
    expect(text).not.toMatch(/^\$ (rm|true|false)/m);
    expect(text).toContain('-verify seal.pub.pem -signature sig.der pae.bin');
  });

  test('is in plain ASCII up to what the statement says, and says how to do it all at once', async () => {
    const text = verifyInstructions(stamped, trust, { stampedAt });

    expect(text).toMatch(/^[\n\x20-\x7e]+$/);
    expect(text).toContain('imprimatur verify artifact --seal seal_13.sigstore.json --trust trust.json');
    expect(text).toContain(house.log.key.keyId);
  });

  test('comes with a tlog proof of the same entry, and the key that Node reads', () => {
    const proof = new TextDecoder().decode(FILES_OF_SEAL[FILE_NAMES.tlogProof]!(stamped)!);

    const { size } = verifyTlogProof(proof, leafHash(stamped.logEntry.canonicalizedBody), {
      logKey: logKeyOf(house.trustedLog()),
      witnesses: house.witnesses.map(({ key }) => key),
      quorum: 1,
    });

    expect(size).toBe(stamped.logEntry.inclusionProof.treeSize);
    const key = createPublicKey(Buffer.from(FILES_OF_TRUST[FILE_NAMES.publicKey]!(stamped, trust)!));
    expect(key.equals(house.key.publicKey)).toBe(true);
  });
});
