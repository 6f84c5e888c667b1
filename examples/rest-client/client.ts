import createClient from 'openapi-fetch';
import type { components, paths } from './imprimatur.js';

/** Node's, without its types: nothing else of it is needed here. */
declare const process: { env: Record<string, string | undefined> };

const baseUrl = process.env.IMPRIMATUR_URL ?? 'http://127.0.0.1:4000';
const api = createClient<paths>({ baseUrl });
const bearer = (secret: string | undefined) => ({ Authorization: `Bearer ${secret}` });

/** Every error has one form, whose `code` never changes its meaning. */
function orThrow<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data !== undefined) return data;
  const { code, detail } = error as components['schemas']['Problem'];
  throw new Error(`${code}: ${detail}`);
}

/** Seals a text. Asked again with the same key, after an answer that was lost, it gives the same seal. */
async function seal(text: string, key: string) {
  const { seal: sealed, ownerToken } = orThrow(
    await api.POST('/api/legal/provenance-seal', {
      params: { header: { 'Idempotency-Key': key } },
      body: { artifact_text: text, disclaimer_ack: true },
    }),
  );
  return { id: sealed.id, url: sealed.verificationUrl, ownerToken };
}

/** Has a picture drawn, and asks until it is there. */
async function render(prompt: string, headers: { Authorization: string }) {
  const asked = await api.POST('/api/integrations/cinema/render', {
    headers,
    params: { header: { Prefer: 'respond-async' } },
    body: { prompt, tags: ['made by a client'], width: 256, height: 256, seed: 3 },
  });
  let { render: state } = orThrow(asked);
  while (state.status === 'QUEUED' || state.status === 'RUNNING') {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { id } = state;
    const found = await api.GET('/api/integrations/cinema/render/{id}', { headers, params: { path: { id } } });
    state = orThrow(found).render;
  }
  return { status: state.status, isLater: asked.response.status === 202, image: state.image };
}

/** Every picture with these tags, page after page. */
async function* bank(tags: string, headers: { Authorization: string }) {
  for (let cursor: string | undefined; ; ) {
    const query = { tags, limit: 2, ...(cursor && { cursor }) };
    const page = orThrow(await api.GET('/api/admin/image-bank', { headers, params: { query } }));
    yield* page.items;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

const integration = bearer(process.env.INTEGRATIONS_INBOUND_SECRET);
const operator = bearer(process.env.ADMIN_TOKEN);

const key = crypto.randomUUID();
const first = await seal('The offer stands until Friday.', key);
const again = await seal('The offer stands until Friday.', key);

const drawn = await render('Mountain lake at golden hour in autumn', integration);

const ids: string[] = [];
for await (const { id } of bank('made by a client', operator)) ids.push(id);

const picked = orThrow(
  await api.GET('/api/marketing/image-bank/pick', { params: { query: { tags: 'made by a client', match: 'all' } } }),
);
const look = (header: { 'If-None-Match'?: string }) =>
  api.GET('/v/{sealId}', { params: { path: { sealId: first.id }, header: { Accept: 'application/json', ...header } } });
const etag = (await look({})).response.headers.get('etag') ?? '';
const unchanged = await look({ 'If-None-Match': etag });

const { error: noMatch } = await api.GET('/api/marketing/image-bank/pick', {
  params: { query: { tags: 'no such tag' } },
});

const { data: checkpoint } = await api.GET('/log/checkpoint', { parseAs: 'text' });

console.log(
  JSON.stringify({
    sealedOnce: first.id === again.id && first.ownerToken === again.ownerToken,
    seal: first.url,
    render: drawn.status,
    answeredLater: drawn.isLater,
    image: drawn.image?.url,
    listed: ids.length,
    // With `as=bytes` it would be the picture itself.
    picked: typeof picked === 'object' && picked.asset.id,
    unchanged: unchanged.response.status,
    // A browser would get a page.
    refusedWith: typeof noMatch === 'object' && noMatch.code,
    log: checkpoint?.split('\n')[0],
  }),
);
