import { z } from 'zod';
import { ProviderName } from '../models/index.ts';
import { httpUrl } from '../platform/config/addresses.ts';
import { configFragment, flag, hostList, optional } from '../platform/config/config.ts';

/** Providers with an address of their own. `own` is the customer's server, and the embedded engine has no address. */
export type HostedProvider = Exclude<ProviderName, typeof ProviderName.OWN | typeof ProviderName.EMBEDDED>;

export interface ProviderSettings {
  /** Key from the environment. Null if not set. */
  readonly apiKey: string | null;
  /** Base URL without a trailing slash. Never taken from a request. */
  readonly baseUrl: string;
  /** True if the operator has set the base URL. The server there may need no key. */
  readonly isBaseUrlGiven: boolean;
}

const key = (provider: string) =>
  optional(
    z
      .string()
      .min(1)
      .max(4_096)
      .regex(/^[\x21-\x7e]+$/, 'Invalid input: expected a key without spaces'),
  ).describe(`API key for ${provider}. A key set in the back office wins.`);
const url = (provider: string) =>
  optional(httpUrl()).describe(
    `Base URL of another server with the protocol of ${provider}, to call instead. A key is then optional.`,
  );

/** Default speed of simulated streams: fast, but still visible as a stream. Hosted models send 30 to 300 tokens per second. */
const DEFAULT_TOKENS_PER_SECOND = 200;

/**
 * Settings of providers. Variables for keys have the names that the SDK packages of the providers read. Keys set in the back
 * office have precedence.
 */
export const providerConfig = configFragment(
  z.object({
    OPENAI_API_KEY: key('OpenAI'),
    OPENAI_BASE_URL: url('OpenAI'),
    ANTHROPIC_API_KEY: key('Anthropic'),
    ANTHROPIC_BASE_URL: url('Anthropic'),
    DEEPSEEK_API_KEY: key('DeepSeek'),
    DEEPSEEK_BASE_URL: url('DeepSeek'),
    MISTRAL_API_KEY: key('Mistral'),
    MISTRAL_BASE_URL: url('Mistral'),
    XAI_API_KEY: key('xAI'),
    XAI_BASE_URL: url('xAI'),
    GOOGLE_GENERATIVE_AI_API_KEY: key('Google'),
    GOOGLE_GENERATIVE_AI_BASE_URL: url('Google'),
    PERPLEXITY_API_KEY: key('Perplexity'),
    PERPLEXITY_BASE_URL: url('Perplexity'),
    OWN_SERVER_HOSTS: optional(hostList)
      .default([])
      .describe('Private or plain-HTTP host:port pairs that customers may set as their own server. Default port: 80.'),
    SANDBOX: optional(flag).describe('Simulate answers of tasks whose models have no key. Default: same as DEMO.'),
    SANDBOX_TOKENS_PER_SECOND: optional(z.coerce.number().int().min(0).max(1_000_000))
      .default(DEFAULT_TOKENS_PER_SECOND)
      .describe('Speed of simulated streams, in tokens per second. 0: no limit.'),
  }),
  (given) => ({
    providers: {
      openai: start(given.OPENAI_API_KEY, given.OPENAI_BASE_URL, 'https://api.openai.com/v1'),
      anthropic: start(given.ANTHROPIC_API_KEY, given.ANTHROPIC_BASE_URL, 'https://api.anthropic.com/v1'),
      deepseek: start(given.DEEPSEEK_API_KEY, given.DEEPSEEK_BASE_URL, 'https://api.deepseek.com'),
      mistral: start(given.MISTRAL_API_KEY, given.MISTRAL_BASE_URL, 'https://api.mistral.ai/v1'),
      xai: start(given.XAI_API_KEY, given.XAI_BASE_URL, 'https://api.x.ai/v1'),
      google: start(
        given.GOOGLE_GENERATIVE_AI_API_KEY,
        given.GOOGLE_GENERATIVE_AI_BASE_URL,
        'https://generativelanguage.googleapis.com/v1beta',
      ),
      perplexity: start(given.PERPLEXITY_API_KEY, given.PERPLEXITY_BASE_URL, 'https://api.perplexity.ai'),
    } satisfies Record<HostedProvider, ProviderSettings>,
    ownServerHosts: given.OWN_SERVER_HOSTS,
    /** Null if not set: then the sandbox is on if the demo content is on. */
    sandbox: given.SANDBOX ?? null,
    sandboxTokensPerSecond: given.SANDBOX_TOKENS_PER_SECOND,
  }),
);

function start(apiKey: string | undefined, baseUrl: string | undefined, usual: string): ProviderSettings {
  return {
    apiKey: apiKey ?? null,
    baseUrl: (baseUrl ?? usual).replace(/\/+$/, ''),
    isBaseUrlGiven: baseUrl !== undefined,
  };
}
