import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { customerWithKey } from '../customers/graph.ts';
import { mutate } from '../providers/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { strictStandIns } from '../support/providers/stand-ins.ts';

/** Programs as the libraries' own documentation shows them, with packages of their own. */
const FOLDER = path.join(PROJECT_ROOT, 'test/clients/libraries');
/** Its answers wait for an approver, whatever asks. */
const HELD = 'deep-reasoning/synthesis';
const WITHOUT_TOOLS = 'case-scanning/cited-retrieval';
const TASKS = SEED.tasks.filter(({ kind }) => kind === 'TEXT').map(({ name }) => name);
const OF_TOOLS = /tool/i;
const OF_OBJECTS = /structured|json/i;

let standIns: Awaited<ReturnType<typeof strictStandIns>>;
let api: Api;
let key: string;
beforeAll(async () => {
  standIns = await strictStandIns();
  api = await startApi({ env: standIns.env });
  const { as } = await customerWithKey(api, { plan: 'ENTERPRISE', softCapMicros: null });
  key = (as as { bearer: string }).bearer;
  await mutate(
    api,
    'setOwnServer',
    { baseUrl: `${standIns.fakes.get('own')!.url}/v1`, key: 'a-key-of-the-server' },
    '',
    as,
  );
});
afterAll(async () => {
  await api.stop();
  await standIns.stop();
});

interface Said {
  task: string;
  example: string;
  result?: Json;
  error?: { status: number | null; code: string | null; message: string };
}

/** Runs one program with some tasks; one entry for each of its examples and tasks. */
async function said(program: string, tasks: readonly string[]): Promise<Said[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [`${program}.ts`, ...tasks], {
    cwd: FOLDER,
    env: { ...process.env, IMPRIMATUR_URL: api.url, IMPRIMATUR_KEY: key },
    maxBuffer: 16_000_000,
  });
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

describe.each(['openai', 'ai-5', 'ai-6', 'ai-7', 'langchain', 'llamaindex', 'openai-agents', 'mastra'])(
  '%s',
  (program) => {
    test('runs its ordinary examples with each of the twelve tasks', async () => {
      const all = await said(program, TASKS);

      expect(new Set(all.map(({ task }) => task))).toEqual(new Set(TASKS));
      for (const one of all) expect(one).toEqual(expectedOf(one));
    });
  },
);

function expectedOf({ task, example }: Said): unknown {
  const of = { task, example };
  if (task === HELD) {
    return {
      ...of,
      error: expect.objectContaining({ status: 403, message: expect.stringContaining('is held until') }),
    };
  }
  if (task === WITHOUT_TOOLS && OF_TOOLS.test(example)) {
    return {
      ...of,
      error: expect.objectContaining({ status: 400, message: expect.stringContaining('tools') }),
    };
  }
  if (OF_OBJECTS.test(example)) return { ...of, result: { parsed: expect.any(Object) } };
  if (OF_TOOLS.test(example))
    return { ...of, result: expect.objectContaining({ text: expect.stringMatching(/\S/), called: 1 }) };
  return { ...of, result: expect.objectContaining({ text: expect.stringMatching(/\S/) }) };
}
