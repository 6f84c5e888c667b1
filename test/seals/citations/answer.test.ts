import { afterAll, expect, test } from 'vitest';
import { checkCitationFile, parseCitationFile, textDigest } from '../../../src/quotations/index.ts';
import { startApi } from '../../support/api.ts';
import { ask, caseWithLease, LEASE, pageOf, sealOf, sealRunOutput, verdictOf } from './support.ts';

const api = await startApi({ env: { LOG_LEVEL: 'error' } });
afterAll(() => api.stop());

test('an answer from documents is sealed with its citations and the versions it is from', async () => {
  const lease = await caseWithLease(api);

  const { answer, outcome, seal, citationsSeal, run } = await ask(api, lease, { seal: true });

  expect(outcome.warnings).toEqual([]);
  expect(citationsSeal).toMatchObject({ subject: 'CITATIONS' });
  expect(run).toEqual({ seal: { id: seal.id }, citationsSeal: { id: citationsSeal.id } });
  const bytes = Buffer.from(citationsSeal.citationFile);
  const verdict = await verdictOf(api, citationsSeal.id, bytes);
  expect(verdict.result).toBe('SAME_BYTES');
  expect(verdict.statement?.predicate.producer?.runId).toBe(outcome.runId);
  expect((await verdictOf(api, seal.id, Buffer.from(answer.text))).result).toBe('SAME_BYTES');
  const file = parseCitationFile(bytes);
  const { id, sha256, textSha256 } = lease.version;
  expect(file).toMatchObject({
    kind: 'ANSWER',
    runId: outcome.runId,
    outcome: answer.outcome,
    versions: [{ id, sha256, textSha256 }],
    text: { sha256: textDigest(answer.text), length: answer.text.length },
  });
  expect(file.claims).toEqual(answer.claims.map(({ start, end, isSupported }: never) => ({ start, end, isSupported })));
  expect(checkCitationFile(file, { texts: [LEASE], quoting: answer.text }).isProven).toBe(true);
});

test('words and names are neither in the file nor on the pages', async () => {
  const lease = await caseWithLease(api);
  const { seal, citationsSeal } = await ask(api, lease, { seal: true });

  const shown = [citationsSeal.citationFile, await pageOf(api, seal.id), await pageOf(api, citationsSeal.id)].join();

  expect(shown).not.toContain('secret-lease');
  expect(shown).not.toContain('deposit');
  expect((await sealOf(api, citationsSeal.id)).citationFile).toBeNull();
});

test('sealing later gives the same bytes, and again the same seals', async () => {
  const lease = await caseWithLease(api);
  const { answer, outcome, citationsSeal } = await ask(api, lease);
  expect(citationsSeal).toBeNull();
  const input = { runId: outcome.runId, text: answer.text };

  const later = await sealRunOutput(api, input, lease.as);
  const again = await sealRunOutput(api, input, lease.as);

  const file = parseCitationFile(Buffer.from(later.citationsSeal.citationFile));
  expect(checkCitationFile(file, { texts: [LEASE], quoting: answer.text }).isProven).toBe(true);
  expect(file.runId).toBe(outcome.runId);
  expect(again).toEqual(later);
});

test('citations that someone changed in the database aren’t sealed', async () => {
  const lease = await caseWithLease(api);
  const { answer, outcome } = await ask(api, lease);
  const { runId } = outcome;
  await api.database.query(
    `update run_citations set claims = jsonb_set(claims, '{0,citations,0,start}', '0') where run_id = $1`,
    [runId],
  );

  const { errors, code } = await sealRunOutput(api, { runId, text: answer.text }, lease.as);

  expect(code ?? errors[0].extensions.code).toBe('RECORD_CHANGED');
  expect(
    (await api.graphql(`{ node(id: "${runId}") { ... on Run { seal { id } } } }`, { as: lease.as })).data.node.seal,
  ).toBeNull();
});

test('/v1 returns the seal of the citations beside the seal of the text', async () => {
  const { as, caseId } = await caseWithLease(api);

  const { body } = await api.json('/v1/chat/completions', {
    as,
    headers: { 'X-Imprimatur-Seal': 'true' },
    body: {
      model: 'case-scanning/fast-scan',
      messages: [{ role: 'user', content: 'When is the deposit returned?' }],
      imprimatur: { case_id: caseId },
    },
  });

  const { seal, citations_seal } = body.imprimatur;
  expect(citations_seal.url).toBe(`${api.url}/v/${citations_seal.id}`);
  expect(citations_seal.id).not.toBe(seal.id);
  const { citationFile } = await sealOf(api, citations_seal.id, as);
  const quoting = body.choices[0].message.content;
  expect(checkCitationFile(parseCitationFile(Buffer.from(citationFile)), { texts: [LEASE], quoting }).isProven).toBe(
    true,
  );
});

test('a seal of another text has no citation file', async () => {
  const { body } = await api.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'The offer stands.', disclaimer_ack: true },
  });

  expect((await sealOf(api, body.seal.id, 'operator')).citationFile).toBeNull();
});
