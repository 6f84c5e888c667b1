import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { originalKey } from '../../src/documents/document-bytes.ts';
import { customerWithKey } from '../customers/graph.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { until } from '../support/service-process.ts';
import { caseOf, createCase, documentOf, ended, eraseCase, eraseDocument, updateCase, uploadFiles } from './support.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const OFFER = 'We offer 1,200 euros.\n\nThe offer ends on 3 March.';

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const isStored = (text: string) => existsSync(path.join(api.dataDir, 'blobs', originalKey(sha256(text))));

test('an uploaded text is read and can be read back', async () => {
  const { case: created } = await createCase(api, { name: ' Smith v Jones ' });
  expect(created).toMatchObject({ name: 'Smith v Jones', dataClass: 'HOSTED', canRead: true, documentCount: 0 });
  expect(created.members).toHaveLength(1);

  const uploaded = await uploadFiles(api, created.id, { 'letters/offer.txt': OFFER });

  expect(uploaded).toMatchObject({ newCount: 1, duplicateCount: 0, refusedCount: 0 });
  expect(uploaded.documents[0]).toMatchObject({ name: 'letters/offer.txt', outcome: 'ADDED' });
  const document = await ended(api, uploaded.documents[0].document.id);
  expect(document).toMatchObject({
    name: 'letters/offer.txt',
    currentVersion: {
      state: 'READY',
      number: 1,
      sha256: sha256(OFFER),
      textSha256: sha256(OFFER),
      mediaType: 'text/plain',
    },
    versions: [{ text: OFFER }],
  });
  expect(document.currentVersion.textLength).toBe(OFFER.length);
  expect(await caseOf(api, created.id)).toMatchObject({
    documentCount: 1,
    byteCount: OFFER.length,
    documents: { nodes: [{ id: document.id }] },
  });
});

test('equal bytes are found by their digest, and another text with a known name is a new version', async () => {
  const { case: created } = await createCase(api, {});
  const first = await uploadFiles(api, created.id, { 'a.txt': 'first text' });

  const again = await uploadFiles(api, created.id, { 'copy.txt': 'first text' });
  const changed = await uploadFiles(api, created.id, { 'a.txt': 'second text' });

  const { document } = first.documents[0];
  expect(again.documents[0]).toMatchObject({ outcome: 'DUPLICATE', document: { id: document.id } });
  expect(again).toMatchObject({ newCount: 0, duplicateCount: 1 });
  expect(changed.documents[0]).toMatchObject({ outcome: 'NEW_VERSION', document: { id: document.id } });
  expect(changed.documents[0].version.number).toBe(2);
  const read = await ended(api, document.id);
  expect(read.currentVersion.number).toBe(2);
  expect(read.versions.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
});

test('an upload is repeated once per idempotency key', async () => {
  const { case: created } = await createCase(api, {});
  const key = { idempotencyKey: 'upload-1' };

  const first = await uploadFiles(api, created.id, { 'a.txt': 'only once' }, 'operator', key);
  const again = await uploadFiles(api, created.id, { 'a.txt': 'only once' }, 'operator', key);
  const other = await uploadFiles(api, created.id, { 'a.txt': 'something else' }, 'operator', key);

  expect(first.alreadyIssued).toBe(false);
  expect(again).toMatchObject({ alreadyIssued: true, newCount: 0 });
  expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await caseOf(api, created.id)).documentCount).toBe(1);
});

test('a file that can’t be read is refused, and the version says why', async () => {
  const { case: created } = await createCase(api, {});

  const uploaded = await uploadFiles(api, created.id, { 'offer.rtf': '{\\rtf1 An offer}' });

  const { latestVersion, currentVersion } = await ended(api, uploaded.documents[0].document.id);
  expect(latestVersion).toMatchObject({ state: 'REFUSED', refusal: 'UNSUPPORTED_TYPE' });
  expect(latestVersion.refusalMessage).toMatch(/upload/);
  expect(currentVersion).toBeNull();
});

test('an erased document keeps its id and digests, and nothing else', async () => {
  const { case: created } = await createCase(api, {});
  const text = 'to be erased';
  const uploaded = await uploadFiles(api, created.id, { 'secret.txt': text });
  const { id } = await ended(api, uploaded.documents[0].document.id);
  expect(isStored(text)).toBe(true);

  const erased = await eraseDocument(api, id);

  expect(erased.document).toMatchObject({
    id,
    name: null,
    currentVersion: null,
    latestVersion: { state: 'ERASED', sha256: sha256(text), textSha256: sha256(text), textLength: text.length },
  });
  expect((await documentOf(api, id)).versions).toMatchObject([{ text: null }]);
  expect(isStored(text)).toBe(false);
  expect(await caseOf(api, created.id)).toMatchObject({ documentCount: 0, byteCount: 0, documents: { nodes: [] } });
});

