import { afterAll, expect, test } from 'vitest';
import { checkCitationFile, parseCitationFile } from '../../../src/quotations/index.ts';
import { startApi } from '../../support/api.ts';
import { holdAnswersOf } from '../../support/gated-task.ts';
import { signedIn } from '../../support/people.ts';
import { caseWithLease, LEASE, verdictOf } from './support.ts';

const api = await startApi({ env: { LOG_LEVEL: 'error' } });
afterAll(() => api.stop());

const TASK = 'case-scanning/wide-window';

test('the citations of a held answer are sealed when it is released, and no earlier', async () => {
  await holdAnswersOf(api, TASK);
  const { as, caseId } = await caseWithLease(api);
  const held = await api.json('/v1/chat/completions', {
    as,
    body: {
      model: TASK,
      messages: [{ role: 'user', content: 'When is the deposit returned?' }],
      imprimatur: { case_id: caseId },
    },
  });
  expect([held.status, held.body.error.code]).toEqual([403, 'held_for_approval']);
  const runId = held.headers.get('x-imprimatur-run-id');
  const release = () => api.json(`/v1/runs/${runId}`, { as, headers: { 'x-imprimatur-seal': 'true' } });
  expect((await release()).status).toBe(403);
  expect(await api.database.query('select from seal where run_id = $1', [runId])).toEqual([]);
  const approver = (await signedIn(api, { roles: ['APPROVER'] })).as;
  const { data: found } = await api.graphql('query ($id: ID!) { approval(id: $id) { id sha256 } }', {
    as: approver,
    variables: { id: held.body.error.approval.id },
  });
  const { data } = await api.graphql(
    'mutation ($input: ApproveInput!) { approve(input: $input) { __typename ... on Problem { message } } }',
    { as: approver, variables: { input: { approvalId: found.approval.id, sha256: found.approval.sha256 } } },
  );
  expect(data.approve).toEqual({ __typename: 'ApprovedRequest' });

  const [first, again] = [await release(), await release()];

  expect(first.status).toBe(200);
  const { seal, citations_seal: citationsSeal } = first.body.imprimatur;
  expect(again.body.imprimatur).toMatchObject({ seal: { id: seal.id }, citations_seal: { id: citationsSeal.id } });
  const { data: read } = await api.graphql('query ($id: ID!) { seal(id: $id) { citationFile } }', {
    as,
    variables: { id: citationsSeal.id },
  });
  const bytes = Buffer.from(read.seal.citationFile);
  expect((await verdictOf(api, citationsSeal.id, bytes)).result).toBe('SAME_BYTES');
  const quoting = first.body.choices[0].message.content;
  expect(checkCitationFile(parseCitationFile(bytes), { texts: [LEASE], quoting }).isProven).toBe(true);
});
