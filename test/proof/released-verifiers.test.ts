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
import { NEW_MEMBERS, STRICT_RELEASES, type StatementKind } from '../upgrades/support/new-members.ts';
import { KEPT_RELEASES } from '../upgrades/support/restore.ts';
import {
  WHOLE_ANCHOR,
  WHOLE_DECISION,
  WHOLE_SEAL,
  WHOLE_STANDING,
  WHOLE_STATUS,
  wholeTrust,
} from './whole-statements.ts';

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
  const isStrict = STRICT_RELEASES.includes(release);
  const salt = new Uint8Array(32).fill(7);
  const newIn = (kind: StatementKind) => NEW_MEMBERS[release]![kind] ?? [];
  /** The bundle of a statement, and one without the members that this verifier doesn't know. */
  const signedBoth = async (kind: StatementKind, payload: Uint8Array) => {
    const known = changedStatement(payload, (statement) => {
      for (const path of newIn(kind)) deleteMember(statement, path.split('.'));
    });
    return { whole: formatBundle(await issuer.signed(payload)), known: formatBundle(await issuer.signed(known)) };
  };
  const trust = () => verifiers.get(release)!.parseTrust(formatTrust(issuer.trust()));

  test('in a seal with every member', async () => {
    const text = 'Grüße,\nhow much is it?\n';
    const { bundle } = await issuer.seal({ text, salt, predicate: WHOLE_SEAL });
    const { whole, known } = await signedBoth('seal', bundle.envelope.payload);
    const judged = (source: string) =>
      verifiers.get(release)!.verifySeal({ bundle: source, trust: trust(), text, salt, now: NOW });

    const [ofKnown, ofWhole] = [await judged(known), await judged(whole)];

    expect(ofKnown).toMatchObject({ result: 'SAME_BYTES' });
    expect(ofKnown.statement?.unknownMembers).toBeUndefined();
    const isRefused = isStrict && newIn('seal').length > 0;
    expect(ofWhole.result).toBe(isRefused ? 'INVALID' : 'SAME_BYTES');
    if (!isRefused) expect(ofWhole.statement?.unknownMembers?.paths ?? []).toEqual(newIn('seal'));
  });

  test('in a status and a statement that a seal is in force', async () => {
    const sealed = await issuer.seal({ text: 'x', predicate: { sealId: WHOLE_STATUS.sealId } });
    const paeDigest = bytesToHex(paeDigestOf(sealed.bundle));
    const { whole: status } = await signedBoth('status', statusStatement(PUBLIC_URL, paeDigest, WHOLE_STATUS));
    const payload = standingStatement(PUBLIC_URL, paeDigest, WHOLE_STANDING);
    const signature = issuer.key.sign(preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload));
    const standing = JSON.stringify(formatStanding(payload, signature, issuer.key.id));
    const judged = (statuses: string[]) =>
      verifiers.get(release)!.verifySeal({
        bundle: formatBundle(sealed.bundle),
        trust: trust(),
        text: 'x',
        statuses,
        now: NOW,
      });

    // A new member here would leave a strict verifier in doubt about every seal.
    expect([newIn('status'), newIn('standing')]).toEqual([[], []]);
    expect((await judged([status, standing])).result).toBe('SUPERSEDED');
    expect((await judged([standing])).inForceAsOf).toBe(NOW.toISOString());
  });

  test('in an export of decisions with its anchor', async () => {
    const approval = { approvalId: 'approval_1', sha256: 'cd'.repeat(32) };
    const payload = decisionStatement(PUBLIC_URL, approval, WHOLE_DECISION);
    const audited = async (as: 'known' | 'whole') => {
      const decision = JSON.parse((await signedBoth('decision', payload))[as]);
      const record = {
        id: WHOLE_DECISION.decisionId,
        approvalId: approval.approvalId,
        statement: Buffer.from(decision.dsseEnvelope.payload, 'base64').toString(),
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
      const anchor = await signedBoth('anchor', anchorStatement(PUBLIC_URL, entry.hash, WHOLE_ANCHOR));
      const last = { seq: 1, hash: entry.hash };
      const lines = [
        {
          type: 'header',
          format: 'imprimatur.chain-export',
          version: 1,
          kind: 'DECISION',
          filter: {},
          exportedAt: '2026-11-21T10:00:00Z',
          issuer: PUBLIC_URL,
          first: 1,
        },
        { type: 'record', entry, record, erasable: {}, bundle: decision },
        { type: 'trailer', entries: 1, records: 1, last, anchor: { ...last, bundle: JSON.parse(anchor[as]) } },
      ];
      return verifiers.get(release)!.auditExport(
        lines.map((line) => JSON.stringify(line)),
        { trust: trust(), now: NOW },
      );
    };

    const [ofKnown, ofWhole] = [await audited('known'), await audited('whole')];

    expect(ofKnown).toMatchObject({ isClean: true, faults: [], approvals: { APPROVED: 1 } });
    const isRefused = isStrict && [...newIn('decision'), ...newIn('anchor')].length > 0;
    expect(ofWhole.isClean).toBe(!isRefused);
    for (const { reason } of ofWhole.faults) expect(reason).toMatch(/ is not a (known field|field known)/);
  });

  test('in a trust file with everything in it', async () => {
    const { der } = await makeCertificate('TSA', { isAuthority: true });

    const parsed = verifiers.get(release)!.parseTrust(formatTrust(wholeTrust(issuer, der)));

    expect(parsed).toMatchObject({ sealKeys: [{ reason: 'lost' }], closedLogs: [{}], verifiers: [{}] });
  });
});

function deleteMember(json: object, [name, ...inner]: string[]): void {
  const part = json as Record<string, object>;
  if (inner.length === 0) delete part[name!];
  else if (part[name!]) deleteMember(part[name!]!, inner);
}
