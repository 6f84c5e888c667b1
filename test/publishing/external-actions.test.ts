import { createClient } from 'graphql-sse';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OWN_USE_ID } from '../../src/customers/index.ts';
import { customerWithKey } from '../customers/graph.ts';
import type { Json } from '../support/api.ts';
import { scrape, total } from '../support/prometheus.ts';
import { type Gate, startGate } from './support.ts';

const TASK = 'fast-execution/field-extraction';
const SEND = {
  name: 'send_email',
  description: 'Sends an e-mail.',
  parameters: {
    type: 'object',
    properties: {
      to: { type: 'string', enum: ['ada@example.org'] },
      body: { type: 'string', enum: ['It is settled.'] },
    },
    required: ['to', 'body'],
  },
};
const LOOK_UP = {
  name: 'look_up',
  description: 'Looks something up.',
  parameters: { type: 'object', properties: { what: { type: 'string', enum: ['lease'] } }, required: ['what'] },
};
const MARK = `mutation ($input: MarkExternalToolInput!) { result: markExternalTool(input: $input) { __typename
  ... on MarkedExternalTool { externalTool { id name match channel targetPointers targetPrefix customerId markedBy } }
  ... on Problem { code message } ... on InputInvalid { issues { pointer message } } } }`;
const UNMARK = `mutation ($id: ID!) { result: unmarkExternalTool(input: { externalToolId: $id }) { __typename ... on Problem { code } } }`;

let gate: Gate;
let machine: Awaited<ReturnType<Gate['machine']>>;
let client: OpenAI;
let mark: Json;
beforeAll(async () => {
  gate = await startGate();
  machine = await gate.machine((await customerWithKey(gate, { plan: 'PRO' })).as);
  client = new OpenAI({ baseURL: `${gate.url}/v1`, apiKey: (machine.as as { bearer: string }).bearer });
  mark = (await marked({ name: 'Send_Email', channel: 'EMAIL', targetPointers: ['/to', '/cc'] })).externalTool;
});
afterAll(() => gate.stop());

const marked = async (input: Json) => (await gate.graph(MARK, 'operator', { input })).result;
const filed = async () =>
  (await gate.graph(`{ publishRequests { totalCount } }`, machine.as)).publishRequests.totalCount;
const tools = [SEND, LOOK_UP].map((of) => ({ type: 'function' as const, function: of }));
const asking = (content: string) => ({ model: TASK, messages: [{ role: 'user' as const, content }], tools });

let before = 0;
beforeEach(async () => {
  before = await filed();
});

