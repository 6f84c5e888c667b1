import { texts } from '../texts.ts';

export const RUN_SUBSCRIPTION = `subscription Run($input: RunTaskInput!) {
  taskRun(input: $input) {
    __typename
    ... on TaskStarted { deployment model isSimulated }
    ... on TaskDelta { text }
    ... on TaskOutcome { runId attempts costMicros isSimulated }
    ... on TaskHeld { outcome { runId attempts costMicros isSimulated } }
    ... on Problem { code message }
  }
}`;

const RUN_MUTATION = `mutation Run($input: RunTaskInput!) {
  runTask(input: $input) {
    __typename
    ... on RanTask {
      answer { text }
      outcome { deployment attempts costMicros isSimulated }
    }
    ... on Problem { code message }
  }
}`;

export interface Snippet {
  name: 'graphql' | 'curl' | 'typescript' | 'openai';
  title: string;
  /** One sentence about the requirements of the snippet and how to run it. */
  about: string;
  parts: readonly { name: string; code: string }[];
}

/** Quotes a text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const json = (value: unknown) => JSON.stringify(value, null, 2);
const script = (text: string) => JSON.stringify(text);

/** Four code snippets, for different APIs and tools, that call the task with this prompt. */
export function snippetsFor({ origin, task, prompt }: { origin: string; task: string; prompt: string }): Snippet[] {
  const input = { task, messages: [{ role: 'USER', content: prompt }] };
  const indented = RUN_SUBSCRIPTION.replaceAll('\n', '\n    ');
  return [
    {
      name: 'graphql',
      ...texts.snippets.graphql,
      parts: [
        { name: 'graphql', code: RUN_MUTATION },
        { name: 'graphql-variables', code: json({ input }) },
      ],
    },
    {
      name: 'curl',
      ...texts.snippets.curl,
      parts: [
        {
          name: 'curl',
          code: `curl -sN ${origin}/v1/chat/completions \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(json({ model: task, stream: true, messages: [{ role: 'user', content: prompt }] }))}`,
        },
      ],
    },
    {
      name: 'typescript',
      ...texts.snippets.typescript,
      parts: [
        {
          name: 'typescript',
          code: `import { createClient } from 'graphql-sse';

const client = createClient({ url: '${origin}/graphql/stream' });
const events = client.iterate<{ taskRun: Record<string, unknown> }>({
  query: \`
    ${indented}
  \`,
  variables: {
    input: {
      task: '${task}',
      messages: [{ role: 'USER', content: ${script(prompt)} }],
    },
  },
});
for await (const { data, errors } of events) {
  if (errors) throw new Error(errors[0].message);
  console.log(data?.taskRun);
}`,
        },
      ],
    },
    {
      name: 'openai',
      ...texts.snippets.openai,
      parts: [
        {
          name: 'openai',
          code: `import OpenAI from 'openai';

const key = process.env.KEY;
const client = new OpenAI({
  baseURL: '${origin}/v1',
  apiKey: key ?? 'none',
  // Anonymous calls send no key, because an invalid key is refused.
  defaultHeaders: key ? {} : { Authorization: null },
});
const stream = await client.chat.completions.create({
  model: '${task}',
  messages: [{ role: 'user', content: ${script(prompt)} }],
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}`,
        },
      ],
    },
  ];
}
