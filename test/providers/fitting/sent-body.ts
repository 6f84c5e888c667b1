import type { TextDeployment } from '../../../src/models/index.ts';
import { modelOf } from '../../../src/providers/calls/packages.ts';
import type { FittedProvider } from '../../../src/providers/fitting/model-abilities.ts';
import type { FittedRequest } from '../../../src/providers/index.ts';
import { type DialectName, refusalOf, type SentRequest } from '../../support/providers/strict/index.ts';

export const DIALECTS: Readonly<Record<FittedProvider, DialectName>> = {
  openai: 'openai-chat',
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  deepseek: 'deepseek',
  xai: 'xai',
  perplexity: 'perplexity',
  own: 'own',
};

class Sent extends Error {}

/** What the provider's package sends for a request that was fitted. @throws what the package throws before it sends anything */
export async function sentBody(
  { options }: FittedRequest,
  deployment: TextDeployment,
  isStreamed: boolean,
): Promise<SentRequest> {
  let sent: SentRequest | null = null;
  const capture = (async (input, init = {}) => {
    const url = new URL(String(input));
    const headers = Object.fromEntries(
      Object.entries(init.headers as Record<string, string>).map(([name, value]) => [name.toLowerCase(), value]),
    );
    sent = { path: url.pathname + url.search, headers, body: JSON.parse(init.body as string) };
    throw new Sent();
  }) as typeof fetch;
  const provider = deployment.provider as FittedProvider;
  const settings = { baseURL: 'http://127.0.0.1:1/v1', apiKey: 'key', fetch: capture };
  const model = await modelOf(provider, deployment.model, settings, false);
  try {
    await (isStreamed ? model.doStream(options) : model.doGenerate(options));
  } catch (error) {
    if (!sent) throw error;
  }
  return sent!;
}

/** Why the provider refuses a request; null if it takes it. */
export function refusal(sent: SentRequest, { provider }: TextDeployment): string | null {
  const found = refusalOf(DIALECTS[provider as FittedProvider], sent);
  return found && `${found.rule.name}: ${found.offence.at}: ${found.offence.message}`;
}