describe('a model’s call of an outward tool', () => {
  test('is filed and not handed on, in a whole answer', async () => {
    const answer = (await client.chat.completions.create(asking('Please send_email to Ada.'))) as Json;

    const [{ message, finish_reason }] = answer.choices;
    const [outward] = answer.imprimatur.outward;
    expect(message.tool_calls).toBeUndefined();
    expect(finish_reason).toBe('stop');
    expect(message.content).toContain(outward.result);
    expect(outward).toMatchObject({ tool: 'send_email', code: null, publish_request: { state: 'PENDING' } });
    expect(await gate.request(machine.as, outward.publish_request.id)).toMatchObject({
      tool: 'send_email',
      channel: 'EMAIL',
      targetCount: 1,
      runIds: [answer.imprimatur.run_id],
      state: 'PENDING',
      requestedBy: machine.actor,
    });
  });

  test('in a stream, whose other parts flow', async () => {
    const stream = client.chat.completions.stream(asking('Please send_email to Ada.'));
    const calls: unknown[] = [];
    stream.on('tool_calls.function.arguments.delta', (delta) => calls.push(delta));

    const [choice] = (await stream.finalChatCompletion()).choices;

    expect(choice!.message.tool_calls ?? []).toEqual([]);
    expect(choice!.finish_reason).toBe('stop');
    expect(choice!.message.content).toMatch(/^\[Imprimatur\] `send_email` was not called.*pub_/s);
    expect(calls).toEqual([]);
    expect(await filed()).toBe(before + 1);
  });

  test.each([true, false])('in responses, streamed: %s', async (stream) => {
    const asked = {
      model: TASK,
      input: 'Please send_email to Ada.',
      tools: [SEND, LOOK_UP].map((of) => ({ type: 'function' as const, strict: false, ...of })),
    };

    const response = stream
      ? await client.responses.stream(asked).finalResponse()
      : await client.responses.create(asked);

    expect(response.output.map(({ type }) => type)).toEqual(['message']);
    expect(response.output_text).toMatch(/^\[Imprimatur\] `send_email` was not called.*pub_/s);
    expect((response as Json).imprimatur.outward).toHaveLength(1);
    expect(await filed()).toBe(before + 1);
  });

  const input = {
    task: TASK,
    messages: [{ role: 'USER', content: 'Please send_email to Ada.' }],
    tools: [{ name: SEND.name, description: SEND.description, parameters: SEND.parameters }],
  };
  const OUTWARD = 'externalCalls { tool publishRequestId code result publishRequest { id state requestedBy } }';

  test('by runTask', async () => {
    const query = `mutation ($input: RunTaskInput!) { runTask(input: $input) { ... on RanTask {
      outcome { finishReason ${OUTWARD} } answer { text toolCalls { name } } } } }`;

    const { outcome, answer } = (await gate.graph(query, machine.as, { input })).runTask;

    expect(answer.toolCalls).toEqual([]);
    expect(outcome).toMatchObject({ finishReason: 'STOP', externalCalls: [{ tool: 'send_email', code: null }] });
    const [{ publishRequestId, publishRequest, result }] = outcome.externalCalls;
    expect(result).toContain(publishRequestId);
    expect(publishRequest).toEqual({ id: publishRequestId, state: 'PENDING', requestedBy: machine.actor });
  });

  test('by taskRun, whose answer flows without the call', async () => {
    const streaming = createClient({
      url: `${gate.url}/graphql/stream`,
      headers: { authorization: `Bearer ${machine.as.bearer}` },
      retryAttempts: 0,
    });
    const query = `subscription ($input: RunTaskInput!) { taskRun(input: $input) { __typename
      ... on TaskDelta { text toolCall { name } } ... on TaskOutcome { finishReason ${OUTWARD} } } }`;
    const events: Json[] = [];
    for await (const { data, errors } of streaming.iterate({ query, variables: { input } })) {
      expect(errors).toBeUndefined();
      events.push((data as Json).taskRun);
    }
    streaming.dispose();

    expect(events.filter(({ toolCall }) => toolCall)).toEqual([]);
    const { finishReason, externalCalls } = events.at(-1)!;
    expect(finishReason).toBe('STOP');
    expect(externalCalls).toMatchObject([{ tool: 'send_email', code: null, publishRequest: { state: 'PENDING' } }]);
    expect(await filed()).toBe(before + 1);
  });

  test('never reaches the tool in a loop that runs tools, which ends with what was filed', async () => {
    const called: string[] = [];
    const run = (name: string) => () => {
      called.push(name);
      return { found: true };
    };

    const runner = client.chat.completions.runTools({
      model: TASK,
      messages: [{ role: 'user', content: 'First look_up the lease, then send_email to Ada.' }],
      tools: [SEND, LOOK_UP].map((of) => ({
        type: 'function' as const,
        function: { ...of, parse: JSON.parse, function: run(of.name) },
      })),
    });

    expect(await runner.finalContent()).toMatch(/was not called/);
    expect(called).toEqual(['look_up']);
    expect(await filed()).toBe(before + 1);
  });

  test('with one idempotency key is filed once, and told again as it was', async () => {
    const options = { headers: { 'Idempotency-Key': 'outward-once' } };

    const first = (await client.chat.completions.create(asking('Please send_email to Ada.'), options)) as Json;
    const second = (await client.chat.completions.create(asking('Please send_email to Ada.'), options)) as Json;

    expect(second.imprimatur.outward).toEqual(first.imprimatur.outward);
    expect(await filed()).toBe(before + 1);
  });
});

