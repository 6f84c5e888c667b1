import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerWithKey } from '../../customers/graph.ts';
import { plainPicture } from '../../renders/image-server.ts';
import { AdminPages, picture } from '../../support/admin-page.ts';
import { HAS_NO_BROWSER } from '../../support/browser.ts';
import { openAiImages } from '../../support/providers/image-protocols.ts';
import { answering, type StandIns, strictStandIns } from '../../support/providers/stand-ins.ts';

describe.skipIf(HAS_NO_BROWSER)('the screen of a run', () => {
  let standIns: StandIns;
  let pages: AdminPages;

  beforeAll(async () => {
    const drawn = await plainPicture(512, 512);
    const usage = { input_tokens: 13, output_tokens: 900_000, total_tokens: 900_013 };
    const answer = { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100, cost: { total_cost: 1_000 } };
    standIns = await strictStandIns({
      reply: (provider, asked) =>
        asked.path.endsWith('/images/generations')
          ? openAiImages([drawn, drawn], { usage })
          : answering(provider, asked, answer),
    });
    pages = await AdminPages.open({ env: standIns.env });
  });
  afterAll(async () => {
    await pages?.close();
    await standIns?.stop();
  });

  test.each([
    [
      'a cost',
      '/v1/chat/completions',
      { model: 'case-scanning/cited-retrieval', messages: [{ role: 'user', content: 'Hi' }] },
      /^perplexity\/sonar-pro reported 90 input tokens, 10 output tokens at a cost of \$1,000\.00, which is more than the request could use or cost\.$/,
    ],
    [
      'pictures',
      '/v1/images/generations',
      { model: 'media/image', prompt: 'A red fox' },
      /^openai\/\S+ reported 13 input tokens, 900,000 output tokens, 2 pictures at a cost of \$27\.00, which is more than/,
    ],
  ])('shows %s that the provider reported beyond what was possible', async (what, path, body, sentence) => {
    const { as } = await customerWithKey(pages.api, { plan: 'PRO' });
    const { status, headers } = await pages.api.json(path, { as, body });
    expect(status).toBe(200);

    const opened = await pages.at(`/admin/runs/${headers.get('x-imprimatur-run-id')}`);

    await opened.page.getByText('Reported usage').waitFor();
    const text = await opened.page.getByText(' at a cost of ').textContent();
    expect(text?.replace(/\s+/g, ' ').trim()).toMatch(sentence);
    await pages.expectSound(opened);
    await picture(opened.page, `run-reported-${what.replace(' ', '-')}`);
    await opened.close();
  });
});
