import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { decisionStatement } from '../../src/proof/approval-decision.ts';
import { formatBundle, paeDigestOf } from '../../src/proof/bundle.ts';
import { CHAIN_START, chainHash } from '../../src/proof/chain.ts';
import { anchorStatement } from '../../src/proof/chain-anchor.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { preAuthenticationEncoding } from '../../src/proof/dsse.ts';
import * as present from '../../src/proof/index.ts';
import { formatStanding } from '../../src/proof/standing-envelope.ts';
import { STATEMENT_MEDIA_TYPE, standingStatement, statusStatement } from '../../src/proof/statement.ts';
import { formatTrust } from '../../src/proof/trust.ts';
import { changedStatement } from '../support/changed-statement.ts';
import { witnessSigner } from '../support/note-signing.ts';
import { NOW, PUBLIC_URL, SealingHouse } from '../support/seal-fixture.ts';
import { makeCertificate } from '../support/time-stamp-forger.ts';
import {
  proofsOf,
  type ReleasedSeal,
  type ReleasedVerifier,
  releasedVerifier,
  sealsOf,
  VERIFIER_RELEASES,
} from '../upgrades/support/kept-proofs.ts';
import { KEPT_RELEASES } from '../upgrades/support/restore.ts';
import {
  WHOLE_ANCHOR,
  WHOLE_DECISION,
  WHOLE_SEAL,
  WHOLE_STANDING,
  WHOLE_STATUS,
  wholeTrust,
} from './whole-statements.ts';

/**
 * Members that this version signs and the verifier of an earlier release doesn't know, by path. Strict verifiers refuse a seal
 * that has one, so a new member has to be worth that, and the changelog has to say so. Later verifiers report it.
 */
const NEW_MEMBERS: Record<string, string[]> = { '0.1.0': [], '0.2.0': [] };

/** Releases whose verifier refuses unknown members. */
const STRICT = ['0.1.0', '0.2.0'];

const PRESENT = 'this version';
const verifiers = new Map<string, ReleasedVerifier>([[PRESENT, present]]);
beforeAll(async () => {
  for (const release of VERIFIER_RELEASES) verifiers.set(release, await releasedVerifier(release));
});

test('the verifier of every release from 0.1.0 on is kept, and its seals', () => {
  expect(VERIFIER_RELEASES).toEqual(KEPT_RELEASES.filter((release) => release !== '0.0.1'));
  expect(Object.keys(NEW_MEMBERS)).toEqual(VERIFIER_RELEASES);
  for (const release of KEPT_RELEASES) {
    const results = sealsOf(release).map(({ result }) => result);
    expect(new Set(results)).toEqual(new Set(['SAME_BYTES', 'REVOKED', 'SUPERSEDED']));
  }
});

describe.each([PRESENT, ...VERIFIER_RELEASES])('the verifier of %s', (release) => {
  const verifier = () => verifiers.get(release)!;

  const judged = (seal: ReleasedSeal, more: object = {}) => {
    const { verifySeal, parseTrust, statusBundlesIn } = verifier();
    const { at, trust } = proofsOf(seal.release);
    return verifySeal({
      bundle: seal.bundle,
      trust: parseTrust(trust),
      now: new Date(at),
      salt: seal.salt,
      statuses: statusBundlesIn(new TextEncoder().encode(seal.statuses)),
      ...seal.copy,
      ...more,
    });
  };

  describe.each(KEPT_RELEASES)('verifies the seals of %s', (sealedBy) => {
    const seals = sealsOf(sealedBy);

    test('as what they are, with the time of their stamps', async () => {
      for (const seal of seals) {
        const { result, time, inForceAsOf, checks } = await judged(seal);

        expect(
          { result, time: time.status, isInForce: inForceAsOf !== null },
          `${seal.id}: ${JSON.stringify(checks, null, 1)}`,
        ).toEqual({
          result: seal.result,
          time: seal.isStamped ? 'PROVEN' : 'NOT_PROVEN',
          // 0.0.1 signs no statement that a seal is in force.
          isInForce: seal.result === 'SAME_BYTES' && sealedBy !== '0.0.1',
        });
      }
    });

    test('for no other bytes, and as in force only on the day of its status list', async () => {
      const seal = seals.find(({ result }) => result === 'SAME_BYTES')!;
      const nextWeek = new Date(Date.parse(proofsOf(sealedBy).at) + 7 * 24 * 3600_000);

      const other = await judged(seal, { artifact: undefined, text: 'Another text.' });
      const later = await judged(seal, { now: nextWeek });

      expect(other.result).toBe('DIFFERENT');
      expect(later).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: null });
    });

    test('and finds its exports clean', async () => {
      const { at, trust, exports } = proofsOf(sealedBy);
      expect(Object.keys(exports)).toHaveLength(sealedBy === '0.0.1' ? 0 : 3);
      for (const [path, lines] of Object.entries(exports)) {
        const options = { trust: verifier().parseTrust(trust), now: new Date(at) };

        const report = await verifier().auditExport(lines.trimEnd().split('\n'), options);

        expect(report.faults, path).toEqual([]);
      }
    });
  });
});

