import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Bundle, formatBundle } from '../../src/proof/bundle.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { formatConsistencyProof } from '../../src/proof/consistency-proof.ts';
import { formatTlogProof } from '../../src/proof/tlog-proof.ts';
import { formatTrust, logIdOf, type Trust } from '../../src/proof/trust.ts';
import { startApi } from '../support/api.ts';
import { changedStatement } from '../support/changed-statement.ts';
import { Folder, imprimatur, imprimaturInTurn } from '../support/command.ts';
import { witnessSigner } from '../support/note-signing.ts';
import { jsonOf, LOG_ORIGIN, SealingHouse } from '../support/seal-fixture.ts';
import { download, sealFile, sealText } from '../support/seals.ts';
import { until } from '../support/service-process.ts';
import { startTimeStampAuthority } from '../support/time-stamp-authority.ts';

const house = new SealingHouse();
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const TEXT = 'Grüße,\nhow much is it?\n';
const SALT = new Uint8Array(32).fill(7);

/** A folder with a text, its seal and the trust file, under the names that are looked for. */
async function sealedFolder({
  by = house,
  text = TEXT,
  content = text as string | Uint8Array,
  trust = {} as Partial<Trust>,
  salt = undefined as Uint8Array | undefined,
} = {}) {
  const folder = new Folder();
  const sealed = await by.seal({ text, salt });
  writeFileSync(folder.file('offer.txt'), content);
  writeFileSync(folder.file('offer.txt.sigstore.json'), formatBundle(sealed.bundle));
  writeFileSync(folder.file('trust.json'), formatTrust(by.trust(trust)));
  const status = (name: string, bundle: Bundle) => {
    writeFileSync(folder.file(name), formatBundle(bundle));
    return folder.file(name);
  };
  /** By the trust file that lies beside it, without naming it. */
  const verifyBeside = (...more: string[]) => imprimaturInTurn(['verify', folder.file('offer.txt'), ...more]);
  const verify = (...more: string[]) =>
    verifyBeside(...(more.includes('--trust') ? [] : ['--trust', folder.file('trust.json')]), ...more);
  return { folder, sealed, status, verify, verifyBeside };
}

