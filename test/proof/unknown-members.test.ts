import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { decisionStatement } from '../../src/proof/approval-decision.ts';
import { auditExport } from '../../src/proof/audit-export.ts';
import { formatBundle, paeDigestOf } from '../../src/proof/bundle.ts';
import { encodeBase64 } from '../../src/proof/bytes.ts';
import { CHAIN_START, chainHash } from '../../src/proof/chain.ts';
import { anchorStatement } from '../../src/proof/chain-anchor.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { preAuthenticationEncoding } from '../../src/proof/dsse.ts';
import type { ExportReport } from '../../src/proof/export-report.ts';
import { formatStanding } from '../../src/proof/standing-envelope.ts';
import {
  parseSealStatement,
  type SealPredicate,
  STATEMENT_MEDIA_TYPE,
  sealStatement,
  standingStatement,
  statusStatement,
} from '../../src/proof/statement.ts';
import { verifyInstructions } from '../../src/proof/verify-instructions.ts';
import type { Json } from '../support/api.ts';
import { changedStatement, type StatementJson } from '../support/changed-statement.ts';
import { NOW, PUBLIC_URL } from '../support/seal-fixture.ts';
import { check, sealedText, TEXT } from './sealed-text.ts';

const { house, sealed, judge } = await sealedText();

type Change = (statement: StatementJson) => void;

/** The seal with a changed statement, signed by the house and in its log. */
const sealedWith = (change: Change) => house.signed(changedStatement(sealed.bundle.envelope.payload, change));
const pathsOf = async (change: Change) =>
  (await judge(await sealedWith(change))).statement?.unknownMembers?.paths ?? null;

