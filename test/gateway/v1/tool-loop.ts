import type { TaskRequest } from '../../../src/gateway/runs/run-task.ts';
import type { Script } from './fake-runs.ts';

interface TestTool {
  name: string;
  parameters: Record<string, unknown>;
  run(input: { city?: string }): object;
}

/** Two tools, of which the second takes what the first one gives. */
export const TOOLS: TestTool[] = [
  {
    name: 'locate',
    parameters: { type: 'object', properties: {} },
    run: () => ({ city: 'Lisbon' }),
  },
  {
    name: 'measure',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: ({ city }) => ({ celsius: city === 'Lisbon' ? 21 : -1 }),
  },
];

/** A model that calls one after the other and then says what it has learnt, if it was told. */
export function useTools({ prompt }: TaskRequest): Script {
  const results = prompt.flatMap((message) =>
    message.role === 'tool' ? message.content.map((part) => JSON.stringify(part)) : [],
  );
  if (results.length === 0) {
    return { steps: [{ text: 'Let me see.' }, { call: { id: 'call_1', name: 'locate', argumentsText: '{}' } }] };
  }
  if (results.length === 1 && results[0]!.includes('Lisbon')) {
    return { steps: [{ call: { id: 'call_2', name: 'measure', argumentsText: '{"city":"Lisbon"}' } }] };
  }
  return {
    steps: [{ text: results[1]?.includes('21') ? 'It is 21 degrees' : 'Nobody knows' }, { text: ' in Lisbon.' }],
  };
}
