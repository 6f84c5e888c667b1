import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawn, pdfOf, pdfOfLines, utf8, zipOf } from '../../documents/extraction/files.ts';
import { caseOf, createCase, ended, uploadFiles } from '../../documents/support.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import type { Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';

const SIZES = [
  ['light', 1_280],
  ['dark', 1_280],
  ['dark', 390],
  ['light', 390],
] as const;

const LEASE = [
  '# Lease of 3 March 2024',
  '',
  '## Term',
  '',
  'The lease begins on 3 March 2024 and ends on 2 March 2029. The tenant may extend it once by five years.',
  '',
  '## Termination',
  '',
  'Either party may terminate the lease with a notice of six months if the premises can’t be used.',
].join('\n');

const MAIL = [
  'From: Ada Smith <ada@example.org>',
  'To: Bob Jones <bob@example.org>',
  'Subject: The lease',
  'Date: Mon, 4 Mar 2024 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Please find the signed lease and the inventory attached. Keep both with the keys.',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Disposition: attachment; filename="inventory.txt"',
  '',
  'Inventory of the premises: two keys, one radiator, four windows.',
  '--b--',
  '',
].join('\r\n');

/** A text in Windows-1252, whose encoding the service can only guess. */
const OLD_TEXT = Buffer.from('The caf\xe9 was closed when the r\xe9sum\xe9 of the meeting was written.', 'latin1');
const PDF = pdfOfLines(
  Array.from({ length: 3 }, (_, page) => [
    `Page ${page + 1} of the expert opinion on the radiator.`,
    'The radiator was leaking before the tenant moved in.',
  ]),
);

/** A page with words, and one that has only a picture. */
const SCAN = pdfOf(
  [drawn([{ x: 70, y: 700, text: 'The cover of the scanned letter.' }]), 'q 595 0 0 842 0 0 cm /Im1 Do Q'],
  {
    page: '/Resources << /Font << /F1 3 0 R >> /XObject << /Im1 8 0 R >> >>',
    more: [
      `<< /Type /XObject /Subtype /Image /Width 20 /Height 20 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 400 >>\nstream\n${'\x80'.repeat(400)}\nendstream`,
    ],
  },
);

