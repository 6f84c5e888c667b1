import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfOf, pdfOfLines } from '../../documents/extraction/files.ts';
import { createCase, documentOf, ended, uploadFiles } from '../../documents/support.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import type { Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';

const SIZES = [
  ['light', 1_280],
  ['dark', 390],
] as const;

const QUOTED = 'The lessee shall give notice of termination not later than three months before the end of the year.';
const FILLER = 'This page has nothing about the matter.';
const CONTRACT = [
  ['LEASE CONTRACT', '', 'The parties agree on the following terms.', ...lines(20)],
  ['Section 7. Termination', '', ...QUOTED.match(/.{1,60}(?: |$)/g)!.map((line) => line.trim()), ...lines(20)],
  ['Section 8. Deposit', '', 'The deposit amounts to 4,500 euros and bears no interest.', ...lines(20)],
];
const HTML = `<!doctype html><title>Letter</title><h1>Letter</h1><p>The tenant moved out on 3 March 2024.</p>
<script>document.title = 'run'</script><img src=x onerror="document.title='run'">`;
/** Longer than what is shown at a time, with the passage in the middle. */
const ARCHIVE = `${'The archive goes on and on, line after line.\n'.repeat(12_000)}The caretaker kept the third key.\n${'Nothing else was found in the cellar.\n'.repeat(12_000)}`;

const BRIEF = `The contract is clear: “${QUOTED}” (p. 2). It adds that “The deposit amounts to 5,400 euros and bears no interest.”
Counsel also relies on “the landlord waived every claim against the former caretaker”.

The witness said: “I never saw the key again.
`;

function lines(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index + 1}. ${FILLER}`);
}

/** PDF with one page: a black picture, compressed as scanners and fax machines do (CCITT group 4). */
async function scannedPdf(): Promise<Uint8Array> {
  const side = 64;
  const tiff = await sharp({ create: { width: side, height: side, channels: 3, background: 'black' } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer();
  const tag = tagsOf(tiff);
  const strip = tiff.subarray(tag(273), tag(273) + tag(279));
  const dictionary = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1
    /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${side} /Rows ${side} /BlackIs1 ${tag(262) === 1} >> /Length ${strip.length}`;
  return pdfOf(['q 400 0 0 600 100 120 cm /Im1 Do Q'], {
    page: '/Resources << /XObject << /Im1 6 0 R >> >>',
    more: [`<< ${dictionary} >>\nstream\n${strip.toString('latin1')}\nendstream`],
  });
}

/** Reads the numbers in the first directory of a little-endian TIFF. */
function tagsOf(tiff: Buffer): (tag: number) => number {
  const at = tiff.readUInt32LE(4);
  const entries = Array.from({ length: tiff.readUInt16LE(at) }, (_, index) => at + 2 + 12 * index);
  return (tag) => {
    const entry = entries.find((one) => tiff.readUInt16LE(one) === tag)!;
    return tiff.readUInt16LE(entry + 2) === 3 ? tiff.readUInt16LE(entry + 8) : tiff.readUInt32LE(entry + 8);
  };
}

/** For each box of the passage: whether enough of the page's pixels below it are dark. */
const DARK_BOXES = `(() => {
  const drawn = document.querySelector('canvas');
  const around = drawn.getBoundingClientRect();
  const scale = drawn.width / around.width;
  return [...document.querySelectorAll('.reading-box')].map((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const [x, y, w, h] = [left - around.left, top - around.top, width, height].map((px) => Math.round(px * scale));
    const { data } = drawn.getContext('2d').getImageData(x, y, w, h);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] < 100 && data[at + 3] > 0) dark += 1;
    return dark / (data.length / 4) > 0.03;
  });
})()`;
const MIDDLE_PIXEL = `(() => {
  const drawn = document.querySelector('canvas');
  return [...drawn.getContext('2d').getImageData(drawn.width / 2, drawn.height / 2, 1, 1).data].slice(0, 3);
})()`;
/** Whether the passage is within the part of the text that is visible. */
const IS_IN_FRAME = `(() => {
  const frame = document.querySelector('.reading-frame').getBoundingClientRect();
  const { top, bottom } = document.querySelector('mark').getBoundingClientRect();
  return top >= frame.top && bottom <= frame.bottom;
})()`;

