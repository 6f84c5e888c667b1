import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOffice } from '../approvals/support.ts';
import { settled } from '../rest/support.ts';
import type { Api, Json } from '../support/api.ts';
import { download, sealText } from '../support/seals.ts';
import { type ReleasedVerifier, releasedVerifier, VERIFIER_RELEASES } from '../upgrades/support/kept-proofs.ts';
import { NEW_MEMBERS, STRICT_RELEASES } from '../upgrades/support/new-members.ts';
import { ask, caseWithLease, sealVersion } from './citations/support.ts';

const SEAL_ASSET = 'mutation ($id: ID!) { sealAsset(input: { assetId: $id }) { ... on SealedAsset { seal { id } } } }';
const REVOKE = 'mutation ($in: RevokeSealInput!) { revokeSeal(input: $in) { ... on RevokedSeal { seal { status } } } }';
const TEXT = 'Grüße,\n\nforty chairs for 4 200 EUR, before Christmas.\n';

/** A seal by the service of this version: the sealed bytes, and what it is. */
interface Made {
  id: string;
  artifact: Uint8Array;
  salt?: Uint8Array;
  result: string;
}

let api: Api;
const made = new Map<string, Made>();
beforeAll(async () => {
  const office = await startOffice();
  api = office;
  const bytes = new TextEncoder().encode(TEXT);
  const remember = (name: string, { seal, salt }: Json, more: Partial<Made> = {}) =>
    made.set(name, {
      id: seal.id,
      artifact: bytes,
      ...(salt && { salt: new Uint8Array(Buffer.from(salt, 'base64')) }),
      result: 'SAME_BYTES',
      ...more,
    });

  remember('a text', await sealText(api, TEXT));
  remember('a private text', await sealText(api, TEXT, { private: true }));
  const revoked = await sealText(api, TEXT);
  const { id: sealId } = revoked.seal;
  await api.graphql(REVOKE, { variables: { in: { sealId, ownerToken: revoked.ownerToken, reason: 'Wrong.' } } });
  remember('a revoked text', revoked, { result: 'REVOKED' });
  const first = await sealText(api, TEXT);
  const supersession = { supersedes: first.seal.id, supersedes_owner_token: first.ownerToken };
  remember('a superseding text', await sealText(api, TEXT, supersession));
  remember('a superseded text', first, { result: 'SUPERSEDED' });

  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#39a' } })
    .png()
    .toBuffer();
  const { body } = await api.json('/api/admin/image-bank', {
    as: 'operator',
    body: { title: 'Blue', imageBase64: picture.toString('base64') },
  });
  const { data } = await api.graphql(SEAL_ASSET, { as: 'operator', variables: { id: body.asset.id } });
  const stored = await download(api, new URL(body.asset.url).pathname);
  remember('a picture', data.sealAsset, { artifact: new Uint8Array(stored) });

  const run = await api.json('/v1/chat/completions', {
    as: 'integration',
    headers: { 'X-Imprimatur-Seal': 'true' },
    body: { model: 'human-phrasing/warm-tone', messages: [{ role: 'user', content: 'Write an offer.' }] },
  });
  const answer = new TextEncoder().encode(run.body.choices[0].message.content);
  remember('an answer of the gateway', { seal: { id: run.headers.get('x-imprimatur-seal-id') } }, { artifact: answer });

  const lease = await caseWithLease(api);
  const cited = await ask(api, lease, { seal: true });
  const ofVersion = await sealVersion(api, lease.version.id, lease.as);
  const fileOf = ({ citationFile }: Json) => ({ artifact: new TextEncoder().encode(citationFile) });
  remember('citations of an answer', { seal: cited.citationsSeal }, fileOf(cited.citationsSeal));
  remember('a document version', ofVersion, fileOf(ofVersion.seal));

  const ada = await office.person('op_ada', 'APPROVER');
  const held = await office.held('integration');
  const { sha256, displayHash } = await office.approval(held.approvalId);
  await office.decide('approve', ada, { id: held.approvalId, sha256, displayHash });
  await settled(office);
});
afterAll(() => api.stop());

describe.each(VERIFIER_RELEASES)('the verifier of %s', (release) => {
  let verifier: ReleasedVerifier;
  beforeAll(async () => {
    verifier = await releasedVerifier(release);
  });
  /** True if the only fault is that a strict verifier doesn't know a member of the anchor. */
  const isForNewAnchor = ({ fault, reason }: { fault: string; reason: string }) =>
    STRICT_RELEASES.includes(release) &&
    fault === 'ANCHOR_INVALID' &&
    NEW_MEMBERS[release]!.anchor!.some((path) => reason.includes(`${path} is not a `));
  const trust = async () => verifier.parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));

  test('verifies every kind of seal that this service makes, with its status list', async () => {
    expect([...made.keys()]).toHaveLength(9);
    for (const [name, { id, artifact, salt, result }] of made) {
      const verdict = await verifier.verifySeal({
        bundle: await download(api, `/v/${id}/seal.sigstore.json`),
        statuses: verifier.statusBundlesIn(await download(api, `/v/${id}/statuses.json`)),
        trust: await trust(),
        artifact,
        salt,
      });

      expect(verdict.result, `${name}: ${JSON.stringify(verdict.checks, null, 1)}`).toBe(result);
      expect(verdict.inForceAsOf !== null, name).toBe(result === 'SAME_BYTES');
      expect(verdict.statement?.unknownMembers, name).toBeUndefined();
    }
  });

  test.each(['runs', 'decisions', 'audit-trail'])('finds this service’s export of %s without a fault', async (kind) => {
    const response = await api.fetch(`/exports/${kind}.jsonl`, { as: 'operator' });
    const lines = (await response.text()).trimEnd().split('\n');

    const report = await verifier.auditExport(lines, { trust: await trust(), now: new Date() });

    expect(lines.length).toBeGreaterThan(2);
    expect(report.faults.filter((finding) => !isForNewAnchor(finding))).toEqual([]);
    if (kind === 'decisions') expect(report.approvals).toMatchObject({ APPROVED: 1 });
  });
});
