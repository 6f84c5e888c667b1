import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { json } from '../../support/providers/protocols.ts';
import { answering, strictStandIns } from '../../support/providers/stand-ins.ts';

const REFUSED = json(
  {
    error: {
      message: "Unsupported parameter: 'max_tokens' is not allowed with this model. Input: Kowalski",
      type: 'invalid_request_error',
      param: 'max_tokens',
      code: 'unsupported_parameter',
    },
  },
  400,
);

describe.skipIf(HAS_NO_BROWSER)('the screen of a run', () => {
  let standIns: Awaited<ReturnType<typeof strictStandIns>>;
  let pages: AdminPages;
  let isBusy = false;

  beforeAll(async () => {
    const busy = json({ error: { message: 'Rate limit reached.' } }, 429, { 'retry-after': '100' });
    standIns = await strictStandIns({
      reply: (provider, asked) => (isBusy ? busy : provider === 'deepseek' ? REFUSED : answering(provider, asked)),
    });
    pages = await AdminPages.open({ env: standIns.env });
  });
  afterAll(async () => {
    await pages?.close();
    await standIns?.stop();
  });

  const ask = async () => {
    const { as } = await customerWithKey(pages.api, { plan: 'PRO' });
    return pages.api.json('/v1/chat/completions', {
      as,
      body: { model: 'fast-execution/filter-classify', messages: [{ role: 'user', content: 'Is Kowalski late?' }] },
    });
  };

  test('shows why a provider refused an attempt', async () => {
    const { status, headers } = await ask();
    expect(status).toBe(200);

    const opened = await pages.at(`/admin/runs/${headers.get('x-imprimatur-run-id')}`);

    await opened.page
      .getByText(
        "Unsupported parameter: 'max_tokens' is not allowed with this model. Input: … (invalid_request_error, unsupported_parameter, max_tokens)",
      )
      .waitFor();
    await pages.expectSound(opened);
    await picture(opened.page, 'run-provider-reason');
    await opened.close();
  });

  test('shows a run that no deployment could be called for', async () => {
    isBusy = true;
    expect((await ask()).status).toBe(429);
    const { status, headers } = await ask();
    expect(status).toBe(503);

    const opened = await pages.at(`/admin/runs/${headers.get('x-imprimatur-run-id')}`);

    await opened.page.getByText('No provider was called.').waitFor();
    await opened.page
      .getByText(/every eligible provider limits the rate of requests/)
      .first()
      .waitFor();
    await pages.expectSound(opened);
    await picture(opened.page, 'run-unserved');
    await opened.close();
  });
});
