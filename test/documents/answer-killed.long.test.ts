import { expect, test } from 'vitest';
import type { Json } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { DataDir, type ServiceProcess, startService, until } from '../support/service-process.ts';

const SENTENCE = 'The deposit of 4,200 euros is returned within six weeks after the keys are handed over.';
const QUESTION = 'When is the deposit returned after the keys are handed over?';

async function mutate(service: ServiceProcess, name: string, input: Json, fields: string): Promise<Json> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { result: ${name}(input: $input) { __typename ${fields} ... on Problem { message } } }`;
  const { body } = await service.json('/graphql', { as: 'operator', body: { query, variables: { input } } });
  return body.data.result;
}

test('a process that is killed while it answers from documents leaves no citation, and nothing is charged twice', async () => {
  const database = await cloneDatabase();
  using dataDir = new DataDir();
  const env = { DATABASE_URL: database.url, SANDBOX: 'true' };
  let token = '';
  let caseId = '';
  const ask = (service: ServiceProcess, key: string, stream: boolean) =>
    service.fetch('/v1/chat/completions', {
      as: { bearer: token },
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({
        model: 'case-scanning/fast-scan',
        stream,
        messages: [{ role: 'user', content: QUESTION }],
        imprimatur: { case_id: caseId },
      }),
    });
  {
    await using service = await startService({ env: { ...env, SANDBOX_TOKENS_PER_SECOND: '5' }, dataDir });
    await service.ready();
    const { customer } = await mutate(
      service,
      'createCustomer',
      { name: 'Killed', plan: 'BASE' },
      '... on CreatedCustomer { customer { id } }',
    );
    const issued = await mutate(
      service,
      'issueCustomerKey',
      { customerId: customer.id, name: 'key', caseAccess: 'READ' },
      '... on IssuedCustomerKey { token }',
    );
    token = issued.token;
    const created = await mutate(
      service,
      'createCase',
      { name: 'Killed', customerId: customer.id },
      '... on CreatedCase { case { id } }',
    );
    caseId = created.case.id;
    const base64 = Buffer.from(SENTENCE).toString('base64');
    await mutate(service, 'uploadDocuments', { caseId, files: [{ name: 'lease.txt', base64 }] }, '');
    await until(async () => {
      const rows = await database.query<Json>('select state from document_version');
      return rows[0]?.state === 'READY';
    });
    const response = await ask(service, 'killed', true);
    expect(response.status, await (response.ok ? '' : response.text())).toBe(200);
    await response.body!.getReader().read();
    service.kill('SIGKILL');
    await service.exited;
  }
  expect(await database.query('select from run_citations')).toEqual([]);
  await database.query(`update reservation set expires_at = now() - interval '1 second'`);

  await using service = await startService({ env: { ...env, SANDBOX_TOKENS_PER_SECOND: '0' }, dataDir });
  await service.ready();
  await until(async () => (await database.query('select from run')).length === 1);
  const again = await ask(service, 'killed', false);
  expect(again.status).toBe(409);
  expect(await database.query('select status, charged_micros from run')).toEqual([
    { status: 'ABORTED', charged_micros: null },
  ]);
  expect(await database.query('select from run_citations')).toEqual([]);

  const fresh = (await (await ask(service, 'another', false)).json()) as Json;
  expect(fresh.imprimatur.answer.outcome).toBe('supported');
  expect(fresh.choices[0].message.annotations[0].imprimatur.words).toBe(SENTENCE);
  expect(await database.query('select from run_citations')).toHaveLength(1);
  expect(await database.query('select from reservation where settled_at is null')).toEqual([]);
  await database.drop();
});