describe('the result', () => {
  test('is 0 for the very bytes, with each check and its reason, though the time is not proven', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;

    const { code, stdout, stderr } = await verify();

    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^SAME BYTES {2}These are exactly the sealed bytes, and the seal is valid, but it was not checked whether the seal was revoked\.$/m,
    );
    expect(stdout).toMatch(
      new RegExp(
        `^ {2}revocation +not checked: download https://seals\\.example\\.org/v/${sealed.predicate.sealId}/statuses\\.json and pass it with --status`,
        'm',
      ),
    );
    expect(stdout).toMatch(/^ {2}time {2,}not proven; the issuer says 2026-11-21T09:00:00Z$/m);
    for (const line of [
      /^ {2}passed {7}digest {6}These are exactly/m,
      /^ {2}passed {7}signature /m,
      /^ {2}passed {7}inclusion {3}It is entry 13 of the 23 in the log\.$/m,
      /^ {2}not checked {2}timestamp {3}The seal has no time stamp/m,
      /^ {2}not checked {2}status {6}No status list was given\.$/m,
    ]) {
      expect(stdout).toMatch(line);
    }
  });

  test('is 1 for the same text with other line ends, and says so', async () => {
    const { folder, verify } = await sealedFolder({ content: `\ufeff${TEXT.replaceAll('\n', '\r\n')}` });
    using _ = folder;

    const { code, stdout } = await verify();

    expect(code).toBe(1);
    expect(stdout).toMatch(/^SAME TEXT {2}The seal is valid. The text is the same, but the bytes differ in line ends/);
  });

  test('is 1 for another text', async () => {
    const { folder } = await sealedFolder({ content: 'How much was it?' });
    using _ = folder;

    const { code, stdout } = await imprimatur([
      'verify',
      folder.file('offer.txt'),
      '--trust',
      folder.file('trust.json'),
    ]);

    expect(code).toBe(1);
    expect(stdout).toMatch(/^DIFFERENT {2}The seal is valid. These are not the sealed bytes\./);
    expect(stdout).toContain('FAILED       digest');
  });

  test('is 1 for a seal that does not hold, and nothing of what it says is shown', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const json = jsonOf(sealed.bundle);
    const statement = JSON.parse(Buffer.from(json.dsseEnvelope.payload, 'base64').toString());
    statement.predicate.issuer.origin = 'https://somebody-else.example';
    json.dsseEnvelope.payload = Buffer.from(JSON.stringify(statement)).toString('base64');
    writeFileSync(folder.file('offer.txt.sigstore.json'), JSON.stringify(json));

    const { code, stdout } = await verify();

    expect(code).toBe(1);
    expect(stdout).toMatch(/^INVALID {2}This is not a valid seal\./);
    expect(stdout).not.toContain('somebody-else');
  });

  test.each([
    ['a web page', '<!DOCTYPE html>\n<title>Seal</title>'],
    ['a link', 'https://seals.example.org/v/seal_1\n'],
    ['a seal in UTF-16', (bundle: string) => Buffer.from(`\ufeff${bundle}`, 'utf16le')],
    ['a seal that was cut off', (bundle: string) => bundle.slice(0, -200)],
    ['an empty file', ''],
    ['binary data', Buffer.from([0xff, 0x00, 0x1b])],
    ['a response of the service about a seal', '{"ok":true,"seal":{"bundleUrl":"https://seals.example.org/v/seal_1"}}'],
  ])('is 66 for %s in place of the seal, and nothing is judged', async (seeming, content) => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const seal = folder.file('offer.txt.sigstore.json');
    writeFileSync(seal, typeof content === 'function' ? content(formatBundle(sealed.bundle)) : content);

    const { code, stdout, stderr } = await verify();

    expect({ code, stdout }).toEqual({ code: 66, stdout: '' });
    expect(stderr).toContain(`${seal} is not a seal: it seems to be ${seeming}`);
  });

  test.each([
    ['--trust', 'a trust file'],
    ['--status', 'a status of a seal'],
    ['--checkpoint', 'a checkpoint'],
  ])('is 66 for a web page in place of %s', async (option, name) => {
    const { folder, verify } = await sealedFolder();
    using _ = folder;
    writeFileSync(folder.file('saved'), '<html></html>');

    const { code, stdout, stderr } = await verify(option, folder.file('saved'));

    expect({ code, stdout }).toEqual({ code: 66, stdout: '' });
    expect(stderr).toContain(`${folder.file('saved')} is not ${name}: it seems to be a web page.`);
  });

  test('is 0 where every file was saved with a byte order mark', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const { checkpoint } = sealed.bundle.logEntry.inclusionProof;
    const standing = JSON.parse(house.standing(sealed, { asOf: new Date().toISOString() }));
    const files = {
      'offer.txt.sigstore.json': formatBundle(sealed.bundle),
      'trust.json': formatTrust(house.trust()),
      'statuses.json': JSON.stringify({ ok: true, statuses: [], standing }),
      'kept.txt': checkpoint,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(folder.file(name), `\ufeff${text}`);

    const { code, stdout } = await verify(
      '--status',
      folder.file('statuses.json'),
      '--checkpoint',
      folder.file('kept.txt'),
    );

    expect(code, stdout).toBe(0);
    expect(stdout).toContain('It is the tree of the checkpoint you saved.');
  });

  test('is 1 for a seal by a key that is not trusted, which is not the same as forged', async () => {
    const stranger = new SealingHouse();
    const { folder, verify } = await sealedFolder({ trust: { sealKeys: stranger.trust().sealKeys } });
    using _ = folder;

    const { code, stdout } = await verify();

    expect(code).toBe(1);
    expect(stdout).toMatch(/^UNKNOWN {2}This seal can’t be verified here\. The seal key is not pinned\./);
  });

  test.each(['REVOKED', 'SUPERSEDED'] as const)('is 1 for a seal that was %s later, with the reason', async (kind) => {
    const { folder, sealed, status, verify } = await sealedFolder();
    using _ = folder;
    const supersededBy = kind === 'SUPERSEDED' ? { supersededBy: 'seal_99' } : {};
    const file = status('status.json', await house.status(sealed, { status: kind, ...supersededBy }));

    const { code, stdout } = await verify('--status', file);

    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^${kind} {2}.* The figure was wrong\\.$`, 'm'));
  });

  test('of a private seal needs its salt', async () => {
    const { folder, verify } = await sealedFolder({ salt: SALT });
    using _ = folder;

    expect(await verify()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^NOT COMPARED {2}The seal is valid. The seal is private: pass its salt/),
    });
    expect(await verify('--salt', encodeBase64(SALT))).toMatchObject({ code: 0 });
    expect(await verify('--salt', encodeBase64(SALT.map((byte) => byte + 1)))).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^DIFFERENT .*Or the salt belongs to another seal\./s),
    });
  });

  test('of a file too large to hold is found by reading it through', async () => {
    const text = 'x'.repeat(17_000_000);
    const { folder, verify } = await sealedFolder({ text });
    using _ = folder;
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SAME BYTES/) });

    writeFileSync(folder.file('offer.txt'), `${text.slice(1)}y`);
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^DIFFERENT/) });
  });

  test('of a large private file is found with its salt, or with the salt in front of it', async () => {
    const text = 'x'.repeat(17_000_000);
    const { folder, sealed, verify } = await sealedFolder({ text, salt: SALT });
    using _ = folder;
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^NOT COMPARED/) });
    expect(await verify('--salt', encodeBase64(SALT))).toMatchObject({ code: 0 });

    writeFileSync(folder.file('offer.txt'), sealed.artifact);
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SAME BYTES/) });
  });

  test('is told to programs as JSON', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;

    const { code, stdout } = await verify('--json');

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: folder.file('offer.txt'),
      result: 'SAME_BYTES',
      time: { status: 'NOT_PROVEN', at: null, by: null },
      trust: { file: folder.file('trust.json'), isNamed: true },
      judge: { sealKey: hexOf(house.key.id), isWhoShown: true },
      statement: { predicate: { sealId: sealed.predicate.sealId } },
    });
    expect(JSON.parse(stdout).checks).toHaveLength(9);
  });
});

describe('whose trust file judged', () => {
  test('is always said, with the fingerprints of its keys', async () => {
    const { folder, verify, verifyBeside } = await sealedFolder();
    using _ = folder;

    for (const { stdout } of [await verify(), await verifyBeside()]) {
      expect(stdout).toMatch(new RegExp(`^ {2}trust +${folder.file('trust.json')}`, 'm'));
      expect(stdout).toMatch(new RegExp(`^ {2}seal key +${hexOf(house.key.id)}$`, 'm'));
      expect(stdout).toMatch(new RegExp(`^ {2}log +${LOG_ORIGIN} ${hexOf(logIdOf(house.trustedLog()))}$`, 'm'));
    }
  });

  test('is said where none of its keys signed, too', async () => {
    const stranger = new SealingHouse();
    const { folder, verify } = await sealedFolder({ trust: { sealKeys: stranger.trust().sealKeys } });
    using _ = folder;

    expect((await verify()).stdout).toMatch(
      new RegExp(`^ {2}seal key +not in the trust file, which has ${hexOf(stranger.key.id)}$`, 'm'),
    );
  });

  test('that only lay beside the file shows nothing of who sealed it: 3, and the issuer is not named', async () => {
    const forger = new SealingHouse();
    const { folder, verify, verifyBeside } = await sealedFolder({ by: forger });
    using _ = folder;

    const beside = await verifyBeside();
    const json = JSON.parse((await verifyBeside('--json')).stdout);
    const named = await verify();

    expect(beside.code).toBe(3);
    expect(beside.stdout).toMatch(
      /^SAME BYTES {2}These are exactly the sealed bytes, but the keys don’t prove who sealed them\.$/m,
    );
    expect(beside.stdout).toMatch(/^ {2}trust +\S+, found next to the file; pass keys from another source/m);
    expect(beside.stdout).toMatch(/^ {2}not checked {2}key +The seal key was valid .* came with the seal/m);
    expect(beside.stdout).not.toContain('https://seals.example.org');
    expect(json).toMatchObject({ result: 'SAME_BYTES', trust: { isNamed: false }, judge: { isWhoShown: false } });
    expect(named).toMatchObject({ code: 0, stdout: expect.stringMatching(/ {2}seal +seal_\d+ by https:\/\/seals/) });
  });

  test('that lay beside the file makes nothing better: what is 1 stays 1', async () => {
    const { folder, sealed, status, verifyBeside } = await sealedFolder();
    using _ = folder;
    const revoked = status('status.json', await house.status(sealed));

    expect((await verifyBeside('--status', revoked)).code).toBe(1);
    writeFileSync(folder.file('emptied.json'), JSON.stringify({ ok: true, statuses: [] }));
    expect((await verifyBeside('--status', folder.file('emptied.json'))).code).toBe(3);
    writeFileSync(folder.file('offer.txt'), 'Another text');
    expect((await verifyBeside()).code).toBe(1);
  });
});

describe('which file was taken for the seal', () => {
  test('is always said, and that one that was only found may belong to another file', async () => {
    const { folder, verify } = await sealedFolder({ content: 'Another text' });
    using _ = folder;
    const seal = folder.file('offer.txt.sigstore.json');

    const found = await verify();
    const named = await verify('--seal', seal);
    const json = JSON.parse((await verify('--json')).stdout);
    writeFileSync(folder.file('offer.txt'), TEXT);
    const same = await verify();

    expect(found.stdout).toMatch(
      new RegExp(`^ {2}seal file +${seal}, found next to the file; it may belong to another file, `, 'm'),
    );
    expect(named.stdout).toMatch(new RegExp(`^ {2}seal file +${seal}$`, 'm'));
    expect(same.stdout).toMatch(new RegExp(`^ {2}seal file +${seal}, found next to the file$`, 'm'));
    expect(json).toMatchObject({ result: 'DIFFERENT', seal: { file: seal, isNamed: false } });
  });

  test('is the one of its bytes among several downloads, else none is guessed', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const other = await house.seal({ text: 'another' });
    const [own, strange] = [sealed, other].map(({ predicate }) => folder.file(`${predicate.sealId}.sigstore.json`));
    renameSync(folder.file('offer.txt.sigstore.json'), own!);
    const alone = await verify();
    writeFileSync(strange!, formatBundle(other.bundle));
    writeFileSync(folder.file('seal.sigstore.json'), formatBundle(other.bundle));
    const among = await verify();
    writeFileSync(folder.file('offer.txt'), 'changed');
    const usual = await verify();
    rmSync(folder.file('seal.sigstore.json'));
    const none = await verify();

    for (const { code, stdout } of [alone, among]) {
      expect(code).toBe(0);
      expect(stdout).toContain(`${own}, found next to the file`);
    }
    expect(usual).toMatchObject({ code: 1, stdout: expect.stringContaining('seal.sigstore.json, found next to') });
    expect(none).toMatchObject({ code: 66, stdout: '', stderr: expect.stringContaining('None of the 2 seals') });
  });
});

describe('whether it is in force', () => {
  const now = () => ({ asOf: new Date().toISOString() });

  test('is 0 by its issuer’s word of today, with the time of it', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const standing = JSON.parse(house.standing(sealed, now()));
    writeFileSync(folder.file('statuses.json'), JSON.stringify({ ok: true, statuses: [], standing }));

    const { code, stdout } = await verify('--status', folder.file('statuses.json'));

    expect(code).toBe(0);
    expect(stdout).toMatch(/^SAME BYTES {2}These are exactly the sealed bytes, and the seal is valid\.$/m);
    expect(stdout).not.toMatch(/^ {2}revocation/m);
    expect(stdout).toMatch(/^ {2}passed {7}status +As of \d.* UTC the seal was neither revoked nor superseded/m);
  });

  test('was asked and is not shown by a list that may have been emptied, is old, or is of another seal: 4', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const other = await house.seal({ text: 'another' });
    const lists = {
      'emptied.json': { ok: true, statuses: [] },
      'old.json': { statuses: [], standing: JSON.parse(house.standing(sealed, { asOf: '2026-10-01T00:00:00Z' })) },
      'other.json': { statuses: [], standing: JSON.parse(house.standing(other, now())) },
    };

    for (const [name, list] of Object.entries(lists)) {
      writeFileSync(folder.file(name), JSON.stringify(list));
      const { code, stdout } = await verify('--status', folder.file(name));

      expect(code, name).toBe(4);
      expect(stdout).toMatch(/^SAME BYTES {2}.*, but it was not checked whether the seal was revoked\.$/m);
      expect(stdout).toMatch(/^ {2}revocation +not checked: download/m);
      expect(stdout).toMatch(/^ {2}not checked {2}status .*(not proven|not checked)/m);
      expect(stdout).not.toMatch(/passed +status/);
    }
  });

  test('is not by a list that was cut off or spoilt: 1', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const list = JSON.stringify({ statuses: [JSON.parse(formatBundle(await house.status(sealed)))] });
    writeFileSync(folder.file('cut.json'), list.slice(0, -9));

    const { code, stdout } = await verify('--status', folder.file('cut.json'));

    expect(code).toBe(1);
    expect(stdout).toMatch(/^UNKNOWN {2}.*It is not proven that the seal is still in force\./);
  });

  test('is one of three answers for programs', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    writeFileSync(folder.file('standing.json'), house.standing(sealed, now()));
    writeFileSync(folder.file('cut.json'), house.standing(sealed, now()).slice(0, -9));
    const json = async (...more: string[]) => JSON.parse((await verify('--json', ...more)).stdout);

    const asked = await json('--status', folder.file('standing.json'));
    const unasked = await json();
    const cut = await json('--status', folder.file('cut.json'));
    writeFileSync(folder.file('offer.txt'), 'Another text');
    const other = await json('--status', folder.file('standing.json'));

    expect(asked).toMatchObject({ answer: 'VERIFIED', statusPath: null });
    for (const verdict of [unasked, cut]) {
      expect(verdict).toMatchObject({
        answer: 'REVOCATION_NOT_CHECKED',
        statusPath: `/v/${sealed.predicate.sealId}/statuses.json`,
      });
    }
    expect(cut.summary).toMatch(
      /^These are exactly the sealed bytes, and the seal is valid, but the status list is dam/,
    );
    expect(other).toMatchObject({ answer: 'NOT_VERIFIED' });
  });

  test('is not by a revocation that no witness has cosigned yet: it is revoked', async () => {
    const watched = new SealingHouse({ witnesses: [witnessSigner('witness.example.net')] });
    const { folder, sealed, status, verify } = await sealedFolder({ by: watched });
    using _ = folder;
    const unwatched = await watched.uncosigned(await watched.status(sealed));

    const { code, stdout } = await verify('--status', status('status.json', unwatched));

    expect(code).toBe(1);
    expect(stdout).toMatch(/^REVOKED {2}This seal was revoked; the author is not recorded: The figure was wrong\.$/m);
  });
});

test('a member of the statement that this version does not know is named, without what could steer a terminal', async () => {
  const { folder, sealed, verify } = await sealedFolder();
  using _ = folder;
  const payload = changedStatement(sealed.bundle.envelope.payload, ({ predicate }) => {
    predicate['reviewedBy\u001b[2J'] = 'Ada';
  });
  writeFileSync(folder.file('offer.txt.sigstore.json'), formatBundle(await house.signed(payload)));

  const { code, stdout } = await verify();
  const json = JSON.parse((await verify('--json')).stdout);

  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^ {2}also +This verifier doesn’t know these members of the statement: "predicate\.reviewedByU\+001B\[2J"\./m,
  );
  expect(json.statement.unknownMembers).toEqual({ paths: ['predicate.reviewedByU+001B[2J'], hasMore: false });
});

test('characters that were taken for one another are named: 1', async () => {
  const { folder, verify } = await sealedFolder({ text: 'for Mr. \ufa10', content: 'for Mr. 塚' });
  using _ = folder;

  const { code, stdout } = await verify();

  expect(code).toBe(1);
  expect(stdout).toMatch(/^SIMILAR TEXT {2}The seal is valid. The text differs in characters that look alike\./);
  expect(stdout).toContain('your copy has 塚 (U+585A) where the sealed text has \ufa10 (U+FA10).');
  expect(stdout).not.toContain('the text is the same');
});

test('the help names every exit code', async () => {
  const { stderr } = await imprimatur(['verify']);

  expect(stderr.replace(/\s+/g, ' ')).toMatch(/exit 0 .* exit 1 .* exit 3 .* exit 4 /);
});

describe('a checkpoint that was kept', () => {
  test('of the same tree is compared', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const { checkpoint } = sealed.bundle.logEntry.inclusionProof;
    writeFileSync(folder.file('kept'), checkpoint);

    const { code, stdout } = await verify('--checkpoint', folder.file('kept'));

    expect(code).toBe(0);
    expect(stdout).toContain('It is the tree of the checkpoint you saved.');
  });

  test.each([
    ['smaller', 5, '5/23'],
    ['larger', 30, '23/30'],
  ])('of a %s tree leaves it open, and says where the proof is; with it, it is proven', async (_, size, sizes) => {
    const by = new SealingHouse();
    const { folder, verify } = await sealedFolder({ by });
    using __ = folder;
    await by.seal({ text: 'a later one' });
    writeFileSync(folder.file('kept'), by.tree().checkpoint(size));

    const without = await verify('--checkpoint', folder.file('kept'));
    const [oldSize, newSize] = sizes.split('/').map(Number);
    const proof = await by.tree().consistencyProof(oldSize!, newSize!);
    writeFileSync(folder.file('proof.txt'), formatConsistencyProof(proof));
    const with_ = await verify('--checkpoint', folder.file('kept'), '--consistency', folder.file('proof.txt'));

    expect(without.code).toBe(1);
    expect(without.stdout).toMatch(new RegExp(`^UNKNOWN {2}.*The checkpoint you saved has ${size}`));
    expect(without.stdout).toMatch(
      new RegExp(
        `^ {2}missing +https://seals\\.example\\.org/log/by-name/${LOG_ORIGIN}/consistency/${sizes}: download it and pass it with --consistency$`,
        'm',
      ),
    );
    expect(with_.code).toBe(0);
    expect(with_.stdout).toContain(`It is consistent with the checkpoint you saved, of ${size} entries.`);
  });

  test('may be the one in a seal or in a tlog-proof that was kept', async () => {
    const { folder, sealed, verify } = await sealedFolder();
    using _ = folder;
    const { logIndex: index, inclusionProof } = sealed.bundle.logEntry;
    writeFileSync(folder.file('seal.tlog-proof'), formatTlogProof({ index, ...inclusionProof }));

    for (const kept of ['offer.txt.sigstore.json', 'seal.tlog-proof']) {
      const { code, stdout } = await verify('--checkpoint', folder.file(kept));

      expect(code, kept).toBe(0);
      expect(stdout).toContain('It is the tree of the checkpoint you saved.');
    }
  });

  test('is proven by what the service answers, whichever tree is the larger', async () => {
    const api = await startApi();
    const { seal } = await sealText(api, 'kept for long');
    using folder = new Folder();
    const early = await download(api, '/log/checkpoint');
    writeFileSync(folder.file('early'), early);
    writeFileSync(folder.file('text'), 'kept for long');
    await sealText(api, 'a second one');
    const second = (await sealText(api, 'a third one')).seal;
    const late = await download(api, '/log/checkpoint');
    writeFileSync(folder.file('late'), late);
    writeFileSync(folder.file('text3'), 'a third one');
    writeFileSync(folder.file('trust.json'), await download(api, '/.well-known/imprimatur/trust.json'));
    writeFileSync(folder.file('text.sigstore.json'), await sealFile(api, seal.id, 'seal.sigstore.json'));
    writeFileSync(folder.file('text3.sigstore.json'), await sealFile(api, second.id, 'seal.sigstore.json'));

    for (const [file, kept] of [
      ['text', 'late'],
      ['text3', 'early'],
    ] as const) {
      const args = ['verify', folder.file(file), '--trust', folder.file('trust.json')].concat(
        '--checkpoint',
        folder.file(kept),
      );
      const without = await imprimaturInTurn(args);
      const url = /^ {2}missing +(\S+): /m.exec(without.stdout)?.[1];
      const with_ = await imprimaturInTurn([...args, '--consistency', url!]);

      expect(without.code).toBe(1);
      expect(with_, with_.stdout).toMatchObject({
        code: 0,
        stderr: `The consistency proof is downloaded from ${url}.\n`,
        stdout: expect.stringContaining('It is consistent with the checkpoint you saved'),
      });
    }
  });

  test.each([
    ['kept', 'a checkpoint'],
    ['proof', 'a consistency proof'],
  ])('is told from what is none: %s', async (spoilt, what) => {
    const { folder, verify } = await sealedFolder();
    using _ = folder;
    writeFileSync(folder.file('kept'), house.tree().checkpoint(5));
    writeFileSync(folder.file('proof'), formatConsistencyProof(await house.tree().consistencyProof(5, 9)));
    writeFileSync(folder.file(spoilt), 'something else');

    const { code, stderr } = await verify('--checkpoint', folder.file('kept'), '--consistency', folder.file('proof'));

    expect(code).toBe(66);
    expect(stderr).toContain(`${folder.file(spoilt)} is not ${what}: `);
  });
});

