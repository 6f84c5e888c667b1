import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type Json, startApi } from '../support/api.ts';
import { drawn, pdfOf } from './extraction/files.ts';
import { createCase, ended, eraseDocument, uploadFiles } from './support.ts';

const MAX_LISTED = 5;

let api: Api;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** An e-mail with this many attachments. */
function mailWith(count: number): string {
  const part = (index: number) => [
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Disposition: attachment; filename="part ${index}.txt"`,
    '',
    `The text of attachment number ${index}.`,
  ];
  return [
    'From: ada@example.org',
    'To: bob@example.org',
    'Subject: Parts',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The parts are attached.',
    ...Array.from({ length: count }, (_, index) => part(index + 1)).flat(),
    '--b--',
    '',
  ].join('\r\n');
}

async function listed(caseId: string, filter: Json): Promise<Json[]> {
  const { data, errors } = await api.graphql(
    `query ($id: ID!, $filter: DocumentFilter) { documents(caseId: $id, filter: $filter, orderBy: { field: NAME, direction: ASC }) {
       nodes { id name parent { name } attachmentCount attachments { name } } } }`,
    { as: 'operator', variables: { id: caseId, filter } },
  );
  expect(errors).toBeUndefined();
  return data.documents.nodes;
}

test('an e-mail lists its first attachments and counts all that aren’t erased', async () => {
  const { case: made } = await createCase(api, {});
  const uploaded = await uploadFiles(api, made.id, { 'parts.eml': mailWith(MAX_LISTED + 2), 'alone.txt': 'Alone.' });
  for (const { document } of uploaded.documents) await ended(api, document.id);

  const [alone, mail] = await listed(made.id, { isAttachment: false });
  expect(alone).toMatchObject({ name: 'alone.txt', parent: null, attachmentCount: 0, attachments: [] });
  expect(mail).toMatchObject({ name: 'parts.eml', attachmentCount: MAX_LISTED + 2 });
  expect(mail!.attachments.map(({ name }: Json) => name)).toEqual(
    Array.from({ length: MAX_LISTED }, (_, index) => expect.stringContaining(`part ${index + 1}.txt`)),
  );

  const attached = await listed(made.id, { isAttachment: true });
  expect(attached).toHaveLength(MAX_LISTED + 2);
  expect(attached[0]).toMatchObject({ parent: { name: 'parts.eml' }, attachmentCount: 0 });
  await eraseDocument(api, attached[0]!.id);
  const [, after] = await listed(made.id, { isAttachment: false });
  expect(after).toMatchObject({ attachmentCount: MAX_LISTED + 1 });
  expect(after!.attachments[0].name).toContain('part 2.txt');
});

test('a version says what its users must know: scanned pages, and an encoding that was guessed', async () => {
  const picture = `<< /Type /XObject /Subtype /Image /Width 20 /Height 20 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 400 >>\nstream\n${'\x80'.repeat(400)}\nendstream`;
  const scan = pdfOf([drawn([{ x: 70, y: 700, text: 'The cover of the letter.' }]), 'q 595 0 0 842 0 0 cm /Im1 Do Q'], {
    page: '/Resources << /Font << /F1 3 0 R >> /XObject << /Im1 8 0 R >> >>',
    more: [picture],
  });
  const old = Buffer.from('The caf\xe9 was closed when the r\xe9sum\xe9 was written.', 'latin1');
  const { case: made } = await createCase(api, {});
  const noticesOf = async (name: string, bytes: Uint8Array) => {
    const uploaded = await uploadFiles(api, made.id, { [name]: bytes as unknown as string });
    const { id } = await ended(api, uploaded.documents[0].document.id);
    const { data } = await api.graphql(
      'query ($id: ID!) { document(id: $id) { latestVersion { notices { kind pages encoding } } } }',
      { as: 'operator', variables: { id } },
    );
    return data.document.latestVersion.notices;
  };

  expect(await noticesOf('scan.pdf', scan)).toEqual([{ kind: 'SCANNED_PAGES', pages: [2], encoding: null }]);
  expect(await noticesOf('old.txt', old)).toEqual([{ kind: 'ENCODING_GUESSED', pages: [], encoding: 'windows-1252' }]);
  expect(await noticesOf('new.txt', Buffer.from('Plain words.'))).toEqual([]);
});
