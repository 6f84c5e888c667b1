import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';

/** Lines of the greeting about tasks, by task, as a start with these variables prints them. */
async function printed(env: Record<string, string>): Promise<Map<string, string>> {
  const api = await startApi({ works: false, env });
  onTestFinished(() => api.stop());
  const ctx = contextOn(api.services.platform.database);
  const startupHints = (await Promise.all(api.services.lateStartupHints.map((hintsOf) => hintsOf(ctx)))).flat();
  return new Map(
    startupHints.flatMap(({ title, at }) => (title.startsWith('Task ') ? [[title.slice('Task '.length), at]] : [])),
  );
}

test('a start prints which tasks the keys that are set can serve, and which keys the others lack', async () => {
  const tasks = await printed({ ANTHROPIC_API_KEY: 'sk-of-the-service-0123456789', SANDBOX: '1' });

  expect(tasks.size).toBe(12);
  expect(tasks.get('human-phrasing/warm-tone')).toBe('anthropic/claude-sonnet-5-5');
  expect(tasks.get('deep-reasoning/long-reasoning')).toBe('simulated; set DEEPSEEK_API_KEY or OPENAI_API_KEY');
  expect(tasks.get('case-scanning/wide-window')).toBe('simulated; set XAI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY');
  expect(tasks.get('human-phrasing/local-draft')).toBe("simulated; needs a customer's own server");
});

test('without the sandbox they are unavailable', async () => {
  const tasks = await printed({ SANDBOX: '0' });

  expect(tasks.get('case-scanning/cited-retrieval')).toBe('unavailable; set PERPLEXITY_API_KEY');
  expect([...tasks.values()].filter((at) => at.startsWith('unavailable; '))).toHaveLength(12);
});