describe.skipIf(HAS_NO_BROWSER)('documents are read beside what cites them', () => {
  let pages: AdminPages;
  let caseId: string;
  const documents: Record<string, Json> = {};

  beforeAll(async () => {
    pages = await AdminPages.open();
    const as = pages.admin.as;
    const { case: created } = await createCase(pages.api, { name: 'Miller v Lakeside Estates' }, as);
    caseId = created.id;
    const pdf = Buffer.from(pdfOfLines(CONTRACT)).toString('base64');
    const scan = Buffer.from(await scannedPdf()).toString('base64');
    const files = [
      { name: 'lease.pdf', base64: pdf },
      { name: 'scan.pdf', base64: scan },
    ];
    const uploaded = await pages.api.graphql(
      'mutation ($input: UploadDocumentsInput!) { uploadDocuments(input: $input) { ... on UploadedDocuments { documents { document { id } } } } }',
      { as, variables: { input: { caseId, files } } },
    );
    const others = await uploadFiles(pages.api, caseId, { 'letter.html': HTML, 'archive.txt': ARCHIVE }, as);
    const ids = [...uploaded.data.uploadDocuments.documents, ...others.documents].map(({ document }) => document.id);
    for (const id of ids) {
      await ended(pages.api, id, as);
      const document = await documentOf(pages.api, id, as);
      expect(document.currentVersion?.state).toBe('READY');
      documents[document.name] = document;
    }
  });
  afterAll(() => pages?.close());

  /** Address of a document with these words of its text highlighted. */
  async function placeOf(name: string, words: string): Promise<string> {
    const { id, currentVersion } = documents[name]!;
    const text = await textOf(name);
    const pattern = new RegExp(words.replaceAll(/[.?*()]/g, '\\$&').replaceAll(' ', '\\s+'), 'u');
    const found = pattern.exec(text);
    expect(found).not.toBeNull();
    const { index } = found!;
    return `/admin/documents/${id}?version=${currentVersion.id}&start=${index}&end=${index + found![0].length}`;
  }

  async function textOf(name: string): Promise<string> {
    const { as } = pages.admin;
    return (await pages.api.fetch(`/api/documents/${documents[name]!.id}/text`, { as })).text();
  }

  const canvas = (page: Page) => page.locator('canvas[data-drawn]');

  /** True if the boxes of the passage are over dark pixels of the page, and the page around the text is white. */
  const boxesAreOverText = (page: Page) => page.evaluate<boolean[]>(DARK_BOXES);
  const isFocused = (locator: Locator) =>
    locator
      .and(locator.page().locator(':focus'))
      .count()
      .then((count) => count === 1);

  test.each(SIZES)('the page of a PDF is drawn with the passage highlighted (%s, %i px)', async (scheme, width) => {
    const opened = await pages.at(await placeOf('lease.pdf', QUOTED), { scheme, width });
    const { page } = opened;

    await canvas(page).waitFor();

    expect(await canvas(page).getAttribute('aria-label')).toContain('Page 2 of 3 of lease.pdf, with the passage');
    expect(await boxesAreOverText(page)).toEqual([true, true]);
    await picture(page, `document-pdf-${scheme}-${width}`);
    await pages.expectSound(opened);

    await page.getByRole('button', { name: 'Next page' }).click();
    await page.locator('canvas[aria-label^="Page 3 of 3"][data-drawn]').waitFor();
    expect(await page.locator('.reading-box').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Page number' }).fill('1');
    await page.keyboard.press('Enter');
    await page.locator('canvas[aria-label^="Page 1 of 3"][data-drawn]').waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByText('125 %').waitFor();
    await page.getByRole('button', { name: 'Show the passage' }).click();
    await page.locator('.reading-box').first().waitFor();

    await page.getByText('Text', { exact: true }).click();
    expect((await page.locator('mark').textContent())!.replaceAll(/\s+/g, ' ')).toContain(QUOTED);
    await picture(page, `document-pdf-text-${scheme}-${width}`);
    await pages.expectSound(opened);
    await opened.close();
  });

  test('a long text is shown in slices around the passage, which is scrolled to', async () => {
    const opened = await pages.at(await placeOf('archive.txt', 'The caretaker kept the third key.'), { width: 390 });
    const { page } = opened;
    const mark = page.locator('mark');
    await mark.waitFor();

    expect(await mark.textContent()).toContain('The caretaker kept the third key.');
    expect((await page.locator('.reading-words').textContent())!.length).toBeLessThan(25_000);
    await expect.poll(() => page.evaluate(IS_IN_FRAME)).toBe(true);
    await picture(page, 'document-long-text-390');
    const range = () => page.getByText(/^Characters \d/).textContent();
    const before = await range();
    await page.getByRole('button', { name: 'Show later text' }).click();
    await expect.poll(range).not.toBe(before);
    await page.getByRole('button', { name: 'Show earlier text' }).click();
    await expect.poll(async () => (await page.locator('.reading-words').textContent())!.length).toBeGreaterThan(35_000);
    await pages.expectSound(opened);
    await opened.close();
  });

  test('a scanned page, compressed as fax, is drawn, and its notice says that it has no text', async () => {
    const opened = await pages.at(`/admin/documents/${documents['scan.pdf']!.id}`);
    const { page } = opened;

    await canvas(page).waitFor();

    await page.getByText(/Scanned, so they can’t be searched: page 1/).waitFor();
    expect(await page.evaluate(MIDDLE_PIXEL)).toEqual([0, 0, 0]);
    await pages.expectSound(opened);
    await opened.close();
  });

  test('HTML is shown as text, never as HTML', async () => {
    const opened = await pages.at(await placeOf('letter.html', 'The tenant moved out'));
    const { page } = opened;
    await page.locator('mark').waitFor();

    expect(await page.locator('.reading-words').textContent()).toContain('3 March 2024');
    expect(await page.title()).not.toContain('run');
    await pages.expectSound(opened);
    await opened.close();
  });

  test('someone who is no member of the case learns nothing about the document', async () => {
    const other = await pages.person(['EDITOR'], 'Otto Stern');
    const opened = await pages.at(await placeOf('lease.pdf', QUOTED), { as: other });
    const { page } = opened;

    await page.getByText('The document doesn’t exist, or you can’t read its case.').waitFor();

    expect(await page.locator('body').textContent()).not.toContain('lease.pdf');
    await opened.close();
  });

  test.each(SIZES)('an answer is read beside its sources by keyboard (%s, %i px)', async (scheme, width) => {
    const opened = await pages.at(`/admin/cases/${caseId}/ask`, { scheme, width });
    const { page } = opened;
    await page.getByLabel('Question').fill('How much notice of termination must the lessee give?');

    await page.getByLabel('Question').press('Control+Enter');

    const citations = page.locator('[data-citation]');
    await citations.first().waitFor();
    await picture(page, `ask-answer-${scheme}-${width}`);
    await pages.expectSound(opened);
    const cited = page.locator('[data-citation]', { hasText: 'lease.pdf, page 2' }).first();
    await citations.first().focus();
    for (let left = await citations.count(); left > 1 && !(await isFocused(cited)); left--)
      await page.keyboard.press('ArrowDown');
    expect(await isFocused(cited)).toBe(true);
    await page.keyboard.press('Enter');

    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H2');
    await canvas(page).waitFor();
    expect(await page.locator('.reading-box').count()).toBeGreaterThan(0);
    expect(await boxesAreOverText(page)).not.toContain(false);
    await picture(page, `ask-source-${scheme}-${width}`, false);
    await pages.expectSound(opened);
    await page.keyboard.press('Escape');
    expect(await isFocused(cited)).toBe(true);

    await page.getByRole('link', { name: /^run_/ }).click();
    await page.getByRole('heading', { name: 'Citations' }).waitFor();
    await page.getByRole('link', { name: 'lease.pdf' }).first().waitFor();
    await pages.expectSound(opened);
    await page.getByRole('link', { name: 'lease.pdf' }).first().click();
    await canvas(page).waitFor();
    await opened.close();
  });

  test.each(SIZES)('a brief is checked, and each difference named and opened (%s, %i px)', async (scheme, width) => {
    const opened = await pages.at(`/admin/cases/${caseId}/report`, { scheme, width });
    const { page } = opened;
    await page.getByLabel('Text of the brief').fill(BRIEF);

    await page.getByRole('button', { name: 'Check quotations' }).click();

    await page.getByRole('heading', { name: /^Quotation 3/ }).waitFor();
    const results = page.locator('.reading-claim');
    expect(await results.locator('.badge').allTextContents()).toEqual(['Verified', 'Altered', 'Not found']);
    const altered = results.nth(1);
    expect(await altered.locator('del').textContent()).toBe('5,400');
    expect(await altered.locator('ins').textContent()).toBe('4,500');
    expect(await altered.locator('tbody tr').textContent()).toBe('Number5,4004,500');
    await page.getByRole('heading', { name: 'Marks that are never closed' }).waitFor();
    await picture(page, `report-${scheme}-${width}`);
    await pages.expectSound(opened);
    await page.locator('[data-citation]').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('canvas[aria-label^="Page 3 of 3"][data-drawn]').waitFor();
    expect(await boxesAreOverText(page)).toEqual([true]);
    await picture(page, `report-source-${scheme}-${width}`, false);
    await pages.expectSound(opened);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.reading-panel').isVisible()).toBe(false);
    expect(await results.first().isVisible()).toBe(true);
    await picture(page, `report-print-${scheme}-${width}`);
    await opened.close();
  });

  test('the file of a brief is read and checked', async () => {
    const opened = await pages.at(`/admin/cases/${caseId}/report`);
    const { page } = opened;
    const brief = pdfOfLines([['As the contract says:', '', `"${CONTRACT[2]![2]}"`]]);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from(brief) });

    await page.getByRole('button', { name: 'Check quotations' }).click();

    await page.getByRole('heading', { name: /^Quotation 1 *Verified/ }).waitFor();
    await pages.expectSound(opened);
    await opened.close();
  });

  test('a misquoted passage is named, and the statement unsupported', async () => {
    const opened = await pages.at(`/admin/cases/${caseId}/ask`);
    const { page } = opened;
    await page.getByLabel('Question').fill('sandbox:misquote How much notice of termination must the lessee give?');

    await page.getByRole('button', { name: 'Ask', exact: true }).click();

    await page.locator('.reading-fault').first().waitFor();
    await page.getByText('No statement has a verified quotation.').waitFor();
    expect(await page.locator('[data-citation]').count()).toBe(0);
    await picture(page, 'ask-unsupported-light-1440');
    await pages.expectSound(opened);
    await opened.close();
  });

  test('someone who can’t run tasks is told so', async () => {
    const auditor = await pages.person(['AUDITOR'], 'Ada Frey');
    const added = await pages.api.graphql(
      'mutation ($input: AddCaseMemberInput!) { addCaseMember(input: $input) { ... on AddedCaseMember { case { id } } } }',
      { as: pages.admin.as, variables: { input: { caseId, member: auditor.actor } } },
    );
    expect(added.data.addCaseMember.case.id).toBe(caseId);

    const opened = await pages.at(`/admin/cases/${caseId}/ask`, { as: auditor });

    await opened.page.getByText('Your roles don’t allow you to run tasks.').waitFor();
    await opened.close();
  });
});
