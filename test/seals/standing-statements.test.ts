import { expect, test, vi } from 'vitest';
import { statusBundlesIn } from '../../src/proof/status-list.ts';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { type Api, startApi } from '../support/api.ts';
import { tamper } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { download, sealFile, sealText } from '../support/seals.ts';
import { TestWitness } from '../support/witness.ts';

async function verdictOf(api: Api, sealId: string, text: string, statusFile?: Buffer) {
  return verifySeal({
    bundle: await sealFile(api, sealId, 'seal.sigstore.json'),
    trust: parseTrust(await download(api, '/.well-known/imprimatur/trust.json')),
    artifact: Buffer.from(text, 'utf8'),
    statuses: statusBundlesIn(statusFile ?? (await sealFile(api, sealId, 'statuses.json'))),
  });
}

const REVOKE = 'mutation ($in: RevokeSealInput!) { revokeSeal(input: $in) { __typename } }';

test('the service signs as of when a seal is in force, and without that word it is not shown', async () => {
  const api = await startApi({ works: false });
  const { seal } = await sealText(api, 'in force');
  const file = JSON.parse((await sealFile(api, seal.id, 'statuses.json')).toString());

  const shown = await verdictOf(api, seal.id, 'in force');
  const emptied = await verdictOf(api, seal.id, 'in force', Buffer.from('{"ok":true,"statuses":[]}'));

  expect(file).toMatchObject({ ok: true, statuses: [], standing: { payloadType: 'application/vnd.in-toto+json' } });
  expect(shown).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: expect.any(String) });
  expect(Date.now() - new Date(shown.inForceAsOf!).getTime()).toBeLessThan(60_000);
  expect(emptied).toMatchObject({ result: 'SAME_BYTES', inForceAsOf: null });
  expect(emptied.checks.at(-1)).toMatchObject({ name: 'status', status: 'not-checked' });
});

test('a list from which the revocation was taken is not good, and neither is an older one', async () => {
  const api = await startApi({ works: false });
  const { seal, ownerToken } = await sealText(api, 'to be revoked');
  const older = await sealFile(api, seal.id, 'statuses.json');
  await api.graphql(REVOKE, { variables: { in: { sealId: seal.id, reason: 'Wrong.', ownerToken } } });
  const whole = JSON.parse((await sealFile(api, seal.id, 'statuses.json')).toString());
  const without = Buffer.from(JSON.stringify({ ...whole, statuses: [] }));

  expect((await verdictOf(api, seal.id, 'to be revoked')).result).toBe('REVOKED');
  expect((await verdictOf(api, seal.id, 'to be revoked', without)).result).toBe('UNKNOWN');
  const byOlder = await verdictOf(api, seal.id, 'to be revoked', older);
  expect(byOlder.checks.at(-1)!.detail).toMatch(/^As of \d{4}-.* UTC the seal was neither/);
});

test('a revocation that was undone in the database is never signed away', async () => {
  const api = await startApi({ works: false });
  const { seal, ownerToken } = await sealText(api, 'to be revoked');
  await api.graphql(REVOKE, { variables: { in: { sealId: seal.id, reason: 'Wrong.', ownerToken } } });
  await tamper(
    `delete from seal_status where seal_id = '${seal.id}'; update seal set status = 'SEALED' where id = '${seal.id}'`,
    api.database,
  );

  const file = JSON.parse((await sealFile(api, seal.id, 'statuses.json')).toString());

  expect(file).toEqual({ ok: true, statuses: [] });
  expect(await verdictOf(api, seal.id, 'to be revoked')).toMatchObject({ inForceAsOf: null });
});

test('a revocation that no witness has cosigned yet counts from the moment it is answered', async () => {
  await using witness = await TestWitness.start();
  const api = await startApi({ env: { WITNESSES: witness.setting, WITNESS_QUORUM: '1' } });
  const { seal, ownerToken } = await sealText(api, 'watched');
  await vi.waitFor(async () => expect((await verdictOf(api, seal.id, 'watched')).result).toBe('SAME_BYTES'), {
    timeout: PATIENCE_MS,
    interval: 200,
  });
  await witness.go();

  await api.graphql(REVOKE, { variables: { in: { sealId: seal.id, reason: 'Wrong.', ownerToken } } });

  const verdict = await verdictOf(api, seal.id, 'watched');
  expect(verdict.result).toBe('REVOKED');
  expect(verdict.checks.at(-1)!.detail).toContain('Not enough witnesses have seen that yet.');
});
