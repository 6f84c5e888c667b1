import type { Request } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminPages, picture } from '../../support/admin-page.ts';
import type { Json } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { signedIn } from '../../support/people.ts';

/** More than a list gives at once. */
const MANY = 75;

/** A picture of one colour that no other has. */
async function bytesOf(number: number, { width = 60, height = 40 } = {}): Promise<Buffer> {
  const background = { r: (number * 67) % 256, g: (number * 151) % 256, b: 40 + number };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

const isUpload = (request: Request) => request.headers()['content-type']?.startsWith('multipart/') ?? false;

describe.skipIf(HAS_NO_BROWSER)('the image bank in the back office', () => {
  let pages: AdminPages;

  async function graphql(query: string, variables: object = {}): Promise<Json> {
    const { data, errors } = await pages.api.graphql(query, { variables, as: 'operator' });
    expect(errors).toBeUndefined();
    return data;
  }

  async function add(title: string, tags: string[], number: number, size?: object): Promise<string> {
    const imageBase64 = (await bytesOf(number, size)).toString('base64');
    const data = await graphql(
      'mutation ($input: CreateAssetInput!) { createAsset(input: $input) { ... on CreatedAsset { asset { id } } } }',
      { input: { title, tags, imageBase64 } },
    );
    return data.createAsset.asset.id;
  }

  const statusOf = async (id: string) =>
    (await graphql('query ($id: ID!) { asset(id: $id) { status } }', { id })).asset?.status ?? null;

  async function trashed(id: string): Promise<void> {
    await graphql(
      'mutation ($ids: [ID!]!) { trashAssets(input: { ids: $ids }) { ... on UpdatedAssets { changedCount } } }',
      { ids: [id] },
    );
  }

  beforeAll(async () => {
    pages = await AdminPages.open();
    for (let number = 0; number < MANY; number += 1)
      await add(`Plain ${number}`, ['plain'], number, number % 3 === 0 ? { width: 40, height: 60 } : {});
  });

  afterAll(() => pages?.close());

  test.each([
    ['light', 1_440],
    ['dark', 1_440],
    ['dark', 390],
  ] as const)('is sound in %s at %i px: the bank, a picture, uploads, tags', async (scheme, width) => {
    const opened = await pages.at('/admin/bank', { scheme, width });
    const { page } = opened;
    await page.getByRole('gridcell').first().getByRole('link').waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page
      .getByRole('button', { name: /^Select Plain/ })
      .first()
      .click();
    await page.getByText('1 selected').waitFor();
    await pages.expectSound(opened);
    await picture(page, `bank-${scheme}-${width}`);

    await page.getByRole('gridcell').first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Visibility' }).waitFor();
    await pages.expectSound(opened);
    await picture(page, `picture-${scheme}-${width}`);

    await page.goto(`${pages.api.url}/admin/bank/upload`);
    await page.getByText('Drop pictures here').waitFor();
    await page.setInputFiles('input[type=file]', {
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    });
    await page.getByText('The file isn’t a picture.').waitFor();
    await pages.expectSound(opened);
    await picture(page, `upload-${scheme}-${width}`);

    await page.goto(`${pages.api.url}/admin/bank/tags`);
    await page.getByRole('link', { name: 'plain', exact: true }).waitFor();
    await pages.expectSound(opened);
    await picture(page, `tags-${scheme}-${width}`);
    await opened.close();
  });

  test('by mouse: narrowed by a tag, chosen up to there, moved at once; what is refused is named', async () => {
    const ids = [];
    for (const number of [101, 102, 103]) ids.push(await add(`Moved ${number}`, ['moved'], number));
    await trashed(ids[0]!);
    const { page, close } = await pages.at('/admin/bank?status=EVERY');

    await page.getByRole('button', { name: /^moved 3$/ }).click();
    await page.getByText('3 pictures match.').waitFor();
    expect(new URL(page.url()).search).toBe('?status=EVERY&tags=moved');
    await page.getByRole('button', { name: 'Select Moved 103' }).click();
    await page.getByRole('button', { name: 'Select Moved 101' }).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Archive' }).click();

    const report = page.getByRole('alert');
    await report.getByText('2 pictures archived, 1 refused.').waitFor();
    expect(await report.getByRole('listitem').textContent()).toMatch(/^Moved 101: The picture is in the trash/);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['TRASHED', 'ARCHIVED', 'ARCHIVED']);
    await page
      .getByRole('gridcell', { name: /Moved 103/ })
      .getByText('Archived')
      .waitFor();
    await close();
  });

  test('by keyboard: to a picture by arrows, several chosen, tagged at once', async () => {
    const { page, close } = await pages.at('/admin/bank?q=Plain+1&order=TITLE');
    const cells = page.getByRole('gridcell');
    await cells.first().getByRole('link').focus();

    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('2 selected').waitFor();
    await expect.poll(() => page.locator('[aria-selected=true]').count()).toBe(2);
    await page.getByRole('button', { name: 'Edit tags', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Add tags' }).focus();
    await page.keyboard.type('by hand');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Edit tags of 2 pictures' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 pictures tagged.').waitFor();

    const { assets } = await graphql('{ assets(filter: { tags: ["by hand"] }) { nodes { title } } }');
    expect(assets.nodes.map(({ title }: Json) => title).sort()).toEqual(['Plain 10', 'Plain 11']);
    await close();
  });

  test('goes on to the end, and has its place after going back and after loading the page again', async () => {
    const { page, close } = await pages.at('/admin/bank?tags=plain');
    const cells = page.getByRole('gridcell');
    await cells.first().getByRole('link').focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return page.evaluate('document.activeElement.textContent');
      })
      .toBe('Plain 0');
    // Only what is near the screen is there.
    expect(await cells.count()).toBeLessThan(MANY);
    const place = await page.evaluate('scrollY');

    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Plain 0', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => page.evaluate('scrollY')).toBe(place);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Plain 0');

    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Plain 0', level: 1 }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'Plain 1', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Image bank' }).last().click();
    await expect.poll(() => page.evaluate('scrollY')).toBe(place);
    await page.reload();
    await expect.poll(() => page.evaluate('scrollY')).toBe(place);
    await page.getByRole('link', { name: 'Plain 0', exact: true }).waitFor();
    await close();
  });

  test('what is said of a picture is changed; of two who change it, the second is shown both', async () => {
    const id = await add('<img src=x onerror=alert(1)>', ['conflict'], 110);
    const { page, faults, close } = await pages.at(`/admin/bank/${id}`);
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>' }).waitFor();

    await page.getByLabel('Title').fill('Mine');
    await page.getByLabel('Licence').fill('CC BY 4.0');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Picture saved.').waitFor();
    await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();

    await page.getByLabel('Title').fill('Mine again');
    await graphql(
      'mutation ($id: ID!) { updateAsset(input: { assetId: $id, title: "Theirs" }) { ... on UpdatedAsset { isChanged } } }',
      { id },
    );
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed by another person' });
    expect(await dialog.getByRole('row').last().textContent()).toBe('TitleTheirsMine again');
    await dialog.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('heading', { name: 'Mine again', level: 1 }).waitFor();

    const { asset } = await graphql('query ($id: ID!) { asset(id: $id) { title licence } }', { id });
    expect(asset).toEqual({ title: 'Mine again', licence: 'CC BY 4.0' });
    expect(faults).toEqual([]);
    await close();
  });

  test('is erased only after a question, and by who has shown again that it is they', async () => {
    const id = await add('Erased', ['erased'], 120);
    await trashed(id);
    const unconfirmed = await signedIn(pages.api, { roles: ['ADMIN'], confirmedAt: null });
    const { page, close } = await pages.at(`/admin/bank/${id}`, { as: unconfirmed });

    await page.getByRole('button', { name: 'Purge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Purge' }).click();
    await page.getByRole('dialog', { name: 'Confirm your identity' }).getByRole('button', { name: 'Not now' }).click();
    await page.getByText('You didn’t confirm your identity.').waitFor();
    expect(await statusOf(id)).toBe('TRASHED');

    await close();

    const confirmed = await pages.at(`/admin/bank/${id}`);
    await confirmed.page.getByRole('button', { name: 'Purge' }).click();
    await confirmed.page.getByRole('dialog').getByRole('button', { name: 'Purge' }).click();
    await confirmed.page.getByRole('heading', { name: 'Picture not found' }).waitFor();
    expect(await statusOf(id)).toBeNull();
    await confirmed.close();
  });

  test('takes several files, says what it has already and what it refuses, and sends again what was lost', async () => {
    const removed = await add('Not sent', ['sent'], 132);
    await graphql('mutation ($ids: [ID!]!) { tagAssets(input: { ids: $ids, remove: ["sent"] }) { __typename } }', {
      ids: [removed],
    });
    const { page, close } = await pages.at('/admin/bank/upload');
    await page.getByRole('combobox', { name: 'Tags for new uploads' }).fill('sent');
    await page.keyboard.press('Enter');
    await page.getByLabel('Source').fill('An agency');
    const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });

    await page.setInputFiles('input[type=file]', [
      png('new_one.png', await bytesOf(130)),
      png('again.png', await bytesOf(3, { width: 40, height: 60 })),
      png('removed.png', await bytesOf(132)),
      png('broken.png', Buffer.from('no picture at all')),
      { name: 'IMG_0001', mimeType: '', buffer: await bytesOf(133) },
      { name: 'converted.heic', mimeType: 'image/heic', buffer: await bytesOf(134) },
      { name: 'table.txt', mimeType: 'text/plain', buffer: await bytesOf(135) },
      png('phone.png', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic')),
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ]);
    await item('new_one.png').getByRole('link', { name: 'new one' }).waitFor();
    await item('again.png').getByText('Already in the image bank: Plain 3').waitFor();
    await item('again.png').getByText('Source not applied: “An agency”, because the picture keeps its own.').waitFor();
    expect(
      await item('again.png')
        .getByText(/^(Tags|Title) not applied/)
        .count(),
    ).toBe(0);
    await item('removed.png')
      .getByText('Tags not applied: “sent”, because an operator removed them from this picture.')
      .waitFor();
    await picture(page, 'upload-known-bytes');
    for (const [name, title] of [
      ['IMG_0001', 'IMG 0001'],
      ['converted.heic', 'converted'],
      ['table.txt', 'table'],
    ] as const) {
      await item(name).getByRole('link', { name: title }).waitFor();
    }
    await item('phone.png').getByText('has an unsupported format: HEIC.').waitFor();
    await item('letter.pdf').getByText('has an unsupported format: PDF. The image bank accepts PNG').waitFor();
    // In the service's own words.
    await item('broken.png').getByText('Send a PNG').waitFor();
    const { assets } = await graphql('{ assets(filter: { tags: ["sent"] }) { nodes { title origin } } }');
    expect(assets.nodes.map(({ title }: Json) => title).toSorted()).toEqual([
      'IMG 0001',
      'Plain 3',
      'converted',
      'new one',
      'table',
    ]);

    let isLost = false;
    await page.route('**/graphql', (route) => {
      if (isLost || !isUpload(route.request())) return route.continue();
      isLost = true;
      return route.abort('connectionreset');
    });
    await page.setInputFiles('input[type=file]', [png('lost.png', await bytesOf(131))]);
    await item('lost.png').getByText('The connection was lost.').waitFor();
    await item('lost.png').getByRole('button', { name: 'Upload again' }).click();
    await item('lost.png').getByRole('link', { name: 'lost' }).waitFor();
    await close();
  });

  test('goes on sending while another screen is looked at, and warns who closes the page meanwhile', async () => {
    const { page, close } = await pages.at('/admin/bank');
    let letOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letOn = resolve;
    });
    const sent = page.waitForRequest(isUpload);
    await page.route('**/graphql', async (route) => {
      if (isUpload(route.request())) await held;
      await route.continue();
    });

    const bytes = (await bytesOf(140)).toString('base64');
    await page.evaluate(`{
      const files = new DataTransfer();
      const bytes = Uint8Array.from(atob('${bytes}'), (character) => character.charCodeAt(0));
      files.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      for (const type of ['dragenter', 'drop'])
        dispatchEvent(new DragEvent(type, { dataTransfer: files, cancelable: true }));
    }`);
    await page.getByText('0 of 1 done').waitFor();
    await sent;
    await page.getByRole('link', { name: 'Show image bank' }).click();
    await page.getByText('Uploading 1 of 1 files.').waitFor();

    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await closing;
    letOn();
    await page.getByRole('gridcell', { name: 'dropped' }).waitFor();
    await close();
  });

  test('shows who may not change anything no way to', async () => {
    const id = await add('Only looked at', ['seen'], 150);
    const { page, close } = await pages.at(`/admin/bank/${id}`, { as: await pages.person(['AUDITOR']) });
    await page.getByText('Visibility').waitFor();
    await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: /Archive|trash|Purge|Quarantine|Seal/ }).count()).toBe(0);

    await page.goto(`${pages.api.url}/admin/bank/upload`);
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
    await close();
  });
});
