import { readdirSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { type Api, bearerOf, type Credential, credentialHeaders } from '../support/api.ts';
import { PATIENCE_MS } from '../support/patience.ts';

export interface Ask {
  method?: string;
  /** Sent exactly as it is: nothing is decoded, joined or normalised. */
  path: string;
  as?: Credential;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  json: any;
}

/** A request as it is spelt, on a connection of its own: `fetch` would tidy paths and headers on the way. */
export function ask(api: Api, { method = 'GET', path, as, headers, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      api.url,
      {
        method,
        path,
        agent: false,
        headers: {
          ...credentialHeaders(as),
          ...(body !== undefined &&
            !headers?.['transfer-encoding'] && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      async (response) => {
        try {
          const bytes = await buffer(response);
          const text = bytes.toString('utf8');
          const isJson = /json\b/.test(response.headers['content-type'] ?? '') && text !== '';
          const json = isJson ? JSON.parse(text) : null;
          resolve({ status: response.statusCode!, headers: response.headers, bytes, text, json });
        } catch (error) {
          reject(error);
        }
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export const JSON_TYPE = { 'content-type': 'application/json' };

/** A POST of JSON; a string or bytes go as they are. */
export function post(path: string, body: unknown, rest: Partial<Ask> = {}): Ask {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  return {
    method: 'POST',
    path,
    body: isRaw ? (body as string) : JSON.stringify(body),
    ...rest,
    headers: { ...JSON_TYPE, ...rest.headers },
  };
}

/** That an answer is the one kind of error there is, complete and without anything that should stay inside. */
export function expectProblem(answer: Answer, expected: { status: number; code: string }): void {
  expect(answer).toMatchObject({ status: expected.status, json: expected });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const { type, title, status, detail, instance, code, requestId, ok } = answer.json;
  expect(ok).toBe(false);
  expect(new URL(type).pathname).toBe(`/problems/${code.toLowerCase().replaceAll('_', '-')}`);
  expect(status).toBe(answer.status);
  for (const text of [title, detail]) expect(text).toMatch(/\S/);
  expect(requestId).toBe(answer.headers['x-request-id']);
  expect(instance).toBe(`urn:request:${requestId}`);
  for (const issue of answer.json.errors ?? []) {
    expect(issue).toEqual({ pointer: expect.any(String), detail: expect.stringMatching(/\S/) });
  }
  expectNothingInternal(answer);
}

/** No HTML, no stack, no file of ours, no library's own words, no secret. */
export function expectNothingInternal({ text }: Answer): void {
  expect(text).not.toMatch(/<!doctype|<html|<pre>/i);
  expect(text).not.toMatch(/\n\s+at |node_modules|file:\/\/|\/src\/|\.ts:\d/);
  expect(text).not.toMatch(/postgres|select .* from|Kysely|MikroORM|ECONN|ENOENT|\$input/i);
  expect(text).not.toContain(bearerOf('integration'));
  expect(text).not.toContain(bearerOf('operator'));
}

/**
 * Everything that is stored: a digest of each table, the number of jobs, and the files of the blob store. Left out are the counts of
 * limits, since a refusal counts and is written into the audit trail, and what processes note by themselves as time passes.
 */
export async function stored(api: Api): Promise<Record<string, unknown>> {
  const text = digestsOf.get(api) ?? (await writeDigests(api));
  digestsOf.set(api, text);
  const rows = await api.database.query<{ name: string }>(text);
  const all = Object.fromEntries(rows.map(({ name, ...kept }) => [name, kept]));
  const [jobs] = await api.database.query('select count(*)::int as count from pgboss.job');
  return { ...all, jobs: jobs!.count, files: filesOf(api) };
}

const MOVING: Readonly<Record<string, string>> = {
  operator_session: `'{last_used_at,updated_at,last_address}'::text[]`,
  outbox_event: `'dispatched_at'`,
  webhook: `'{last_used_at,failing_seconds,last_failed_at}'::text[]`,
};

/** A service gets no other tables: to look them up takes as long as to look into them. */
const digestsOf = new WeakMap<Api, string>();

async function writeDigests(api: Api): Promise<string> {
  const tables = await api.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any('{limit_use,audit_entry,chain_pending,chain_entry,chain_blinding,process_life,clock_note}')`,
  );
  // When a link or a session was last used, and from where, is written once a minute, whatever is asked; an event is handed on by itself.
  const digests = tables.map(
    ({
      name,
    }) => `select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(kept, '|' order by kept), '')) as digest
      from (select (to_jsonb(t) - ${MOVING[name] ?? `'last_used_at'`})::text as kept from "${name}" t) rows`,
  );
  return digests.join(' union all ');
}

export function filesOf(api: Api): string[] {
  const found = readdirSync(join(api.dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Waits until nothing is on its way any more: every event has gone out, every run is in the chain and every job has been done. */
export async function settled(api: Api): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await api.database.query(
        `select (select count(*) from outbox_event where dispatched_at is null)
           + (select count(*) from chain_pending)
           + (select count(*) from pgboss.job where state in ('created', 'active', 'retry')) as waiting`,
      );
      expect(Number(row!.waiting)).toBe(0);
    },
    { timeout: PATIENCE_MS, interval: 50 },
  );
}

/** A small picture that is like no other of another `shade`. */
export function picture(shade: number, size = 8): Promise<Buffer> {
  const color = { r: shade % 256, g: (shade >> 8) % 256, b: 120 };
  return sharp({ create: { width: size, height: size, channels: 3, background: color } })
    .png()
    .toBuffer();
}

let shades = 1_000;

/** Puts a new picture into the bank and gives the REST asset. */
// biome-ignore lint/suspicious/noExplicitAny: the REST body
export async function upload(api: Api, details: object = {}): Promise<any> {
  const imageBase64 = (await picture(shades++)).toString('base64');
  const { status, body } = await api.json('/api/admin/image-bank', {
    as: 'operator',
    body: { imageBase64, ...details },
  });
  if (status !== 201) throw new Error(`The upload failed: ${JSON.stringify(body)}`);
  return body.asset;
}

/** A multipart body with any fault one likes. */
export function multipart(parts: readonly { head: string; body: string | Uint8Array }[], end = '\r\n--line--\r\n') {
  const pieces = parts.flatMap(({ head, body }) => [Buffer.from(`\r\n--line\r\n${head}\r\n\r\n`), Buffer.from(body)]);
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=line' },
    body: Buffer.concat([...pieces, Buffer.from(end)]).subarray(2),
  };
}

export const FILE_HEAD = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png';
export const fieldHead = (name: string) => `Content-Disposition: form-data; name="${name}"`;
