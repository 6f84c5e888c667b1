import { auditExport } from '../../src/proof/audit-export.ts';
import { parseTrust, type Trust } from '../../src/proof/trust.ts';
import type { Api, Json } from '../support/api.ts';
import { download } from '../support/seals.ts';

const MESSAGES = [{ role: 'user', content: 'Is it so?' }];

/** Runs tasks in the sandbox, and gives their ids. */
export async function runTasks(api: Api, count: number, model = 'fast-execution/redact-draft'): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const { status, body, headers } = await api.json('/v1/chat/completions', {
      as: 'integration',
      body: { model, messages: MESSAGES },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    ids.push(headers.get('x-imprimatur-run-id')!);
  }
  return ids;
}

export async function exported(api: Api, query = ''): Promise<string> {
  const response = await api.fetch(`/exports/runs.jsonl${query}`, { as: 'operator' });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

export const linesOf = (text: string): Json[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

export const trustOf = async (api: Api): Promise<Trust> =>
  parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));

/** What an audit says of an export, given as text or by its lines. */
export function audited(source: string | readonly Json[], trust: Trust, keptHead?: { seq: number; hash: string }) {
  const lines = typeof source === 'string' ? source.trimEnd().split('\n') : source.map((line) => JSON.stringify(line));
  return auditExport(lines, { trust, now: new Date(), keptHead });
}