describe('what is missing', () => {
  test('is named: the file, the seal, the trust file with where to get it', async () => {
    using folder = new Folder();
    const file = folder.file('offer.txt');
    const noFile = await imprimaturInTurn(['verify', file]);
    writeFileSync(file, TEXT);
    const noSeal = await imprimaturInTurn(['verify', file]);
    writeFileSync(folder.file('seal.sigstore.json'), formatBundle((await house.seal()).bundle));
    const noTrust = await imprimaturInTurn(['verify', file]);
    writeFileSync(folder.file('trust.json'), '{}');
    const badTrust = await imprimaturInTurn(['verify', file]);

    for (const result of [noFile, noSeal, noTrust, badTrust]) expect(result).toMatchObject({ code: 66, stdout: '' });
    expect(noFile.stderr).toBe(`The file ${file} doesn't exist.\n`);
    expect(noSeal.stderr).toContain(`There is no ${file}.sigstore.json and no ${folder.file('seal.sigstore.json')}.`);
    expect(noTrust.stderr).toContain('/.well-known/imprimatur/trust.json');
    expect(noTrust.stderr).toContain('Don’t use a file that came with the seal');
    expect(badTrust.stderr).toMatch(/trust\.json is not a trust file: it seems to be a JSON file of another kind/);
  });

  test.each([
    [['verify']],
    [['verify', 'a', 'b']],
    [['verify', 'a', '--salt', 'c2hvcnQ=']],
    [['verify', 'a', '--worker']],
    [['verify', 'a', '--consistency', 'b']],
  ])('%j is not how it is used', async (args) => {
    const { code, stderr, stdout } = await imprimatur(args);

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toContain('imprimatur <command>');
  });
});

