import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { answering, strictStandIns } from '../../support/providers/stand-ins.ts';

describe.skipIf(HAS_NO_BROWSER)('the screen of a run', () => {
  let standIns: Awaited<ReturnType<typeof strictStandIns>>;
  let pages: AdminPages;

  beforeAll(async () => {
    standIns = await strictStandIns({
      reply: (provider, asked) => answering(provider, asked, undefined, '{"number":17}'),
    });
    pages = await AdminPages.open({ env: standIns.env });
  });
  afterAll(async () => {
    await pages?.close();
    await standIns?.stop();
  });

  test('shows that the answer misses the schema that was requested', async () => {
    const { as } = await customerWithKey(pages.api, { plan: 'PRO' });
    const schema = { type: 'object', properties: { number: { type: 'string' } } };
    const { status, headers } = await pages.api.json('/v1/chat/completions', {
      as,
      body: {
        model: 'fast-execution/field-extraction',
        messages: [{ role: 'user', content: 'Invoice 17' }],
        response_format: { type: 'json_schema', json_schema: { name: 'invoice', schema } },
      },
    });
    expect(status).toBe(200);

    const opened = await pages.at(`/admin/runs/${headers.get('x-imprimatur-run-id')}`);

    await opened.page.getByText('Not met: the answer doesn’t match it').waitFor();
    await pages.expectSound(opened);
    await picture(opened.page, 'schema-miss');
    await opened.close();
  });
});