describe('a member of a sealed statement that this version does not know', () => {
  test('is named, wherever it is, and changes nothing else', async () => {
    const whole = await house.seal({
      text: TEXT,
      predicate: {
        producer: { kind: 'gateway' },
        disclaimer: {
          id: 'd',
          version: '2',
          sha256: sealed.bundle.envelope.payload.length.toString(16).padStart(64, '0'),
          language: 'en',
          ackedAt: '2026-11-21T08:59:00Z',
        },
        supersedes: { sealId: 'seal_0', leafHash: '0'.repeat(64) },
      },
    });
    const payload = changedStatement(whole.bundle.envelope.payload, (statement) => {
      const { subject, predicate } = statement;
      for (const part of [
        statement,
        subject[0],
        subject[0].digest,
        predicate,
        ...['issuer', 'producer', 'disclaimer', 'supersedes', 'normalizedDigest'].map((name) => predicate[name]),
      ]) {
        part.region = { country: 'fr' };
      }
    });

    const verdict = await judge(await house.signed(payload), { statuses: [] });

    expect(verdict).toMatchObject({
      result: 'SAME_BYTES',
      answer: 'REVOCATION_NOT_CHECKED',
      statement: { predicate: whole.predicate },
    });
    expect(verdict.statement?.unknownMembers).toEqual({
      paths: [
        'subject[0].digest.region',
        'subject[0].region',
        'predicate.issuer.region',
        'predicate.normalizedDigest.region',
        'predicate.producer.region',
        'predicate.disclaimer.region',
        'predicate.supersedes.region',
        'predicate.region',
        'region',
      ],
      hasMore: false,
    });
  });

  test('is not there when every member is known', async () => {
    expect((await judge(sealed.bundle)).statement).not.toHaveProperty('unknownMembers');
  });

  test('is shown on one line, with what hides in its name, and no longer than a line', async () => {
    const paths = await pathsOf(({ predicate }) => {
      predicate['a\nb\u202ec\u200bd"'] = 1;
      predicate['\u001b[31m'.repeat(20)] = 1;
      predicate['y'.repeat(10_000)] = 1;
      predicate[`${'z'.repeat(89)}😀`] = 1;
    });

    expect(paths).toEqual([
      expect.stringMatching(/^predicate\.(U\+001B\[31m)+…$/),
      'predicate.aU+000AbU+202EcU+200Bd"',
      `predicate.${'y'.repeat(90)}…`,
      expect.stringMatching(/^predicate\.z{89}\ufffd…$/),
    ]);
    for (const path of paths!) expect(path.length).toBeLessThanOrEqual(102);
  });

  test('is one of at most ten that are named', async () => {
    const { statement } = await judge(
      await sealedWith(({ predicate }) => {
        for (let n = 0; n < 5_000; n++) predicate[`extra${n}`] = n;
      }),
    );

    expect(statement?.unknownMembers?.paths).toHaveLength(10);
    expect(statement?.unknownMembers?.hasMore).toBe(true);
  });

  test('stands in the instructions on paper, in one line', async () => {
    const bundle = await sealedWith(({ predicate }) => {
      predicate['reviewedBy\n$ rm -rf /'] = 'Ada';
    });

    const text = verifyInstructions(bundle, house.trust(), { stampedAt: null });

    expect(text).toContain(
      'This verifier doesn’t know these members of the statement: "predicate.reviewedByU+000A$ rm -rf /". They don’t change the result.',
    );
    expect(text).not.toMatch(/^\$ rm/m);
  });

  test('is never signed by this version', () => {
    const { bundle, predicate } = sealed;
    const subject = parseSealStatement(bundle.envelope.payload).subject[0];
    const misspelt = { ...predicate, aiGenrated: true } as SealPredicate;

    expect(() => sealStatement(PUBLIC_URL, subject, misspelt)).toThrow(/unknown member, predicate\.aiGenrated/);
  });
});

describe('a member that this version knows', () => {
  test.each<[string, Change]>([
    ['of another type', ({ predicate }) => (predicate.byteLength = '4')],
    ['of another value', ({ predicate }) => (predicate.canonicalization = 'jcs')],
    ['that is false where only true is allowed', ({ predicate }) => (predicate.private = false)],
    ['that is missing', ({ predicate }) => delete predicate.issuer],
    ['in a part, of another type', ({ predicate }) => (predicate.producer = { kind: 1, region: 'fr' })],
    ['beside an unknown one', ({ predicate }) => Object.assign(predicate, { aiGenerated: 'yes', region: 'fr' })],
  ])('%s makes the seal invalid as before', async (_, change) => {
    expect((await judge(await sealedWith(change))).result).toBe('INVALID');
  });

  test('makes it invalid if it is given twice', async () => {
    const json = new TextDecoder().decode(sealed.bundle.envelope.payload);
    const twice = json.replace('"byteLength"', '"region":1,"region":2,"byteLength"');

    expect((await judge(await house.signed(new TextEncoder().encode(twice)))).result).toBe('INVALID');
  });
});

describe('another version of a predicate', () => {
  const versioned =
    (version: string): Change =>
    (statement) => {
      statement.predicateType = statement.predicateType.replace(/v1$/, version);
      statement.predicate = { entirely: 'different' };
    };

  test('is not verified, and the sentence says that the verifier is too old', async () => {
    const verdict = await judge(await sealedWith(versioned('v2')));

    expect(verdict).toMatchObject({ result: 'UNKNOWN', answer: 'NOT_VERIFIED', statement: null });
    expect(verdict.summary).toBe(
      'This seal can’t be verified here. The sealed statement has version v2 of its kind, which this verifier doesn’t know. Use a newer verifier.',
    );
    expect(check(verdict, 'signature').status).toBe('passed');
  });

  test('is invalid if its signature is', async () => {
    const { envelope, ...rest } = await sealedWith(versioned('v2'));
    const sig = house.key.sign(Uint8Array.of(1));

    const verdict = await judge({ ...rest, envelope: { ...envelope, signatures: [{ sig }] } });

    expect(verdict.result).toBe('INVALID');
  });

  test('of another kind is no seal', async () => {
    const ofOther = await judge(
      await sealedWith((statement) => {
        statement.predicateType = 'https://slsa.dev/provenance/v1';
      }),
    );

    expect(ofOther).toMatchObject({ result: 'INVALID', answer: 'NOT_VERIFIED' });
    expect(ofOther.summary).toContain('of another kind');
  });
});

describe('a statement about the status of a seal', () => {
  const paeDigest = bytesToHex(paeDigestOf(sealed.bundle));
  const { sealId } = sealed.predicate;
  const inForce = standingStatement(PUBLIC_URL, paeDigest, { sealId, standing: 'IN_FORCE', asOf: NOW.toISOString() });
  const revoked = statusStatement(PUBLIC_URL, paeDigest, {
    statusId: 'status_1',
    nonce: encodeBase64(new Uint8Array(32)),
    sealId,
    status: 'REVOKED',
    reason: 'Wrong.',
    claimedAt: NOW.toISOString(),
  });
  const standingWith = (change: Change) => {
    const payload = changedStatement(inForce, change);
    const signature = house.key.sign(preAuthenticationEncoding(STATEMENT_MEDIA_TYPE, payload));
    return JSON.stringify(formatStanding(payload, signature, house.key.id));
  };
  const revokedWith = async (change: Change) => formatBundle(await house.signed(changedStatement(revoked, change)));
  const addRegion: Change = ({ predicate }) => (predicate.region = 'fr');
  const named =
    'This verifier doesn’t know these members of the status statement: "predicate.region". They don’t change the result.';

  test('counts with an unknown member, which is named', async () => {
    const good = await judge(sealed.bundle, { statuses: [standingWith(addRegion)] });
    const bad = await judge(sealed.bundle, { statuses: [await revokedWith(addRegion)] });

    expect(good).toMatchObject({ answer: 'VERIFIED', inForceAsOf: NOW.toISOString() });
    expect(check(good, 'status').detail).toContain(named);
    expect(bad).toMatchObject({ result: 'REVOKED', answer: 'NOT_VERIFIED' });
    expect(check(bad, 'status').detail).toContain(named);
  });

  test.each<[string, () => string | Promise<string>]>([
    ['of another version', () => revokedWith((statement) => (statement.predicateType += '0'))],
    ['with an unknown status', () => revokedWith(({ predicate }) => (predicate.status = 'SUSPENDED'))],
    ['with an unknown standing', () => standingWith(({ predicate }) => (predicate.standing = 'SUSPENDED'))],
  ])('%s may be a revocation, so nothing is verified with it', async (_, make) => {
    for (const others of [[], [standingWith(() => {})]]) {
      const verdict = await judge(sealed.bundle, { statuses: [await make(), ...others] });

      expect(verdict).toMatchObject({ result: 'UNKNOWN', answer: 'NOT_VERIFIED', inForceAsOf: null });
      expect(verdict.summary).toContain('One statement is signed by a trusted seal key, but unreadable');
    }
  });
});

describe('an export', () => {
  const record = { id: 'run_1', model: 'm', commitments: {} };
  const link = {
    seq: 1,
    kind: 'RUN',
    subjectId: 'run_1',
    digest: documentDigest(record),
    previous: CHAIN_START,
    recordedAt: '2026-11-21T09:00:00.000Z',
  };
  const entry = { ...link, hash: chainHash(link) };
  const anchor = anchorStatement(PUBLIC_URL, entry.hash, {
    anchorId: 'anchor_1',
    seq: 1,
    claimedAt: '2026-11-21T09:00:00Z',
  });

  type Lines = { header: Json; record: Json; trailer: Json };

  async function audited(change: (lines: Lines) => void, payload = anchor): Promise<ExportReport> {
    const bundle = JSON.parse(formatBundle(await house.signed(payload)));
    const lines: Lines = {
      header: {
        type: 'header',
        format: 'imprimatur.chain-export',
        version: 1,
        kind: 'RUN',
        filter: {},
        exportedAt: '2026-11-21T10:00:00.000Z',
        issuer: PUBLIC_URL,
        first: 1,
      },
      record: { type: 'record', entry: { ...entry }, record, erasable: {} },
      trailer: {
        type: 'trailer',
        entries: 1,
        records: 1,
        last: { seq: 1, hash: entry.hash },
        anchor: { seq: 1, hash: entry.hash, bundle },
      },
    };
    change(lines);
    const source = [lines.header, lines.record, lines.trailer].map((line) => JSON.stringify(line));
    return auditExport(source, { trust: house.trust(), now: NOW });
  }

  test('is clean with unknown members in its lines, which are named once', async () => {
    const report = await audited(({ header, record, trailer }) => {
      for (const line of [header, record, trailer]) line['region\u202e'] = 'fr';
    });

    expect(report).toMatchObject({ isClean: true, faults: [] });
    expect(report.notes).toContain(
      'This verifier doesn’t know these members of the export’s lines: "regionU+202E". They don’t change the result.',
    );
  });

  test('is clean with an anchor that has unknown members, and named', async () => {
    const payload = changedStatement(anchor, ({ predicate }) => (predicate.region = 'fr'));

    const report = await audited(() => {}, payload);

    expect(report).toMatchObject({ isClean: true });
    expect(report.notes.join()).toContain('members of the anchor’s statement: "predicate.region"');
  });

  test('is not clean with an anchor of another version, which is no sign of a forgery', async () => {
    const payload = changedStatement(anchor, (statement) => (statement.predicateType += '0'));

    expect((await audited(() => {}, payload)).faults).toEqual([
      expect.objectContaining({ fault: 'ANCHOR_UNKNOWN', reason: expect.stringContaining('Use a newer verifier') }),
    ]);
  });

  test.each<[string, (lines: Lines) => void]>([
    ['an entry, which its hash would not cover', ({ record }) => (record.entry.region = 'fr')],
    ['the last entry', ({ trailer }) => (trailer.last.region = 'fr')],
    ['the anchor', ({ trailer }) => (trailer.anchor.region = 'fr')],
    ['the anchor’s bundle', ({ trailer }) => (trailer.anchor.bundle.region = 'fr')],
  ])('is refused with an unknown member in %s', async (_, change) => {
    const report = await audited(change);

    expect(report.isClean).toBe(false);
    expect(report.faults.map(({ reason }) => reason).join()).toContain('region is not a known field');
  });
});

test('a sealed decision counts with an unknown member, which is named once for all decisions', async () => {
  const record = (n: number, statement: Uint8Array) => ({
    id: `decision_${n}`,
    approvalId: 'approval_1',
    statement: new TextDecoder().decode(statement),
  });
  const statement = (n: number) =>
    changedStatement(
      decisionStatement(
        PUBLIC_URL,
        { approvalId: 'approval_1', sha256: '0'.repeat(64) },
        {
          decisionId: `decision_${n}`,
          nonce: encodeBase64(new Uint8Array(32)),
          request: {
            subjectKind: 'RUN',
            subjectId: 'run_1',
            askedBy: 'agent:a',
            barred: [],
            quorum: 2,
            askedAt: '2026-11-21T08:00:00Z',
            expiresAt: '2026-11-22T08:00:00Z',
          },
          verdict: 'APPROVE',
          position: n,
          approver: { actor: `operator:op_${n}` },
          decidedAt: '2026-11-21T08:30:00Z',
          claimedAt: '2026-11-21T08:30:00Z',
        },
      ),
      ({ predicate }) => {
        predicate.device = 'phone';
        predicate.request.region = 'fr';
        predicate.approver.region = 'fr';
      },
    );
  let previous = CHAIN_START;
  const lines: object[] = [];
  for (const n of [1, 2]) {
    const payload = statement(n);
    const own = record(n, payload);
    const link = {
      seq: n,
      kind: 'DECISION',
      subjectId: own.id,
      digest: documentDigest(own),
      previous,
      recordedAt: '2026-11-21T09:00:00.000Z',
    };
    previous = chainHash(link);
    const bundle = JSON.parse(formatBundle(await house.signed(payload)));
    lines.push({ type: 'record', entry: { ...link, hash: previous }, record: own, erasable: {}, bundle });
  }
  const header = { format: 'imprimatur.chain-export', version: 1, kind: 'DECISION', filter: {}, issuer: PUBLIC_URL };
  const source = [
    { type: 'header', ...header, exportedAt: '2026-11-21T10:00:00Z', first: 1 },
    ...lines,
    { type: 'trailer', entries: 2, records: 2, last: { seq: 2, hash: previous }, anchor: null },
  ];

  const report = await auditExport(
    source.map((line) => JSON.stringify(line)),
    { trust: house.trust(), now: NOW },
  );

  expect(report).toMatchObject({ faults: [], approvals: { APPROVED: 1, REJECTED: 0, UNDECIDED: 0 } });
  expect(report.notes.filter((note) => note.includes('doesn’t know'))).toEqual([
    'This verifier doesn’t know these members of the decisions: "predicate.request.region", "predicate.approver.region", "predicate.device". They don’t change the result.',
  ]);
});