describe.each(VERIFIER_RELEASES)('the verifier of %s reads what this version signs', (release) => {
  const issuer = new SealingHouse({ witnesses: [witnessSigner('witness.example.net')] });
  const newMembers = NEW_MEMBERS[release]!;
  const salt = new Uint8Array(32).fill(7);
  const known = (payload: Uint8Array) =>
    changedStatement(payload, (statement) => {
      for (const path of newMembers) {
        const names = path.split('.');
        const last = names.pop()!;
        const part = names.reduce<Record<string, unknown> | undefined>(
          (inner, name) => inner?.[name] as Record<string, unknown> | undefined,
          statement,
        );
        if (part) delete part[last];
      }
    });
  const trust = () => verifiers.get(release)!.parseTrust(formatTrust(issuer.trust()));

  test('in a seal with every member', async () => {
    const { verifySeal } = verifiers.get(release)!;
    const text = 'Grüße,\nhow much is it?\n';
    const { bundle } = await issuer.seal({ text, salt, predicate: WHOLE_SEAL });
    const whole = { bundle: formatBundle(bundle), trust: trust(), text, salt, now: NOW };

    const withoutNew = await verifySeal({
      ...whole,
      bundle: formatBundle(await issuer.signed(known(bundle.envelope.payload))),
    });
    const verdict = await verifySeal(whole);

    expect(withoutNew.result).toBe('SAME_BYTES');
    expect(withoutNew.statement?.unknownMembers).toBeUndefined();
    const isRefused = STRICT.includes(release) && newMembers.length > 0;
    expect(verdict.result).toBe(isRefused ? 'INVALID' : 'SAME_BYTES');
    if (!isRefused) expect(verdict.statement?.unknownMembers?.paths ?? []).toEqual(newMembers);
  });

  test('in a status and a statement that a seal is in force', async () => {
    const { verifySeal } = verifiers.get(release)!;
    const sealed = await issuer.seal({ text: 'x', predicate: { sealId: WHOLE_STATUS.sealId } });
    const paeDigest = bytesToHex(paeDigestOf(sealed.bundle));
    const status = await issuer.signed(statusStatement(PUBLIC_URL, paeDigest, WHOLE_STATUS));
    const payload = standingStatement(PUBLIC_URL, paeDigest, WHOLE_STANDING);
    const signature = issuer.key.sign(preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload));
    const standing = JSON.stringify(formatStanding(payload, signature, issuer.key.id));
    const judged = (statuses: string[]) =>
      verifySeal({ bundle: formatBundle(sealed.bundle), trust: trust(), text: 'x', statuses, now: NOW });

    expect((await judged([formatBundle(status), standing])).result).toBe('SUPERSEDED');
    expect((await judged([standing])).inForceAsOf).toBe(NOW.toISOString());
  });

  test('in an export of decisions with its anchor', async () => {
    const approval = { approvalId: 'approval_1', sha256: 'cd'.repeat(32) };
    const decision = await issuer.signed(decisionStatement(PUBLIC_URL, approval, WHOLE_DECISION));
    const record = {
      id: WHOLE_DECISION.decisionId,
      approvalId: approval.approvalId,
      statement: new TextDecoder().decode(decision.envelope.payload),
    };
    const link = {
      seq: 1,
      kind: 'DECISION',
      subjectId: record.id,
      digest: documentDigest(record),
      previous: CHAIN_START,
      recordedAt: '2026-11-21T09:00:00.000Z',
    };
    const entry = { ...link, hash: chainHash(link) };
    const anchor = await issuer.signed(anchorStatement(PUBLIC_URL, entry.hash, WHOLE_ANCHOR));
    const header = { format: 'imprimatur.chain-export', version: 1, kind: 'DECISION', filter: {}, issuer: PUBLIC_URL };
    const json = (bundle: typeof anchor) => JSON.parse(formatBundle(bundle));
    const lines = [
      { type: 'header', ...header, exportedAt: '2026-11-21T10:00:00Z', first: 1 },
      { type: 'record', entry, record, erasable: {}, bundle: json(decision) },
      {
        type: 'trailer',
        entries: 1,
        records: 1,
        last: { seq: 1, hash: entry.hash },
        anchor: { seq: 1, hash: entry.hash, bundle: json(anchor) },
      },
    ];

    const report = await verifiers.get(release)!.auditExport(
      lines.map((line) => JSON.stringify(line)),
      { trust: trust(), now: NOW },
    );

    expect(report).toMatchObject({ isClean: true, faults: [], approvals: { APPROVED: 1 } });
  });

  test('in a trust file with everything in it', async () => {
    const { der } = await makeCertificate('TSA', { isAuthority: true });

    const parsed = verifiers.get(release)!.parseTrust(formatTrust(wholeTrust(issuer, der)));

    expect(parsed).toMatchObject({ sealKeys: [{ reason: 'lost' }], closedLogs: [{}], verifiers: [{}] });
  });
});