test('nothing that a seal says reaches the terminal as anything but plain characters', async () => {
  const { folder, sealed, status, verify } = await sealedFolder();
  using _ = folder;
  const reason = 'gone\u001b[2J\u0007\u009b31m\u202etxt.exe\u2066\u200b\u{e0041}\u3164\u034f\r\nVALID';
  const file = status('status.json', await house.status(sealed, { reason }));

  const shown = await verify('--status', file);
  const json = await verify('--status', file, '--json');

  for (const { stdout } of [shown, json]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e\u2066\u{e0041}\u3164]|\u034f/u);
    expect(stdout).not.toMatch(/^VALID/m);
  }
  expect(shown.stdout).toContain('gone\\u{1b}[2J\\u{7}');
  expect(JSON.parse(json.stdout).summary).toContain(reason);
});

test('neither settings nor a service are needed, and nothing is written', async () => {
  const { folder, verify: _, sealed: __ } = await sealedFolder();
  using ___ = folder;
  const before = readdirSync(folder.path);
  const env = {
    DATA_DIR: folder.file('data'),
    DATABASE_URL: 'not an address',
    PORT: 'none',
    HOME: folder.file('home'),
  };

  const { code } = await imprimatur(['verify', folder.file('offer.txt'), '--trust', folder.file('trust.json')], env);

  expect(code).toBe(0);
  expect(readdirSync(folder.path)).toEqual(before);
  expect(existsSync(folder.file('data'))).toBe(false);
});