describe('what cannot be filed is told as the tool’s result', () => {
  const calling = async (parameters: object, text = 'Please send_email now.') => {
    const tool = {
      type: 'function' as const,
      function: { ...SEND, parameters: parameters as Record<string, unknown> },
    };
    const answer = (await client.chat.completions.create({ ...asking(text), tools: [tool] })) as Json;
    expect(answer.choices[0].message.tool_calls).toBeUndefined();
    expect(await filed()).toBe(before);
    return answer.imprimatur.outward[0];
  };
  const only = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });

  test('when nobody is named', async () => {
    const { code, result } = await calling(only({ body: { type: 'string', enum: ['Hello'] } }));

    expect(code).toBe('INPUT_INVALID');
    expect(result).toContain('/to, /cc');
  });

  test('when the address is none', async () => {
    expect((await calling(only({ to: { type: 'string', enum: ['nobody'] } }))).code).toBe('INPUT_INVALID');
  });

  test('when it holds a secret, which is not repeated', async () => {
    const secret = 'Tr0ub4dor&3xZ';
    const told = await calling(
      only({
        to: { type: 'string', enum: ['ada@example.org'] },
        body: { type: 'string', enum: [`password=${secret}`] },
      }),
    );

    expect(told).toMatchObject({ code: 'PUBLISH_REQUEST_BLOCKED', publish_request: null });
    expect(told.result).toContain('/arguments/body');
    expect(told.result).not.toContain(secret);
  });
});

describe('a tool', () => {
  test('that is not marked is handed on, and files nothing', async () => {
    const answer = (await client.chat.completions.create(asking('Please look_up the lease.'))) as Json;

    expect(answer.choices[0].message.tool_calls.map(({ function: of }: Json) => of.name)).toEqual(['look_up']);
    expect(answer.imprimatur.outward).toBeUndefined();
    expect(await filed()).toBe(before);
  });

  test('that is marked for another customer is handed on', async () => {
    const { id: customerId } = (await customerWithKey(gate, { plan: 'PRO' })).customer;
    const result = await marked({
      name: 'look_',
      match: 'PREFIX',
      channel: 'CRM',
      targetPointers: ['/what'],
      customerId,
    });

    const answer = (await client.chat.completions.create(asking('Please look_up the lease.'))) as Json;

    expect(result.externalTool).toMatchObject({ match: 'PREFIX', customerId });
    expect(answer.choices[0].message.tool_calls).toHaveLength(1);
  });

  test('is marked once, and in another way only after the mark was taken away', async () => {
    const input = { name: 'send_email', channel: 'EMAIL', targetPointers: ['/to', '/cc'] };

    const again = await marked(input);
    const otherwise = await marked({ ...input, channel: 'CRM' });

    expect(again.externalTool).toEqual(mark);
    expect(otherwise).toMatchObject({ __typename: 'ExternalToolConflict', code: 'CONFLICT' });
  });

  test.each([
    [{ name: 'send email' }, '/name'],
    [{ targetPointers: [] }, '/targetPointers'],
    [{ targetPointers: ['to'] }, '/targetPointers/0'],
    [{ targetPointers: ['/~2'] }, '/targetPointers/0'],
    [{ customerId: 'cus_x' }, '/customerId'],
    [{ customerId: 'cus_01jd0000000000000000000000' }, '/customerId'],
    [{ customerId: OWN_USE_ID }, '/customerId'],
  ])('is refused with what is wrong: %j', async (wrong, pointer) => {
    const result = await marked({ name: 'post_chat', channel: 'MESSAGING', targetPointers: ['/number'], ...wrong });

    expect(result.issues.map((issue: Json) => issue.pointer)).toEqual([pointer]);
  });

  test('is handed on again once its mark is gone', async () => {
    const { id } = (
      await marked({ name: 'look_up', channel: 'CRM', targetPointers: ['/what'], targetPrefix: 'lease/' })
    ).externalTool;
    const withheld = (await client.chat.completions.create(asking('Please look_up the lease.'))) as Json;

    const gone = await gate.graph(UNMARK, 'operator', { id });
    const handedOn = (await client.chat.completions.create(asking('Please look_up the lease.'))) as Json;

    expect(withheld.imprimatur.outward[0].publish_request).not.toBeNull();
    expect(gone.result.__typename).toBe('UnmarkedExternalTool');
    expect(handedOn.choices[0].message.tool_calls).toHaveLength(1);
  });
});

