import { readFileSync } from 'node:fs';

export interface Page {
  name: string;
  text: string;
  variables: Record<string, unknown>;
}

/** Input of each front end. The test writes it to `work.json`. */
export interface Work {
  url: string;
  token: string;
  pages: Page[];
  mutations: { updateAsset: string; deleteWebhook: string };
  /** Asset that gets this title. Two pages show it. */
  asset: { assetId: string; title: string };
  /** Webhook that is deleted twice. */
  webhookId: string;
  /** Query for the webhook that is deleted, with its type. */
  webhook: Page;
}

/** Data by page. Null where the cache does not have all of it. */
type Pages = Record<string, unknown>;

export interface Client {
  query(page: Page): Promise<unknown>;
  /** Reads from the cache only. */
  cached(page: Page): Promise<unknown>;
  updateAsset(input: Work['asset']): Promise<unknown>;
  deleteWebhook(webhookId: string): Promise<unknown>;
}

export const work: Work = JSON.parse(readFileSync('work.json', 'utf8'));
export const endpoint = `${work.url}/graphql`;

let requests = 0;
/** Sends a request with the credential, and counts it. */
export const send: typeof fetch = (input, init) => {
  requests += 1;
  const headers = new Headers(init?.headers);
  headers.set('Authorization', `Bearer ${work.token}`);
  return fetch(input, { ...init, headers });
};

const warnings: string[] = [];
console.warn = (...all: unknown[]) => warnings.push(all.join(' '));
console.error = console.warn;

/** Does the work and prints what came of it. */
export async function run(client: Client): Promise<void> {
  const each = async (read: (page: Page) => Promise<unknown>): Promise<Pages> => {
    const data: Pages = {};
    for (const page of work.pages) data[page.name] = await read(page);
    return data;
  };
  const fetched = await each(client.query);
  const sent = requests;
  const cached = await each(client.cached);
  const sentForCache = requests - sent;
  await client.query(work.webhook);
  const updated = await client.updateAsset(work.asset);
  const deleted = await client.deleteWebhook(work.webhookId);
  const deletedAgain = await client.deleteWebhook(work.webhookId);
  const cachedAtEnd = await each(client.cached);
  const webhookAtEnd = await client.cached(work.webhook);
  const all = {
    fetched,
    sent,
    cached,
    sentForCache,
    updated,
    deleted,
    deletedAgain,
    cachedAtEnd,
    webhookAtEnd,
    warnings,
  };
  process.stdout.write(JSON.stringify(all));
}
