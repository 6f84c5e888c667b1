import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../customers/graph.ts';
import { ask, multipart } from '../rest/support.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { addMember, documentOf, ended } from './support.ts';

let api: Api;
let as: Credential;
beforeAll(async () => {
  api = await startApi();
  ({ as } = await customerWithKey(api, { key: { caseAccess: 'WRITE' } }));
});
afterAll(() => api.stop());

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}, by = as) =>
  api.json(path, { method, as: by, headers, ...(body && { body }) });

async function newCase(name = 'Smith v Jones'): Promise<string> {
  return (await send('POST', '/api/cases', { name })).body.case.id;
}

/** A form as browsers and curl send it: every file as a part with its path. */
function form(files: Record<string, string | Uint8Array>) {
  return multipart(
    Object.entries(files).map(([name, body]) => ({
      head: `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream`,
      body,
    })),
  );
}

async function upload(caseId: string, files: Record<string, string | Uint8Array>, key?: string, by = as) {
  const { headers, body } = form(files);
  const path = `/api/cases/${caseId}/documents`;
  const answer = await ask(api, {
    method: 'POST',
    path,
    as: by,
    body,
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
  });
  return { status: answer.status, headers: answer.headers, body: answer.json as Json };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

test('a case is created once per key, changed, found and erased', async () => {
  const key = { 'idempotency-key': 'one case' };
  const created = await send('POST', '/api/cases', { name: 'Doe v Roe', retentionMonths: 12 }, key);
  const again = await send('POST', '/api/cases', { name: 'Doe v Roe', retentionMonths: 12 }, key);
  const other = await send('POST', '/api/cases', { name: 'Another' }, key);
  const path = `/api/cases/${created.body.case.id}`;

  expect([created.status, again.status, other.status]).toEqual([201, 200, 422]);
  expect(created.headers.get('location')).toBe(path);
  expect(again.body.case.id).toBe(created.body.case.id);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');

  const changed = await send('PATCH', path, { dataClass: 'LOCAL_ONLY', retentionMonths: null, ifVersion: 1 });
  expect(changed.body.case).toMatchObject({ name: 'Doe v Roe', dataClass: 'LOCAL_ONLY', retentionMonths: null });
  const late = await send('PATCH', path, { name: 'Late', ifVersion: 1 });
  expect([late.status, late.body.code, late.body.version]).toEqual([409, 'CONFLICT', 2]);
  expect((await send('PATCH', path, { retentionMonths: 0 })).body.errors).toMatchObject([
    { pointer: '/retentionMonths' },
  ]);

  const found = await send('GET', '/api/cases?q=doe');
  expect(found.body.items.map(({ id }: Json) => id)).toEqual([created.body.case.id]);
  const erased = await send('DELETE', path);
  expect(erased.body.case).toMatchObject({ name: null, erasedAt: expect.any(String) });
  expect((await send('DELETE', path)).status).toBe(200);
  expect((await send('GET', '/api/cases?q=doe')).body.items).toEqual([]);
});

test('the header Link leads through all cases', async () => {
  const names = ['Paged 1', 'Paged 2', 'Paged 3'];
  for (const name of names) await newCase(name);

  const seen: string[] = [];
  for (let next: string | null = '/api/cases?q=paged&limit=2'; next; ) {
    const { body, headers } = await send('GET', next);
    seen.push(...body.items.map(({ name }: Json) => name));
    const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    next = link ? link.replace(api.url, '').replace(/^https?:\/\/[^/]+/, '') : null;
  }

  expect(seen).toEqual(names.toReversed());
});

test('a form’s files become documents with their paths, and are read', async () => {
  const caseId = await newCase();

  const uploaded = await upload(caseId, { 'briefe/Übergabe.txt': 'Die Schlüssel wurden übergeben.', 'b.md': '# B' });

  expect(uploaded.status).toBe(201);
  expect(uploaded.body).toMatchObject({
    fileCount: 2,
    newCount: 2,
    documents: [{ name: 'briefe/Übergabe.txt', outcome: 'ADDED' }, { name: 'b.md' }],
  });
  const { id } = uploaded.body.documents[0].document;
  await ended(api, id, as);
  const { body } = await send('GET', `/api/documents/${id}`);
  expect(body.document).toMatchObject({
    name: 'briefe/Übergabe.txt',
    currentVersion: { state: 'READY', textLength: 31 },
  });
  const text = await ask(api, { path: `/api/documents/${id}/text`, as });
  expect(text.text).toBe('Die Schlüssel wurden übergeben.');
  const listed = await send('GET', `/api/cases/${caseId}/documents?q=bergabe`);
  expect(listed.body.items.map((one: Json) => one.id)).toEqual([id]);
});

test('a form is added once per key, and the same bytes are found by their digest', async () => {
  const caseId = await newCase();

  const first = await upload(caseId, { 'a.txt': 'first' }, 'one form');
  const again = await upload(caseId, { 'a.txt': 'first' }, 'one form');
  const reused = await upload(caseId, { 'a.txt': 'other bytes' }, 'one form');
  const same = await upload(caseId, { 'copy.txt': 'first' });
  const next = await upload(caseId, { 'a.txt': 'second' });

  expect([first.status, again.status, reused.status, same.status, next.status]).toEqual([201, 200, 422, 200, 201]);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(same.body.documents).toMatchObject([
    { outcome: 'DUPLICATE', document: { id: first.body.documents[0].document.id } },
  ]);
  expect(next.body.documents[0].outcome).toBe('NEW_VERSION');
  const { id } = first.body.documents[0].document;
  const { body } = await send('GET', `/api/documents/${id}/versions`);
  expect(body.items.map(({ number }: Json) => number)).toEqual([2, 1]);
});

describe('an upload that can’t be added', () => {
  test.each<[string, object, number, string]>([
    ['without files', { files: [] }, 422, '/files'],
    ['without a name', { files: [{ name: ' / ', base64: base64('a') }] }, 422, '/files/0/name'],
    ['that isn’t base64', { files: [{ name: 'a.txt', base64: '*' }] }, 400, '/files/0/base64'],
    ['with an unknown member', { files: [{ name: 'a.txt', base64: 'YQ==', type: 'x' }] }, 400, '/files/0/type'],
  ])('says where the mistake is: one %s', async (_, body, status, pointer) => {
    const caseId = await newCase();

    const answer = await send('POST', `/api/cases/${caseId}/documents`, body);

    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body.errors)).toContain(pointer);
    expect((await send('GET', `/api/cases/${caseId}`)).body.case.documentCount).toBe(0);
  });

  test('adds nothing when a form has too many files, or other fields', async () => {
    const caseId = await newCase();
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.txt`, `text ${n}`]));
    const field = multipart([{ head: 'Content-Disposition: form-data; name="folder"', body: 'x' }]);

    const many = await upload(caseId, eleven);
    const other = await ask(api, { method: 'POST', path: `/api/cases/${caseId}/documents`, as, ...field });

    expect([many.status, other.status]).toEqual([400, 400]);
    expect((await send('GET', `/api/cases/${caseId}`)).body.case.documentCount).toBe(0);
  });
});

test('members are added and removed, and a document is erased', async () => {
  const caseId = await newCase();
  const agent = await agentOf(api, as);
  const { body } = await upload(caseId, { 'a.txt': 'to be erased' });
  const path = `/api/documents/${body.documents[0].document.id}`;

  expect((await send('GET', path, undefined, {}, agent.as)).status).toBe(404);
  const added = await send('POST', `/api/cases/${caseId}/members`, { member: agent.actor });
  expect(added.body.case.members).toMatchObject([{ member: agent.actor }]);
  expect((await send('GET', path, undefined, {}, agent.as)).status).toBe(200);
  expect((await send('DELETE', path, undefined, {}, agent.as)).body.code).toBe('FORBIDDEN');
  const removed = await send('DELETE', `/api/cases/${caseId}/members/${agent.actor}`);
  expect(removed.body.case.members).toEqual([]);
  expect((await send('GET', path, undefined, {}, agent.as)).status).toBe(404);

  expect((await send('DELETE', path)).body.document).toMatchObject({ name: null, currentVersion: null });
  expect((await send('DELETE', path)).status).toBe(200);
  expect((await ask(api, { path: `${path}/original`, as })).status).toBe(404);
});

describe('an agent that is a member', () => {
  test('adds documents, but no versions of what others added', async () => {
    const caseId = await newCase();
    const agent = await agentOf(api, as);
    await addMember(api, { caseId, member: agent.actor }, as);
    const { body } = await upload(caseId, { 'lease.txt': 'The lease ends on 3 March.' });
    const { id } = body.documents[0].document;
    await ended(api, id, as);

    const added = await upload(caseId, { 'notes.txt': 'Called the landlord.' }, undefined, agent.as);
    const forged = await upload(caseId, { 'lease.txt': 'The lease ends on 4 May.' }, undefined, agent.as);

    expect(added.body.documents).toMatchObject([{ outcome: 'ADDED' }]);
    expect([forged.status, forged.body.documents]).toMatchObject([
      200,
      [{ outcome: 'REFUSED', refusal: 'NAME_TAKEN', document: null }],
    ]);
    expect((await documentOf(api, id, as)).versions).toMatchObject([{ text: 'The lease ends on 3 March.' }]);
  });

  test('can’t replace a document by an attachment with its path', async () => {
    const caseId = await newCase();
    const agent = await agentOf(api, as);
    await addMember(api, { caseId, member: agent.actor }, as);
    const { body } = await upload(caseId, { 'letters/lease.txt': 'The lease ends on 3 March.' });
    const { id } = body.documents[0].document;
    await ended(api, id, as);
    const mail = [
      'From: a@example.org',
      'To: b@example.org',
      'Subject: Lease',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'See attachment.',
      '--x',
      'Content-Type: text/plain; name=lease.txt',
      'Content-Disposition: attachment; filename=lease.txt',
      '',
      'The lease ends on 4 May.',
      '--x--',
      '',
    ].join('\r\n');

    const sent = await upload(caseId, { letters: mail }, undefined, agent.as);
    const email = await ended(api, sent.body.documents[0].document.id, as);

    expect(email.latestVersion.state).toBe('READY');
    expect((await documentOf(api, id, as)).versions).toMatchObject([{ text: 'The lease ends on 3 March.' }]);
    const { body: listed } = await send('GET', `/api/cases/${caseId}/documents?parentId=${email.id}`);
    expect(listed.items.map(({ name }: Json) => name)).toEqual([`letters/${email.id}/lease.txt`]);
  });
});