describe('of many at once', () => {
  test('that mark a tool alike, each is told the same mark; of those that mark it in two ways, one way stands', async () => {
    const input = { name: 'post_update', channel: 'MESSAGING', targetPointers: ['/to'] };
    const alike = await Promise.all(Array.from({ length: 20 }, () => marked(input)));

    expect(new Set(alike.map(({ externalTool }) => externalTool.id)).size).toBe(1);
    await gate.graph(UNMARK, 'operator', { id: alike[0].externalTool.id });
    const two = await Promise.all(
      Array.from({ length: 20 }, (_, n) => marked({ ...input, targetPrefix: n % 2 ? '@' : '' })),
    );
    const standing = two.filter(({ externalTool }) => externalTool);
    expect(new Set(standing.map(({ externalTool }) => externalTool.id)).size).toBe(1);
    expect([standing.length, two.length - standing.length]).toEqual([10, 10]);
    const gone = await Promise.all(
      Array.from({ length: 10 }, () => gate.graph(UNMARK, 'operator', { id: standing[0].externalTool.id })),
    );
    expect(gone.filter(({ result }) => result.__typename === 'UnmarkedExternalTool')).toHaveLength(1);
  });

  test('a call is handed on or filed while its tool is marked and unmarked, never both and never neither', async () => {
    const lookUp = { name: 'look_up', channel: 'CRM', targetPointers: ['/what'], targetPrefix: 'lease/' };
    const call = async () => {
      const answer = (await client.chat.completions.create(asking('Please look_up the lease.'))) as Json;
      const handedOn = answer.choices[0].message.tool_calls?.length ?? 0;
      const asked = answer.imprimatur.outward?.length ?? 0;
      return { handedOn, asked, filed: answer.imprimatur.outward?.[0].publish_request ? 1 : 0 };
    };
    let id = '';
    const changing = (async () => {
      for (let round = 0; round < 4; round++) {
        id = (await marked(lookUp)).externalTool.id;
        if (round < 3) await gate.graph(UNMARK, 'operator', { id });
      }
    })();
    const calls = (await Promise.all(Array.from({ length: 12 }, call))) as Awaited<ReturnType<typeof call>>[];
    await changing;

    for (const { handedOn, asked } of calls) expect(handedOn + asked).toBe(1);
    expect(await filed()).toBe(before + calls.filter((one) => one.filed).length);
    expect(await call()).toEqual({ handedOn: 0, asked: 1, filed: 1 });
    await gate.graph(UNMARK, 'operator', { id });
    expect(await call()).toEqual({ handedOn: 1, asked: 0, filed: 0 });
  });
});

test('how many marks there are, and what became of the calls, is measured', async () => {
  const scraped = await scrape(gate);
  const calls = (outcome: string) =>
    total(scraped, 'imprimatur_outward_tool_calls_total', { imprimatur_outward_call_outcome: outcome });
  const { totalCount } = (await gate.graph('{ externalTools { totalCount } }', 'operator')).externalTools;

  expect(total(scraped, 'imprimatur_outward_tool_marks')).toBe(totalCount);
  // All that was asked for here was called by models.
  expect(calls('filed')).toBe(before);
  expect(calls('not_filed')).toBeGreaterThanOrEqual(3);
});
