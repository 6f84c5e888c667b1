import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { LETTER } from '../../publishing/support.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { type SignedIn, sessionOf, withPasskey, withPassword } from '../../support/people.ts';

const PASSWORD = 'a long enough password';

const SIZES = [
  ['light', 1_440],
  ['dark', 390],
] as const;

describe.skipIf(HAS_NO_BROWSER)('operators and agents in the back office', () => {
  let pages: AdminPages;
  let edith: SignedIn;

  beforeAll(async () => {
    pages = await AdminPages.open();
    await withPassword(pages.api, pages.admin.operatorId, PASSWORD);
    edith = await pages.person(['EDITOR'], 'Edith Roe');
  });

  afterAll(() => pages?.close());

  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
  const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

  /** What is told once, after whoever reads it has said that it is kept. */
  async function toldOnce(secret: Locator): Promise<string> {
    const text = (await secret.locator('[data-secret]').textContent()) ?? '';
    await secret.getByRole('checkbox').check();
    await secret.getByRole('button', { name: 'Done' }).click();
    await secret.waitFor({ state: 'hidden' });
    return text;
  }

  test('somebody is invited by mouse with a link that is shown once and works, until it is withdrawn', async () => {
    const opened = await pages.at('/admin/operators');
    const { page } = opened;
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByText('No invitations yet.').waitFor();
    await page.getByRole('link', { name: 'Invite operator' }).first().click();
    await page.getByLabel('E-mail address').fill('Noor@example.org');
    await page.getByLabel('Approver').check();
    await page.getByLabel('Auditor').check();
    await page.keyboard.press('Escape');
    await dialog(page, 'Discard changes?').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await toldOnce(dialog(page, 'Link for Noor@example.org'));
    await row(page, /noor@example\.org Approver, Auditor Open until .* you/).waitFor();
    const { pathname } = new URL(link);
    expect((await pages.api.fetch(pathname)).status).toBe(200);
    await page.reload();
    await row(page, /noor@example\.org/).waitFor();
    expect(await page.content()).not.toContain(pathname);

    await page.getByRole('button', { name: 'Revoke the invitation of noor@example.org' }).click();
    await dialog(page, 'Revoke the invitation?').getByRole('button', { name: 'Revoke invitation' }).click();
    await row(page, /noor@example\.org .* Revoked/).waitFor();
    expect((await pages.api.fetch(pathname)).status).not.toBe(200);
    await opened.close();
  });

  test('somebody is invited and the invitation withdrawn by keyboard alone', async () => {
    const opened = await pages.at('/admin/operators/invitations/new');
    const { page } = opened;
    await dialog(page, 'Invite operator').getByLabel('E-mail address').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('email');
    await page.keyboard.type('ola@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    const secret = dialog(page, 'Link for ola@example.org');
    await secret.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await row(page, /ola@example\.org Editor Open/).waitFor();
    await page.getByRole('button', { name: 'Revoke the invitation of ola@example.org' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page, 'Revoke the invitation?').waitFor();
    // What is dangerous does not have the focus at first.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await row(page, /ola@example\.org .* Revoked/).waitFor();
    await opened.close();
  });

  test('roles change; two who change them are shown both; second factors are reset; somebody is disabled and enabled', async () => {
    const { operatorId } = await pages.person(['AUDITOR'], 'Ines <b>Edelmann</b>');
    await withPasskey(pages.api, operatorId);
    const opened = await pages.at(`/admin/operators/${operatorId}`);
    const { page } = opened;
    await page.getByText('Passkey', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Edit roles' }).click();
    await dialog(page, 'Edit roles').getByLabel('Approver').check();
    await pages.api.graphql(
      'mutation ($input: UpdateOperatorRolesInput!) { updateOperatorRoles(input: $input) { __typename } }',
      { as: pages.admin.as, variables: { input: { operatorId, roles: ['EDITOR', 'AUDITOR'] } } },
    );
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = dialog(page, 'Changed by another person');
    await conflict.getByRole('row', { name: 'Roles Editor, Auditor Approver, Auditor' }).waitFor();
    await conflict.getByRole('button', { name: 'Keep my version' }).click();
    await page.getByText('Approver: decides approvals').waitFor();
    await expect.poll(() => pathOf(page)).toBe(`/admin/operators/${operatorId}`);

    await page.getByRole('button', { name: 'Reset second factors' }).click();
    await dialog(page, 'Reset the second factors').getByRole('button', { name: 'Reset second factors' }).click();
    await page.getByText('None', { exact: true }).waitFor();
    // There are two who may approve now; the administrator is the other.
    const { data } = await pages.api.graphql(
      'mutation { updateSetting(input: { name: FOUR_EYES_POLICY, boolean: true }) { __typename } }',
      { as: 'operator' },
    );
    expect(data.updateSetting.__typename).toBe('UpdatedSetting');
    await page.getByRole('link', { name: 'Edit roles' }).click();
    await dialog(page, 'Edit roles').getByLabel('Approver').uncheck();
    const left = page.getByText('Only one operator could approve, but four-eyes approval is on');
    await left.waitFor();
    await dialog(page, 'Edit roles').getByLabel('Approver').check();
    await left.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await left.waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await pages.api.database.query(`update setting set value = null where name = 'fourEyes.policy'`);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable operator' }).click();
    await page.getByText('Disabled', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Create token' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable operator' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await opened.close();
  });

  test('a token is issued after a step-up in the middle of the form, in which nothing typed is lost', async () => {
    const { operatorId, email } = pages.admin;
    const stale = { ...pages.admin, ...(await sessionOf(pages.api, operatorId, null)) };
    const opened = await pages.at('/admin/operators/tokens/new', { as: stale });
    const { page } = opened;
    await page.getByLabel('Token name').fill('The nightly report');
    await page.getByLabel('Expires').selectOption('In 30 days');
    await page.getByLabel('Search').fill('audit');
    await page.getByLabel('Read the audit trail').check();
    await page.getByRole('button', { name: 'Create token' }).click();

    const wanted = dialog(page, 'Confirm your identity');
    const [window] = await Promise.all([
      page.context().waitForEvent('page'),
      wanted.getByRole('link', { name: 'Confirm identity' }).click(),
    ]);
    await window.getByLabel('Password').fill(PASSWORD);
    await Promise.all([window.waitForEvent('close'), window.getByRole('button', { name: 'Confirm' }).click()]);
    const token = await toldOnce(dialog(page, 'New token'));
    await row(page, /The nightly report .* you Active until/).waitFor();
    const { data } = await pages.api.graphql('{ me { permissions operator { email } } }', { as: { bearer: token } });
    expect(data.me).toEqual({ permissions: ['audit:read'], operator: { email } });

    await page.getByRole('button', { name: 'Rotate The nightly report' }).click();
    await page.getByRole('button', { name: 'Rotate token' }).click();
    expect(await toldOnce(dialog(page, 'New token'))).not.toBe(token);
    await page.getByRole('button', { name: 'Revoke The nightly report' }).last().click();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await row(page, /The nightly report .* Revoked/).waitFor();
    await page.reload();
    await row(page, /The nightly report .* Revoked/).waitFor();
    expect(await page.content()).not.toContain(token);
    await opened.close();
  });

  test('the last ADMIN cannot be disabled, and is told why in words', async () => {
    const opened = await pages.at(`/admin/operators/${pages.admin.operatorId}`);
    const { page } = opened;
    await page.getByText('This is you.').waitFor();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable my account' }).click();
    await page.getByText('This is the last ADMIN who can sign in.').waitFor();
    await opened.close();
  });

  test('another session of one’s own is ended, and all of them', async () => {
    const mara = await pages.person(['EDITOR'], 'Mara Voss');
    await sessionOf(pages.api, mara.operatorId);
    const opened = await pages.at('/admin/operators/sessions', { as: mara });
    const { page } = opened;
    await row(page, /This browser/).waitFor();
    await page.getByRole('button', { name: /^End the session of/ }).click();
    await page.getByRole('button', { name: 'End session', exact: true }).click();
    await expect.poll(() => page.locator('table.data tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialog(page, 'Sign out everywhere?').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect.poll(() => pathOf(page)).toBe('/admin/sign-in');
    await opened.close();
  });

  test('an agent is made, its key issued, shown once, rotated and revoked; what it asks is told', async () => {
    const opened = await pages.at('/admin/agents');
    const { page } = opened;
    await page.getByText('No agents yet.').waitFor();
    await page.getByRole('link', { name: 'Create agent' }).first().click();
    await page.getByLabel('Name').fill('Newsletter <b>');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Newsletter <b>' }).waitFor();
    expect(await page.locator('pre').textContent()).toContain(`${pages.api.url}/mcp`);
    expect(await page.locator('pre').textContent()).toContain('Bearer imak_…');

    await page.getByRole('link', { name: 'Create key' }).click();
    await page.getByLabel('Key name').fill('The office');
    await page.getByRole('button', { name: 'Create key' }).click();
    const token = await toldOnce(dialog(page, 'New key'));
    expect(token).toMatch(/^imak_/);
    await page.reload();
    await row(page, /The office .* Active/).waitFor();
    expect(await page.content()).not.toContain(token);
    const { data } = await pages.api.graphql(
      `mutation ($input: CreatePublishRequestInput!) { createPublishRequest(input: $input) { __typename ... on Problem { message } } }`,
      { as: { bearer: token }, variables: { input: LETTER } },
    );
    expect(data.createPublishRequest).toEqual({ __typename: 'CreatedPublishRequest' });
    await page.reload();
    await page.getByRole('heading', { name: 'Approval requests' }).waitFor();
    await page.locator('.row-link').first().waitFor();
    expect(await page.getByRole('link', { name: 'Show runs' }).getAttribute('href')).toMatch(
      /^\/admin\/runs\?by=agent%3Aagt_\w+$/,
    );

    await page.getByRole('button', { name: 'Rotate The office' }).click();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const second = await toldOnce(dialog(page, 'New key'));
    await page.getByRole('button', { name: 'Revoke The office' }).last().click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await row(page, /The office .* Revoked/).waitFor();
    const whoIs = async (bearer: string) =>
      (await pages.api.graphql('{ myAgent { name } }', { as: { bearer } })).data?.myAgent?.name ?? null;
    await expect.poll(() => whoIs(token)).toBeNull();
    expect(await whoIs(second)).toBe('Newsletter <b>');

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable agent' }).click();
    await row(page, /The office .* Inactive/).waitFor();
    await expect.poll(() => whoIs(second)).toBeNull();
    await expect.poll(() => page.getByRole('link', { name: 'Create key' }).count()).toBe(0);
    await opened.close();
  });

  test.each(SIZES)('is sound in %s at %i px', async (scheme, width) => {
    const opened = await pages.at('/admin/operators', { scheme, width });
    const { page } = opened;
    const shown = async (path: string, name: string, sign: Locator) => {
      if (pathOf(page) !== path) await page.goto(pages.api.url + path);
      await sign.first().waitFor();
      await pages.expectSound(opened);
      await picture(page, `${name}-${scheme}-${width}`);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    const rows = page.locator('table.data tbody tr');
    await shown('/admin/operators', 'operators', rows);
    await shown(`/admin/operators/${pages.admin.operatorId}`, 'operator', rows);
    await shown('/admin/operators/invitations', 'invitations', rows);
    await shown('/admin/operators/invitations/new', 'invite', page.getByLabel('Auditor'));
    await shown('/admin/operators/tokens/new', 'token-new', page.getByLabel('Read the audit trail'));
    await shown('/admin/operators/sessions', 'sessions', rows);
    await shown('/admin/agents', 'agents', rows);
    await page.getByRole('link', { name: 'Newsletter <b>' }).click();
    await page.getByRole('heading', { name: 'Newsletter <b>' }).waitFor();
    await shown(pathOf(page), 'agent', page.getByText('Use tools over MCP'));
    await shown('/admin/agents/new', 'agent-new', page.getByLabel('A customer'));
    await opened.close();
  });

  test('offers nobody what is not for them', async () => {
    const opened = await pages.at('/admin/operators', { as: edith });
    const { page } = opened;
    await row(page, /Edith Roe/).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /Invit/ }).count()).toBe(0);
    await expect.poll(() => page.getByText('Second factor').count()).toBe(0);
    await page.goto(`${pages.api.url}/admin/operators/${pages.admin.operatorId}`);
    await page.getByText('Sign-in address').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Disable|Reset/ }).count()).toBe(0);
    await expect.poll(() => page.getByRole('link', { name: /Edit roles|Create token/ }).count()).toBe(0);
    await page.goto(`${pages.api.url}/admin/operators/invitations`);
    await page.getByText('operators:manage').waitFor();

    const { customer } = await customerWithKey(pages.api, { name: 'Lindqvist Legal' });
    const { data } = await pages.api.graphql(
      'mutation ($input: CreateAgentInput!) { createAgent(input: $input) { ... on CreatedAgent { agent { id } } } }',
      { as: pages.admin.as, variables: { input: { name: 'Theirs', customerId: customer.id } } },
    );
    await page.goto(`${pages.api.url}/admin/agents/${data.createAgent.agent.id}`);
    await page.getByText('Lindqvist Legal').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Create key' }).count()).toBe(0);
    await opened.close();
    const auditor = await pages.at('/admin/agents', { as: await pages.person(['AUDITOR'], 'Ann Auditor') });
    await auditor.page.getByText('own-agents:manage').waitFor();
    await expect.poll(() => auditor.page.getByRole('link', { name: 'Agents' }).count()).toBe(0);
    await auditor.close();
  });
});
