import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backupFolder, killed, Machine } from '../backup/support.ts';
import { reportOf } from '../cli/integrity.ts';
import { filesOf } from '../rest/support.ts';
import { type Json, startApi } from '../support/api.ts';
import { type ServiceProcess, until } from '../support/service-process.ts';
import { createCase, ended, uploadFiles } from './support.ts';

const TEXT = 'The lease ends on 3 March.';

test('integrity names a document whose bytes or text are missing or damaged', async () => {
  const api = await startApi();
  try {
    const { case: created } = await createCase(api, {});
    const { documents } = await uploadFiles(api, created.id, { 'a.txt': TEXT, 'b.txt': 'Another lease.' });
    for (const { document } of documents) await ended(api, document.id);
    const versionIds: string[] = documents.map(({ version }: Json) => version.id);
    expect((await reportOf(api)).findings).toEqual([]);
    const rows = await api.database.query<Json>('select id, sha256, reading_sha256 from document_version order by id');
    const fileOf = (digest: string) => filesOf(api).find((file) => file.includes(digest))!;
    expect(rows.map(({ id }) => id)).toEqual(versionIds.toSorted());

    rmSync(fileOf(rows[0]!.sha256));
    writeFileSync(fileOf(rows[1]!.reading_sha256), 'damaged');
    const { code, findings } = await reportOf(api);

    expect(code).not.toBe(0);
    const named = findings.map(({ kind, rows: [row] }) => `${kind} ${row}`);
    expect(named.sort()).toEqual(
      [`BYTES_DAMAGED document version ${rows[1]!.id}`, `BYTES_MISSING document version ${rows[0]!.id}`].sort(),
    );
  } finally {
    await api.stop();
  }
});

test('a backup has the documents, which can be read and cited after it is restored', async () => {
  const place = backupFolder();
  const machine = new Machine({ LOG_LEVEL: 'debug' });
  const service = await machine.start();
  const caseId = (await admin(service, 'POST', '/api/cases', { name: 'Smith v Jones' })).case.id;
  const files = [{ name: 'a.txt', base64: Buffer.from(TEXT).toString('base64') }];
  const { documents } = await admin(service, 'POST', `/api/cases/${caseId}/documents`, { files });
  const documentId = documents[0].document.id;
  await until(async () => {
    const { document } = await admin(service, 'GET', `/api/documents/${documentId}`);
    return document.latestVersion.state === 'READY';
  });
  await machine.done(['backup', '--to', place]);
  await killed(service);

  machine.lose('postgres', 'postgres.json', 'blobs');
  await machine.done(['restore', '--from', place]);
  const again = await machine.start();

  for (const what of ['original', 'text']) {
    const answer = await again.fetch(`/api/documents/${documentId}/${what}`, { as: 'operator' });
    expect(await answer.text()).toBe(TEXT);
  }
  const { document } = await admin(again, 'GET', `/api/documents/${documentId}`);
  expect(document).toMatchObject({ name: 'a.txt', currentVersion: { state: 'READY' } });
  // Names and words of documents are in no line of the server log.
  for (const { stdout, stderr } of [service, again]) {
    expect(stdout + stderr).not.toMatch(/lease ends|Smith v Jones|a\.txt/);
  }
});

/** A request of the administrator to a running service, and the body of its answer. */
async function admin(service: ServiceProcess, method: string, path: string, body?: object): Promise<Json> {
  const answer = await service.fetch(path, {
    method,
    as: 'operator',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answered = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(answered));
  return answered;
}
