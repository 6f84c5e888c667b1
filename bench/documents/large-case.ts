import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zipOf } from '../../test/documents/extraction/files.ts';
import type { Bench } from '../bench.ts';
import { markdownTable } from '../markdown-table.ts';
import { CasesClient } from './client.ts';
import { plainText } from './files.ts';

export interface LargeCasePlan {
  readonly documents: number;
  readonly perZip: number;
  readonly passagesPerDocument: number;
}

/** Fills a case with many short documents, and reads and erases it. Returns a Markdown table. */
export async function benchLargeCase({ children, folder, postgres }: Bench, plan: LargeCasePlan): Promise<string> {
  const token = randomBytes(24).toString('hex');
  const url = await children.startService({
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(folder, 'service'),
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'warn',
    DOCUMENTS_PER_CASE: String(plan.documents),
    DOCUMENT_UPLOADS_PER_MINUTE: '1000000',
  });
  const client = new CasesClient(url, token);
  const caseId = await client.createCase('Many documents');
  const rows: string[][] = [];
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const begin = performance.now();
    const result = await work();
    rows.push([what, ((performance.now() - begin) / 1_000).toFixed(2)]);
    return result;
  };
  const countOf = async (state: string) =>
    (await client.metric('imprimatur_document_versions', `state="${state}"`)) ?? 0;
  const page = (orderBy: string, after: string | null) =>
    client.graphql<{ documents: { pageInfo: { endCursor: string } } }>(
      `query ($id: ID!, $after: String) { case(id: $id) { documentCount } documents(caseId: $id, first: 100, after: $after, orderBy: ${orderBy}) {
        totalCount nodes { id name currentVersion { id state } } pageInfo { endCursor } } }`,
      { id: caseId, after },
    );

  await timed(`uploading ${plan.documents} documents in zips of ${plan.perZip}`, async () => {
    for (let from = 0; from < plan.documents; from += plan.perZip) {
      const count = Math.min(plan.perZip, plan.documents - from);
      const members = Array.from({ length: count }, (_, at) => ({
        name: `box ${Math.floor((from + at) / 100)}/file ${from + at}.txt`,
        bytes: Buffer.from(plainText(from + at, plan.passagesPerDocument)),
      }));
      await client.upload(caseId, [{ name: `${from}.zip`, bytes: zipOf(members) }]);
    }
  });
  await timed('until all can be searched', async () => {
    for (;;) {
      const failed = (await countOf('refused')) + (await countOf('failed'));
      if (failed > 0) throw new Error(`${failed} documents can’t be read.`);
      if ((await countOf('ready')) >= plan.documents) return;
      await sleep(1_000);
    }
  });
  const first = await timed('the first page of 100 by time, with the total', () =>
    page('{ field: CREATED_AT, direction: DESC }', null),
  );
  await timed('the second', () => page('{ field: CREATED_AT, direction: DESC }', first.documents.pageInfo.endCursor));
  await timed('the first page by name', () => page('{ field: NAME, direction: ASC }', null));
  await timed('erasing the case', () =>
    client.graphql('mutation ($input: EraseCaseInput!) { eraseCase(input: $input) { __typename } }', {
      input: { caseId },
    }),
  );
  return markdownTable([`a case of ${plan.documents.toLocaleString('en')} documents`, 's'], rows);
}
