import fc from 'fast-check';
import { expect } from 'vitest';
import { promptDigest } from '../../../src/gateway/runs/content-digest.ts';
import { usageBoundOf } from '../../../src/gateway/runs/usage-bound.ts';
import type { TextDeployment } from '../../../src/models/index.ts';
import { CHANGES, type ChangeName } from '../../../src/providers/fitting/changes.ts';
import { FITS } from '../../../src/providers/fitting/fit.ts';
import type { FittedProvider } from '../../../src/providers/fitting/model-abilities.ts';
import { fitted, type ModelRequest } from '../../../src/providers/index.ts';
import { randomRequests } from '../../support/random-requests.ts';
import { CATALOGUE } from '../../support/routing.ts';
import { refusal, sentBody } from './sent-body.ts';

const SEEDED = CATALOGUE.deployments.filter((one): one is TextDeployment => one.kind === 'TEXT');
/** Those of the twelve tasks, and models that take more than they do. */
const DEPLOYMENTS: readonly TextDeployment[] = [
  ...SEEDED,
  ...[deployment('anthropic', 'claude-sonnet-4-5'), deployment('openai', 'gpt-4.1'), deployment('xai', 'grok-4.6')],
  deployment('mistral', 'mistral-small-2603'),
];

function deployment(provider: TextDeployment['provider'], model: string): TextDeployment {
  return { ...SEEDED[0]!, id: `${provider}/${model}`, provider, model, takesTemperature: true };
}

/** Sends random conversations to every deployment of the twelve tasks. @returns the changes that were seen, by provider */
export async function fitRandomConversations(
  numRuns: number,
  seed: number,
): Promise<Map<FittedProvider, Set<ChangeName>>> {
  const seen = new Map<FittedProvider, Set<ChangeName>>();
  await fc.assert(
    fc.asyncProperty(randomRequests, fc.boolean(), async ({ request, conversation }, isStreamed) => {
      for (const deployment of DEPLOYMENTS) {
        const provider = deployment.provider as FittedProvider;
        const routed: ModelRequest = deployment.takesTools ? request : { ...request, tools: [], toolChoice: null };
        const form = fitted(routed, deployment);
        const sent = await sentBody(form, deployment, isStreamed);

        expect(`${deployment.id} ${refusal(sent, deployment)}`).toBe(`${deployment.id} null`);
        const text = JSON.stringify(sent.body);
        for (const mark of conversation.marks) expect(text, `${deployment.id} lost ${mark}`).toContain(mark);
        if (provider !== 'perplexity') {
          const ids = idsByMark(sent.body);
          for (const [call, result] of conversation.pairs) expect(ids.get(call), deployment.id).toBe(ids.get(result));
        }
        expect(fitted(routed, deployment), deployment.id).toEqual(form);
        const { inputTokens } = usageBoundOf({
          request: { prompt: routed.prompt, tools: routed.tools, json: routed.format },
          task: { instructions: null, outputSchema: null },
          promptBytes: promptDigest(routed.prompt).byteSize,
          isRedacted: false,
          counted: { inputTokens: 0, maxOutputTokens: 0 },
        });
        expect(Buffer.byteLength(text), deployment.id).toBeLessThan(inputTokens);
        const names = seen.get(provider) ?? new Set();
        seen.set(provider, names);
        for (const name of form.changes) names.add(name);
        expect(FITS[provider].changes, deployment.id).toEqual(expect.arrayContaining([...form.changes]));
        expect(form.changes.some((name) => CHANGES[name].isWarned)).toBe(form.warnings.length > 0);
      }
    }),
    { numRuns, seed },
  );
  return seen;
}

/** The id of each call and each result, by the mark in it, in whichever dialect. */
function idsByMark(body: unknown): Map<string, unknown> {
  const ids = new Map<string, unknown>();
  const left: unknown[] = [body];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const { call_id: callId, tool_call_id: toolCallId, tool_use_id: toolUseId, id } = value as Record<string, unknown>;
    const own = callId ?? toolCallId ?? toolUseId ?? id;
    const inner = Object.values(value).filter((one) => one !== undefined && one !== null);
    if (typeof own === 'string') {
      for (const [mark] of JSON.stringify(value).matchAll(/(?:ARG|RES)\d+q/g)) if (!ids.has(mark)) ids.set(mark, own);
    }
    left.push(...inner);
  }
  return ids;
}
