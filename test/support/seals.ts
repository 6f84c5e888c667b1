import { databaseOptions } from '../../src/app.ts';
import { LogTree } from '../../src/log/log-tree.ts';
import { LogWriter } from '../../src/log/log-writer.ts';
import { Database } from '../../src/platform/database/database.ts';
import type { Api, Json } from './api.ts';

/** Seals a text over REST; gives the body. @throws when it is refused. */
export async function sealText(api: Api, text: string, more: object = {}): Promise<Json> {
  const { status, body } = await api.json('/api/legal/provenance-seal', {
    body: { artifact_text: text, disclaimer_ack: true, ...more },
  });
  if (status !== 201) throw new Error(`The seal failed: ${JSON.stringify(body)}`);
  return body;
}

/** Seals so many different texts, as many at once as the service takes together. */
export async function sealTexts(api: Api, count: number): Promise<Json[]> {
  const seals: Json[] = [];
  const texts = Array.from({ length: count }, (_, n) => `text ${n}`);
  const caller = async () => {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) seals.push((await sealText(api, text)).seal);
  };
  await Promise.all(Array.from({ length: 64 }, caller));
  return seals;
}

/** A file of a seal as its holder downloads it. */
export async function sealFile(api: Api, sealId: string, name: string): Promise<Buffer> {
  return download(api, `/v/${sealId}/${name}`);
}

/** @throws when there is nothing. */
export async function download(api: Api, path: string): Promise<Buffer> {
  const response = await api.fetch(path);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Writes an entry that no checkpoint covers yet, as a process leaves it that is killed in between. */
export async function appendUnpublished(url: string, key: string): Promise<void> {
  const database = await Database.open(databaseOptions({ databaseUrl: url, poolSize: 2 }));
  await new LogWriter(database, new LogTree(1)).append({ key, body: Buffer.from(`{"key":"${key}"}`) });
  await database.close();
}