test('bytes that two cases have stay until the last one is erased', async () => {
  const text = 'shared by two cases';
  const cases = await Promise.all([createCase(api, {}), createCase(api, {})]);
  for (const { case: one } of cases) {
    const uploaded = await uploadFiles(api, one.id, { 'a.txt': text });
    await ended(api, uploaded.documents[0].document.id);
  }

  const first = await eraseCase(api, cases[0]!.case.id);
  expect(first.case).toMatchObject({ name: null, documentCount: 0 });
  expect(first.case.erasedAt).not.toBeNull();
  expect(isStored(text)).toBe(true);
  await eraseCase(api, cases[1]!.case.id);

  expect(isStored(text)).toBe(false);
});

test('a document past the retention of its case is erased by maintenance', async () => {
  const { case: created } = await createCase(api, { retentionMonths: 1 });
  const uploaded = await uploadFiles(api, created.id, { 'old.txt': 'old', 'new.txt': 'new' });
  const [old, young] = uploaded.documents.map(({ document }: { document: { id: string } }) => document.id);
  await ended(api, old);
  await api.database.query(`update document set created_at = now() - interval '32 days' where id = $1`, [old]);

  await api.services.upkeep['documents past their retention']!(contextOn(api.services.platform.database));

  expect((await documentOf(api, old)).erasedAt).not.toBeNull();
  expect((await documentOf(api, young)).erasedAt).toBeNull();
});

test('a case is edited by one at a time', async () => {
  const { case: created } = await createCase(api, {});

  const renamed = await updateCase(api, { caseId: created.id, ifVersion: created.version, name: 'Renamed' });
  const late = await updateCase(api, { caseId: created.id, ifVersion: created.version, name: 'Late' });

  expect(renamed.case.name).toBe('Renamed');
  expect(late).toMatchObject({ __typename: 'CaseChanged', version: 2 });
});

test('a case has a maximum number of documents', async () => {
  const small = await startApi({ env: { DOCUMENTS_PER_CASE: '1' } });
  const { case: created } = await createCase(small, {});
  await uploadFiles(small, created.id, { 'a.txt': 'one' });

  const second = await uploadFiles(small, created.id, { 'b.txt': 'two' });

  expect(second).toMatchObject({ __typename: 'CaseConflict', code: 'CONFLICT' });
  expect((await caseOf(small, created.id)).documentCount).toBe(1);
});

test('the progress of a case is sent until its documents are read', async () => {
  const { as, customer } = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
  const { case: created } = await createCase(api, {}, as);
  expect(created.customerId).toBe(customer.id);
  const uploaded = await uploadFiles(api, created.id, { 'a.txt': 'one', 'b.txt': 'two' }, as);

  for (const { document } of uploaded.documents) await ended(api, document.id, as);

  await until(async () => (await caseOf(api, created.id, as)).documents.nodes.length === 2);
});

test('the bytes and the text of a document are downloaded as files, never shown', async () => {
  const { case: created } = await createCase(api, {});
  const page = '<script>alert(1)</script> §';
  const uploaded = await uploadFiles(api, created.id, { 'pages/“page”.html': page });
  const { id } = await ended(api, uploaded.documents[0].document.id);

  const original = await api.fetch(`/api/documents/${id}/original`, { as: 'operator' });
  const text = await api.fetch(`/api/documents/${id}/text`, { as: 'operator' });

  expect(await original.text()).toBe(page);
  expect(Object.fromEntries(original.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringMatching(
      /^attachment; filename=.*filename\*=UTF-8''%E2%80%9Cpage%E2%80%9D\.html/,
    ),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(await text.text()).toBe('§');
  expect(text.headers.get('content-disposition')).toMatch(/^attachment/);
  const stranger = await customerWithKey(api, { key: { caseAccess: 'READ' } });
  for (const path of [`/api/documents/${id}/original`, `/api/documents/${id}/text`]) {
    expect((await api.fetch(path, { as: stranger.as })).status).toBe(404);
    expect((await api.fetch(path)).status).toBe(401);
  }
});

test('a long text is read in parts', async () => {
  const { case: created } = await createCase(api, {});
  const long = Array.from({ length: 40_000 }, (_, at) => `w${at}`).join(' ');
  const uploaded = await uploadFiles(api, created.id, { 'long.txt': long });
  const { id } = await ended(api, uploaded.documents[0].document.id);

  const { data } = await api.graphql(
    'query ($id: ID!) { document(id: $id) { currentVersion { first: text part: text(start: 150000, length: 10) } } }',
    { as: 'operator', variables: { id } },
  );

  expect(data.document.currentVersion).toEqual({ first: long.slice(0, 100_000), part: long.slice(150_000, 150_010) });
});