describe.skipIf(HAS_NO_BROWSER)('cases in the back office', () => {
  let pages: AdminPages;
  let folder: string;

  beforeAll(async () => {
    pages = await AdminPages.open();
    folder = mkdtempSync(path.join(tmpdir(), 'case-files-'));
  });

  afterAll(async () => {
    await pages?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** A case of the administrator with documents of many states. */
  async function caseWithDocuments(name: string): Promise<string> {
    const { as } = pages.admin;
    const { case: made } = await createCase(pages.api, { name }, as);
    const files: Record<string, string | Uint8Array> = {
      'contracts/lease.md': LEASE,
      'letters/lease.eml': MAIL,
      'letters/old note.txt': OLD_TEXT,
      'opinions/radiator.pdf': PDF,
      'letters/scan.pdf': SCAN,
      'sheets/rent.rtf': '{\\rtf1 Rent}',
    };
    for (const [path, content] of Object.entries(files)) {
      const uploaded = await uploadFiles(pages.api, made.id, { [path]: content as string }, as);
      await ended(pages.api, uploaded.documents[0].document.id, as);
    }
    return made.id;
  }

  /** Drops files and folders of the disk onto the page, as a person does. */
  async function drop(page: Page, paths: readonly string[]): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [...paths], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 500, y: 250, data });
    }
    await session.detach();
  }

  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

  test.each(SIZES)('is sound in %s at %i px: the list, a case, a document, a search', async (scheme, width) => {
    const caseId = await caseWithDocuments(`Smith v Jones ${scheme} ${width}`);
    const opened = await pages.at('/admin/cases', { scheme, width });
    const { page } = opened;
    const goto = (to: string) => page.goto(`${pages.url}${to}`);
    await page.locator('.row-link').first().waitFor();
    await pages.expectSound(opened);
    await picture(page, `cases-${scheme}-${width}`);

    await goto('/admin/cases/new');
    await dialog(page, 'Create case').getByLabel('Customer').waitFor();
    await pages.expectSound(opened);
    await picture(page, `new-case-${scheme}-${width}`);

    await goto(`/admin/cases/${caseId}`);
    await row(page, 'inventory.txt').getByText('Ready').waitFor();
    await row(page, 'radiator.pdf').getByText('3', { exact: true }).waitFor();
    await row(page, 'rent.rtf').getByText('Save it as DOCX or PDF').waitFor();
    await row(page, 'old note.txt').getByText('It was read as windows-1252.').waitFor();
    await row(page, 'scan.pdf').getByText('Scanned, so they can’t be searched: page 2.').waitFor();
    await pages.expectSound(opened);
    await picture(page, `case-${scheme}-${width}`);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    await row(page, 'radiator.pdf').getByRole('link').first().click();
    await page.getByText('SHA-256 of the file').waitFor();
    await pages.expectSound(opened);
    await picture(page, `document-${scheme}-${width}`, false);

    await goto(`/admin/cases/search?case=${caseId}&q=terminate+the+lease`);
    await page.locator('mark').first().waitFor();
    await pages.expectSound(opened);
    await picture(page, `search-${scheme}-${width}`);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await opened.close();
  });

  test('by keyboard: a case is created; a dropped folder becomes ready; it is searched, opened and erased', async () => {
    mkdirSync(path.join(folder, 'file/letters'), { recursive: true });
    writeFileSync(path.join(folder, 'file/lease.md'), LEASE);
    writeFileSync(path.join(folder, 'file/letters/lease.eml'), MAIL);
    writeFileSync(path.join(folder, 'file/.DS_Store'), 'of the system');
    const opened = await pages.at('/admin/cases');
    const { page } = opened;
    await page.getByRole('link', { name: 'Create case' }).focus();
    await page.keyboard.press('Enter');
    const form = dialog(page, 'Create case');
    await form.getByLabel('Name').fill('Doe v <b>Roe</b>');
    await form.getByLabel('Data class').selectOption('Local only');
    await form.getByLabel('Erase documents after').fill('0');
    await form.getByText('Enter a whole number from 1 to 1200.').waitFor();
    await form.getByLabel('Erase documents after').fill('24');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Doe v <b>Roe</b>' }).waitFor();
    await page.getByText('24 months after upload').waitFor();
    await page.getByText('No documents yet.').waitFor();

    await drop(page, [path.join(folder, 'file')]);
    await page.getByText('1 system file was left out.').waitFor();
    await page.getByText('2 of 2 files uploaded').waitFor();
    // The list follows by itself, as the documents are read.
    await row(page, 'file/lease.md').getByText('Ready').waitFor();
    await row(page, 'file/letters/lease.eml').getByText('Ready').waitFor();
    await row(page, 'inventory.txt').getByText('Ready').waitFor();
    await picture(page, 'case-after-drop');

    await page.getByRole('link', { name: 'Search this case' }).click();
    await page.getByLabel('Words to find').fill('terminate');
    await page.keyboard.press('Enter');
    const hit = page.getByRole('list', { name: 'Passages' }).getByRole('listitem');
    await hit.getByText('Termination').first().waitFor();
    // Endings don’t matter.
    expect(await hit.locator('mark').allTextContents()).toEqual(['Termination', 'terminate']);
    const address = new URL((await hit.getByRole('link').first().getAttribute('href')) ?? '', pages.url);
    expect(address.pathname).toMatch(/^\/admin\/documents\/doc_/);
    expect([...address.searchParams.keys()]).toEqual(['version', 'start', 'end']);
    await page.getByLabel('Type').selectOption('PDF');
    await page.getByText('No passages match.').waitFor();
    expect(new URL(page.url()).searchParams.get('type')).toBe('application/pdf');

    await page.getByRole('link', { name: 'Doe v <b>Roe</b>' }).click();
    await row(page, 'file/lease.md').getByRole('link').first().click();
    const details = page.getByRole('dialog', { name: 'file/lease.md', exact: true });
    await details.getByText('used in searches and answers').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      details.getByRole('link', { name: 'Download file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('lease.md');
    await details.getByRole('button', { name: 'Erase document' }).click();
    await dialog(page, 'Erase file/lease.md?').getByRole('button', { name: 'Erase document' }).click();
    await details.waitFor({ state: 'hidden' });
    await row(page, 'file/lease.md').waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('Erased');
    await row(page, 'Erased document').waitFor();

    await page.getByRole('button', { name: 'Erase case' }).click();
    await dialog(page, 'Erase Doe v <b>Roe</b>?').getByRole('button', { name: 'Erase case' }).click();
    await page.getByText('This case was erased on').waitFor();
    await pages.expectSound(opened);
    await opened.close();
  });

  test('an upload says for each file what became of it, and sends again what was lost', async () => {
    const caseId = await caseWithDocuments('Results');
    const opened = await pages.at(`/admin/cases/${caseId}`);
    const { page } = opened;
    const file = (name: string, content: string | Uint8Array) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    });
    const list = page.getByRole('list', { name: 'Files' });
    const item = (name: string) => list.getByRole('listitem').filter({ hasText: name }).first();
    const zip = zipOf([
      { name: 'a.txt', bytes: utf8('The first file of the zip.') },
      { name: 'b.txt', bytes: utf8('The second file of the zip.') },
    ]);

    await page
      .getByLabel('Choose files')
      .last()
      .setInputFiles([
        file('copy of the lease.md', LEASE),
        file('new.txt', 'A new document about windows.'),
        file('empty.txt', ''),
        file('both.zip', zip),
        file('broken.zip', 'no zip at all'),
      ]);
    await item('copy of the lease.md').getByText('The case already has this file: contracts/lease.md.').waitFor();
    await item('new.txt').getByText('Added').waitFor();
    await item('empty.txt').getByText('The file is empty.').waitFor();
    await item('both.zip').getByText('2 files added').waitFor();
    await item('broken.zip').getByText('Refused').waitFor();
    await page
      .getByLabel('Choose files')
      .last()
      .setInputFiles([file('new.txt', 'A changed document about windows.')]);
    await item('Version 2 of this document.').waitFor();
    await picture(page, 'upload-results');

    let isLost = false;
    await page.route('**/graphql', async (route) => {
      if (isLost || !route.request().headers()['content-type']?.startsWith('multipart/')) return route.continue();
      isLost = true;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page
      .getByLabel('Choose files')
      .last()
      .setInputFiles([file('lost.txt', 'A document whose response is lost.')]);
    await item('lost.txt').getByText('The connection was lost.').waitFor();
    await page.getByRole('button', { name: 'Upload 1 file again' }).click();
    await item('lost.txt').getByText('Already there').waitFor();
    await page.getByLabel('Show').selectOption({ label: 'Refused (2)' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);

    const { documents } = await caseOf(pages.api, caseId, pages.admin.as);
    expect(documents.nodes.filter(({ name }: Json) => name === 'lost.txt')).toHaveLength(1);
    await opened.close();
  });

  test('a cancelled upload stores no more files', async () => {
    const { case: made } = await createCase(pages.api, { name: 'Cancelled' }, pages.admin.as);
    const opened = await pages.at(`/admin/cases/${made.id}`);
    const { page } = opened;
    let letOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letOn = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().headers()['content-type']?.startsWith('multipart/')) await held;
      // The browser has cancelled the request in the meantime.
      await route.continue().catch(() => {});
    });
    const files = Array.from({ length: 60 }, (_, index) => ({
      name: `note ${index}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`Note number ${index} about the lease.`),
    }));

    await page.getByLabel('Choose files').last().setInputFiles(files);
    await page.getByText('0 of 60 files uploaded').waitFor();
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByRole('button', { name: 'Upload 60 files again' }).waitFor();
    expect((await caseOf(pages.api, made.id, pages.admin.as)).documentCount).toBe(0);

    letOn();
    await page.getByRole('button', { name: 'Upload 60 files again' }).click();
    await page.getByText('60 of 60 files uploaded').waitFor();
    await page.getByRole('button', { name: 'Next files' }).click();
    await page.getByText('26 to 50 of 60').waitFor();
    await expect.poll(async () => (await caseOf(pages.api, made.id, pages.admin.as)).documentCount).toBe(60);
    await page.getByText('60 documents').first().waitFor();
    await opened.close();
  });

  test('an administrator sees that a case of others exists, becomes a member, and chooses members', async () => {
    const editor = await pages.person(['EDITOR'], 'Edith Lund');
    const { case: made } = await createCase(pages.api, { name: 'Of others' }, editor.as);
    await uploadFiles(pages.api, made.id, { 'secret.txt': 'Only for members.' }, editor.as);
    const opened = await pages.at('/admin/cases?search=of+others');
    const { page } = opened;
    await row(page, 'Of others').getByText('Not a member').waitFor();
    await row(page, 'Of others').getByRole('link').click();
    await page.getByText('You aren’t a member of this case').waitFor();
    expect(await page.getByText('secret.txt').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Erase case' }).count()).toBe(0);
    await pages.expectSound(opened);
    await picture(page, 'case-not-member');

    await page.getByRole('button', { name: 'Add yourself as a member' }).click();
    await dialog(page, 'Add yourself as a member?').getByRole('button', { name: 'Add yourself as a member' }).click();
    await row(page, 'secret.txt').waitFor();
    const auditor = await pages.person(['AUDITOR'], 'Olof Berg');
    await page.getByRole('button', { name: 'Add member' }).click();
    const form = dialog(page, 'Add a member');
    await form.getByRole('combobox', { name: 'Member' }).selectOption(auditor.actor);
    await form.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('list', { name: 'Members' }).getByText('Olof Berg').waitFor();

    const reader = await pages.at(`/admin/cases/${made.id}`, { as: auditor });
    await row(reader.page, 'secret.txt').waitFor();
    expect(await reader.page.getByRole('button', { name: /Choose|Erase|Add|Remove/ }).count()).toBe(0);
    await reader.close();

    await page.getByRole('button', { name: 'Remove Olof Berg' }).click();
    await dialog(page, 'Remove Olof Berg?').getByRole('button', { name: 'Remove member' }).click();
    await page.getByRole('list', { name: 'Members' }).getByText('Olof Berg').waitFor({ state: 'detached' });
    const { members } = await caseOf(pages.api, made.id, pages.admin.as);
    expect(members.map(({ member }: Json) => member)).toEqual([editor.actor, pages.admin.actor]);
    await opened.close();
  });

  test('settings are edited; of two who edit, the second is shown both', async () => {
    const { case: made } = await createCase(pages.api, { name: 'Before' }, pages.admin.as);
    const opened = await pages.at(`/admin/cases/${made.id}/change`);
    const { page } = opened;
    const form = dialog(page, 'Edit case');
    await form.getByLabel('Name').fill('Mine');
    await pages.api.graphql(
      'mutation ($id: ID!) { updateCase(input: { caseId: $id, name: "Theirs" }) { ... on UpdatedCase { case { id } } } }',
      { as: pages.admin.as, variables: { id: made.id } },
    );
    await form.getByRole('button', { name: 'Save' }).click();
    await dialog(page, 'Changed by another person').getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
    await opened.close();
  });

  test('a case that doesn’t exist is told apart from an error', async () => {
    const opened = await pages.at('/admin/cases/cas_00000000000000000000000001');
    await opened.page.getByText('This case doesn’t exist, or you aren’t a member of it.').waitFor();
    await opened.page.route('**/graphql', (route) => route.abort('connectionreset'));
    await opened.page.goto(`${pages.url}/admin/cases`).catch(() => {});
    await opened.page.getByText('The service doesn’t respond.').first().waitFor();
    await opened.close();
  });
});