test('a proven time is told with who stamped it, and a later revocation with its reason', async () => {
  using folder = new Folder();
  await using authority = await startTimeStampAuthority({ commonName: 'Stamps & Sons' });
  writeFileSync(folder.file('tsa.pem'), authority.certificatePem + authority.caPem);
  const api = await startApi({ env: { TSA_URL: authority.url, TSA_CERTIFICATES: folder.file('tsa.pem') } });
  const { seal, ownerToken } = await sealText(api, 'stamped');
  writeFileSync(folder.file('text'), 'stamped');
  await until(async () => (await api.json(`/v/${seal.id}`)).body.seal.status === 'SEALED');
  writeFileSync(folder.file('seal.sigstore.json'), await sealFile(api, seal.id, 'seal.sigstore.json'));
  writeFileSync(folder.file('trust.json'), await download(api, '/.well-known/imprimatur/trust.json'));
  const verify = () =>
    imprimaturInTurn(
      ['verify', folder.file('text'), '--trust', folder.file('trust.json')].concat(
        '--status',
        `${api.url}/v/${seal.id}/statuses.json`,
      ),
    );

  const before = await verify();
  const variables = { in: { sealId: seal.id, reason: 'Not ours.', ownerToken } };
  await api.graphql('mutation ($in: RevokeSealInput!) { revokeSeal(input: $in) { __typename } }', { variables });
  const after = await verify();

  expect(before.code).toBe(0);
  expect(before.stdout).toMatch(/^ {2}time {2}.*Z, time-stamped by .*Stamps & Sons.*$/m);
  expect(before.stdout).toMatch(
    /passed +status +As of \d.* UTC the seal was neither revoked nor superseded, as signed by a trusted seal key\./,
  );
  expect(after).toMatchObject({ code: 1, stdout: expect.stringMatching(/^REVOKED {2}.*Not ours\./) });
});

