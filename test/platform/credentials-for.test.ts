import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ works: false });
});
afterAll(() => api.stop());

const ADMIN_TOKEN = 'the admin token (`ADMIN_TOKEN`; by default the file `.data/secrets/admin-token`)';

describe('an anonymous caller who lacks a permission', () => {
  test.each([
    ['settings need', '{ settings { name } }', [ADMIN_TOKEN]],
    ['runs need', '{ runs { totalCount } }', [ADMIN_TOKEN, 'a customer key (command `imprimatur customer-key NAME`)']],
  ])('is told which secret %s, and where it is', async (_, query, named) => {
    const { errors } = await api.graphql(query);

    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    for (const secret of named) expect(errors?.[0]?.message).toContain(secret);
    expect(errors?.[0]?.message).not.toContain(api.services.platform.config.dataDir);
  });

  test('is told the same by REST and by the page of the problem', async () => {
    const { body } = await api.json('/api/integrations/cinema/render', { body: { prompt: 'a lake' } });
    const page = await (await api.fetch('/problems/unauthenticated')).text();

    expect(body.detail).toContain(ADMIN_TOKEN);
    expect(body.detail).toContain('the file `.data/secrets/integrations-inbound-secret`');
    expect(page).toContain('.data/secrets/admin-token');
  });
});
