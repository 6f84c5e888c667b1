import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../support/api.ts';
import { cloneDatabase } from '../../support/database.ts';
import { DataDir, startService, until } from '../../support/service-process.ts';
import { CHECK } from './support.ts';

/** Words of the brief and of the document, which no one else may read. */
const SECRETS = ['Zacharias', 'Quimby', 'vermilion', 'confession'];

test('nothing of a brief or a document is in the server log or in an error', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  using dataDir = new DataDir();
  await using service = await startService({
    dataDir,
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'trace' },
  });
  await service.ready();
  const graphql = async (query: string, variables: Json = {}): Promise<Json> =>
    (await service.json('/graphql', { as: 'operator', body: { query, variables } })).body;
  const { data } = await graphql(
    'mutation { createCase(input: { name: "Zacharias v Quimby" }) { ... on CreatedCase { case { id } } } }',
  );
  const caseId: string = data.createCase.case.id;
  const text = 'Zacharias told Quimby about the vermilion vault.';
  const uploaded = await graphql(
    `mutation ($input: UploadDocumentsInput!) { uploadDocuments(input: $input) {
       ... on UploadedDocuments { documents { document { id } } } } }`,
    { input: { caseId, files: [{ name: 'confession.txt', base64: Buffer.from(text).toString('base64') }] } },
  );
  const documentId: string = uploaded.data.uploadDocuments.documents[0].document.id;
  await until(async () => {
    const state = await graphql('query ($id: ID!) { document(id: $id) { latestVersion { state } } }', {
      id: documentId,
    });
    return state.data.document.latestVersion.state === 'READY';
  });
  const brief = '“Zacharias told Quimby about the vermilion vault”, “Zacharias told Quimby about the azure vault”';

  const checked = await graphql(CHECK, { input: { caseId, brief } });
  const errors = [
    await graphql(CHECK, { input: { caseId, brief: `${brief}\0` } }),
    await graphql(CHECK, { input: { caseId, brief: brief.repeat(25_000) } }),
    await graphql(CHECK, { input: { caseId, brief, base64: Buffer.from(brief).toString('base64') } }),
    await graphql(CHECK, { input: { caseId, base64: Buffer.from(`PK\x03\x04${brief}`).toString('base64') } }),
    (await service.json(`/api/cases/${caseId}/quotation-checks`, { as: 'operator', body: { brief: [brief] } })).body,
  ];

  expect(checked.data.checkQuotations.report.counts).toMatchObject({ verified: 1, altered: 1 });
  expect(service.stderr).toContain('/graphql');
  for (const secret of SECRETS) {
    expect(service.stderr + service.stdout).not.toContain(secret);
    for (const error of errors) expect(JSON.stringify(error)).not.toContain(secret);
  }
});