describe('an address', () => {
  test('is fetched from the service that sealed, and that is said', async () => {
    const api = await startApi();
    const { seal } = await sealText(api, 'a text of a real service');
    using folder = new Folder();
    writeFileSync(folder.file('text'), 'a text of a real service');
    const sealUrl = `${api.url}/v/${seal.id}/seal.sigstore.json`;
    const trustUrl = `${api.url}/.well-known/imprimatur/trust.json`;

    const { code, stderr, stdout } = await imprimaturInTurn([
      'verify',
      folder.file('text'),
      '--seal',
      sealUrl,
      '--trust',
      trustUrl,
    ]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^SAME BYTES/) });
    expect(stderr).toBe(`The seal is downloaded from ${sealUrl}.\nThe trust file is downloaded from ${trustUrl}.\n`);
    writeFileSync(folder.file('text.sigstore.json'), await sealFile(api, seal.id, 'seal.sigstore.json'));
    const noSuch = await imprimaturInTurn(['verify', folder.file('text'), '--trust', `${api.url}/trust.json`]);
    expect(noSuch).toMatchObject({ code: 66, stderr: expect.stringContaining('returned status 404') });
  });

  test('that is elsewhere is not followed to, and one that nobody answers is named', async () => {
    const { folder, verify } = await sealedFolder();
    using _ = folder;
    const server = createServer((_req, res) => res.writeHead(302, { location: 'http://example.org/x' }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/trust.json`;

    const elsewhere = await verify('--trust', url);
    server.close();
    const nobody = await verify('--trust', url);

    expect(elsewhere).toMatchObject({ code: 66, stderr: expect.stringContaining('redirects to http://example.org/x') });
    expect(nobody).toMatchObject({ code: 66, stderr: expect.stringContaining(`could not be downloaded from ${url}`) });
  });
});
