import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../../support/database.ts';
import { HOSTILE_SCHEMAS, TREE } from '../../support/schemas.ts';
import { startService } from '../../support/service-process.ts';

const RUN_TASK = `mutation ($input: RunTaskInput!) { runTask(input: $input) { __typename
  ... on RanTask { answer { text } } ... on TaskFailed { failure message } ... on Problem { code message } } }`;

test('the built service checks answers in its own threads, and lives through every hostile schema', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  await using service = await startService({ env: { DATABASE_URL: database.url, SANDBOX: '1' } });
  await service.ready();
  const run = async (outputSchema: object) => {
    const input = {
      task: 'fast-execution/field-extraction',
      messages: [{ role: 'USER', content: 'Parts' }],
      outputSchema,
    };
    const response = await service.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: RUN_TASK, variables: { input } }),
    });
    const { data } = (await response.json()) as { data: { runTask: { __typename: string } } };
    return data.runTask;
  };

  expect(await run(TREE)).toMatchObject({ __typename: 'RanTask' });
  expect(await run({ type: 'no such type' })).toMatchObject({ code: 'INPUT_INVALID' });
  for (const [schema] of Object.values(HOSTILE_SCHEMAS)) {
    expect(await run(schema)).toMatchObject({ code: 'INPUT_INVALID' });
  }
  expect((await service.fetch('/livez')).status).toBe(200);
});
