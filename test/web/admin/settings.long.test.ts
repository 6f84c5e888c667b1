import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminPages, picture, signIn } from '../../support/admin-page.ts';
import { INBOUND_SECRET } from '../../support/api.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { sessionOf } from '../../support/people.ts';

const SIZES = [
  ['light', 1_440],
  ['dark', 1_440],
  ['dark', 390],
] as const;

const INBOUND = '/admin/settings/marketing-hub/host-settings/integrations-inbound-secret';

describe.skipIf(HAS_NO_BROWSER)('settings and capabilities in the back office', () => {
  let pages: AdminPages;
  let of: (secret: string) => Promise<number>;

  beforeAll(async () => {
    pages = await AdminPages.open();
    of = async (secret) => {
      const path = '/api/integrations/cinema/render/rnd_00000000000000000000000000';
      return (await pages.api.fetch(path, { headers: { authorization: `Bearer ${secret}` } })).status;
    };
  });

  afterAll(() => pages?.close());

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const change = (input: string) =>
    pages.api.graphql(`mutation { updateSetting(input: { ${input} }) { __typename } }`, { as: 'operator' });

  test('one is found and changed by mouse; what is refused stays as it was typed', async () => {
    const opened = await pages.at('/admin/settings');
    const { page } = opened;
    await page.getByLabel('Search').fill('seals minute');
    await page.getByLabel('Search').press('Enter');
    await page.getByRole('link', { name: 'Seals per caller and minute' }).click();
    const form = dialog(page, 'Seals per caller and minute');
    await form.getByText('1 to 1,000,000.').waitFor();
    expect(page.url()).toBe(`${pages.api.url}/admin/settings/seals-per-minute?find=seals+minute`);

    const number = form.getByLabel('Number');
    await number.fill('9,000,000');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.inputValue()).toBe('9,000,000');
    await pages.expectSound(opened);
    await picture(page, 'setting-refused');

    await number.fill('1 200');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('row', { name: /you.*1,000,000.*from the environment.*1,200/ }).waitFor();
    await form.getByRole('button', { name: 'Reset to 1,000,000 (environment)' }).click();
    await form.getByRole('row', { name: /1,200.*1,000,000/ }).waitFor();
    expect(await number.inputValue()).toBe('1000000');
    await opened.close();
  });

  test('one is changed by keyboard alone, and the list says so', async () => {
    const opened = await pages.at('/admin/settings?part=Image+bank');
    const { page } = opened;
    const review = page.getByRole('link', { name: 'Review before use' });
    await review.focus();
    await page.keyboard.press('Enter');
    await dialog(page, 'Review before use').getByLabel('Off').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await dialog(page, 'Review before use')
      .getByRole('row', { name: /Off.*default.*On/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => pathOf(page)).toBe('/admin/settings');
    await page.getByRole('listitem').filter({ has: review }).getByText('Set here').waitFor();
    await opened.close();
  });

  test('two who change one setting are shown both values', async () => {
    const opened = await pages.at('/admin/settings/gateway-keep-runs-months');
    const { page } = opened;
    await page.getByLabel('Number of months').fill('6');
    await change('name: GATEWAY_KEEP_RUNS_MONTHS, integer: 24');
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = dialog(page, 'Changed by another person');
    await conflict.getByRole('row', { name: 'Months runs are kept 24 months 6 months' }).waitFor();
    await conflict.getByText('Changed by the admin token').waitFor();
    await pages.expectSound(opened);
    await picture(page, 'setting-conflict');
    await conflict.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByRole('row', { name: /24 months.*6 months/ }).waitFor();

    await page.getByLabel('Number of months').fill('9');
    await change('name: GATEWAY_KEEP_RUNS_MONTHS, reset: true');
    await page.getByRole('button', { name: 'Save' }).click();
    await conflict.getByRole('button', { name: 'Keep the current version' }).click();
    await expect.poll(() => page.getByLabel('Number of months').inputValue()).toBe('0');
    await opened.close();
  });

  test('a session that ends in the middle of a form loses nothing that was typed', async () => {
    const person = await pages.person(['ADMIN'], 'Ines Okafor');
    const opened = await pages.at('/admin/settings/customers-base-soft-cap-micros', { as: person });
    const { page } = opened;
    await page.getByLabel('US dollars').fill('12.50');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Save' }).click();
    const asked = dialog(page, 'Sign in again');
    await asked.waitFor();
    const again = await sessionOf(pages.api, person.operatorId);
    await signIn(page.context(), pages.api, { ...person, ...again });
    const [beside] = await Promise.all([
      page.waitForEvent('popup'),
      asked.getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await beside.waitForEvent('close');

    await page.getByRole('row', { name: /\$20\.00.*\$12\.50/ }).waitFor();
    expect(await page.getByLabel('US dollars').inputValue()).toBe('12.50');
    await opened.close();
  });

  test('where settings wait for another person, the form says so and leads there', async () => {
    await change('name: FOUR_EYES_SETTINGS, boolean: true');
    const opened = await pages.at('/admin/settings/approvals-days');
    const { page } = opened;
    await page.getByText('by Ines Okafor').waitFor();
    await page.getByLabel('Number of days').fill('5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Open approval request' }).click();
    await expect.poll(() => pathOf(page)).toMatch(/^\/admin\/approvals\/apv_/);
    await page.getByText('Another approver can').waitFor();
    await opened.close();
    await pages.api.database.query(`update setting set value = null where name = 'fourEyes.settings'`);
  });

  test('the inbound secret is rotated, shown once, tried, and the old one ends', async () => {
    const opened = await pages.at(INBOUND);
    const { page } = opened;
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    expect(await crumbs.textContent()).toBe('Marketing hub › Host settings › Integrations inbound secret');
    await page.getByText('INTEGRATIONS_INBOUND_SECRET').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    const rotating = dialog(page, 'Rotate secret');
    await rotating.getByLabel('Old secret stays valid for (hours)').fill('48');
    await rotating.getByText('Both secrets are valid until').waitFor();
    await change(`name: MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET, secret: "${INBOUND_SECRET}"`);
    await page.keyboard.press('Enter');
    // Somebody else was quicker: both would have made one, and only one of them would be known to anybody.
    const conflict = dialog(page, 'Changed by another person');
    await conflict.getByText('A new secret, created now').waitFor();
    await conflict.getByRole('button', { name: 'Keep my version' }).click();
    const told = dialog(page, 'New secret');
    const secret = (await told.locator('[data-secret]').textContent())!;
    await told.getByRole('checkbox').check();
    await told.getByRole('button', { name: 'Done' }).click();
    await told.waitFor({ state: 'hidden' });
    expect([await of(secret), await of(INBOUND_SECRET)]).toEqual([404, 404]);

    await page.getByLabel('Secret to test').fill(secret);
    await page.getByRole('button', { name: 'Send test request' }).click();
    await page.getByText('Accepted', { exact: true }).waitFor();
    await page.getByLabel('Secret to test').fill('no-secret-of-anybody-here');
    await page.getByRole('button', { name: 'Send test request' }).click();
    await page.getByText('Refused', { exact: true }).waitFor();
    await page.getByLabel('Secret to test').fill('short');
    await page.getByRole('button', { name: 'Send test request' }).click();
    await page.getByText('An inbound secret must have 16 to 256').waitFor();
    await pages.expectSound(opened);
    await picture(page, 'inbound-secret-rotated');

    await page.reload();
    await page.getByRole('heading', { name: 'Previous secrets that are still valid' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: /^Revoke now: [0-9a-f]{8}$/ }).click();
    await dialog(page, 'Revoke the secret').getByRole('button', { name: 'Revoke secret' }).click();
    await page.getByRole('heading', { name: 'Previous secrets that are still valid' }).waitFor({ state: 'detached' });
    expect([await of(secret), await of(INBOUND_SECRET)]).toEqual([404, 401]);

    await page.getByRole('button', { name: 'Set your own secret' }).click();
    const own = dialog(page, 'Set your own secret');
    await own.getByLabel('Secret', { exact: true }).fill('too short');
    await own.getByRole('button', { name: 'Set secret' }).click();
    await own.getByText('The secret must have 24 to 256').waitFor();
    await page.keyboard.press('Escape');
    const lost = dialog(page, 'Discard changes?');
    await lost.waitFor();
    await pages.expectSound(opened);
    await page.keyboard.press('Escape');
    await lost.waitFor({ state: 'hidden' });
    expect(await own.getByLabel('Secret', { exact: true }).inputValue()).toBe('too short');
    await own.getByLabel('Secret', { exact: true }).fill(INBOUND_SECRET);
    await own.getByLabel('Old secret stays valid for (hours)').fill('0');
    await own.getByRole('button', { name: 'Set secret' }).click();
    await own.waitFor({ state: 'hidden' });
    expect([await of(secret), await of(INBOUND_SECRET)]).toEqual([401, 404]);
    await opened.close();
  });

  test('capabilities say what is there, what is not, and lead to where it is decided', async () => {
    const opened = await pages.at('/admin/capabilities');
    const { page } = opened;
    const line = (title: string) => page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });
    await line('Sandbox').getByText('On', { exact: true }).waitFor();
    await line('OpenAI').getByText('Not configured').waitFor();
    await line('OpenAI').getByText('OPENAI_API_KEY').waitFor();
    await line('Organisation keys').getByText('Not available').waitFor();
    await line('Time stamps').getByRole('link', { name: 'Settings' }).click();
    await dialog(page, 'Time stamping authority').getByLabel('Text').waitFor();
    await opened.close();
  });

  test.each(SIZES)('is sound in %s at %i px', async (scheme, width) => {
    const opened = await pages.at('/admin/settings', { scheme, width });
    const { page } = opened;
    const shown = async (path: string, name: string) => {
      if (pathOf(page) !== path) await page.goto(pages.api.url + path);
      await page.locator('h1').waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      await pages.expectSound(opened);
      await picture(page, `${name}-${scheme}-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await page.locator('.settings-row').first().waitFor();
    await shown('/admin/settings', 'settings');
    await shown('/admin/settings/seals-kept-bytes-per-hour', 'setting');
    await shown(INBOUND, 'inbound-secret');
    await shown('/admin/capabilities', 'capabilities');
    await opened.close();
  });

  test('who may not change them is offered nothing, and who may not see them is told so', async () => {
    const auditor = await pages.person(['AUDITOR'], 'Aino Sund');
    const opened = await pages.at('/admin/settings/seals-per-minute', { as: auditor });
    const { page } = opened;
    await page.getByText('settings:manage').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.goto(pages.api.url + INBOUND);
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Rotate|Set your|Revoke|Send test|End/ }).count()).toBe(0);
    await page.goto(`${pages.api.url}/admin/settings/no-such-setting`);
    await page.getByText('This setting doesn’t exist.').waitFor();
    await opened.close();
  });
});
