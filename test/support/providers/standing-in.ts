import type { CalledProvider } from '../../../src/providers/calls/packages.ts';
import type { Json } from '../api.ts';
import { type Asked, FakeProvider, type Reply } from './fake-provider.ts';
import { json, PROTOCOLS, sse } from './protocols.ts';

export type HostedProvider = Exclude<CalledProvider, 'own'>;

const ENV: Readonly<Record<HostedProvider, string>> = {
  openai: 'OPENAI',
  anthropic: 'ANTHROPIC',
  deepseek: 'DEEPSEEK',
  mistral: 'MISTRAL',
  xai: 'XAI',
  google: 'GOOGLE_GENERATIVE_AI',
  perplexity: 'PERPLEXITY',
};

export const HOSTED = Object.keys(ENV) as HostedProvider[];

/** Starts one stand-in for each provider, with what a service has to be started with so that it calls them. */
export async function standInsFor(
  replyOf: (provider: CalledProvider, asked: Asked) => Reply = (provider, asked) => answering(provider, asked),
) {
  const fakes = new Map<CalledProvider, FakeProvider>();
  for (const provider of [...HOSTED, 'own'] as const) {
    fakes.set(provider, await FakeProvider.startFor((asked) => replyOf(provider, asked)));
  }
  const env: Record<string, string> = { SANDBOX: '0', OWN_SERVER_HOSTS: fakes.get('own')!.authority };
  for (const provider of HOSTED) {
    env[`${ENV[provider]}_BASE_URL`] = `${fakes.get(provider)!.url}${PROTOCOLS[provider].basePath}`;
    env[`${ENV[provider]}_API_KEY`] = `a-key-of-${provider}`;
  }
  const stop = async () => {
    for (const fake of fakes.values()) await fake.stop();
  };
  return { fakes, env, stop };
}

/** An answer as the request asks for it, whole or streamed, with the usage given in the provider's own words. */
export function answering(provider: CalledProvider, { body, path }: Asked, usage?: Json, text = '{"a":1}'): Reply {
  const protocol = PROTOCOLS[provider];
  const isStreamed = body.stream === true || path.includes('alt=sse');
  if (!isStreamed) return json(JSON.parse(withUsage(JSON.stringify(protocol.answer(text)), usage)));
  return sse(protocol.events([text]).map((event) => withUsage(event, usage)));
}

/** An object with objects in it. */
const USAGE = /"(usage|usageMetadata)":\{(?:[^{}]|\{[^{}]*\})*\}/g;

const withUsage = (text: string, usage: Json | undefined): string =>
  usage === undefined ? text : text.replace(USAGE, (_, name: string) => `"${name}":${JSON.stringify(usage)}`);
