import { z } from 'zod';
import { ProviderName } from '../models/index.ts';
import { configFragment, flag, httpUrl, list, optional } from '../platform/config.ts';

/** The providers that have an address of their own; `own` is the customer's, and the engine of this service has none. */
export type HostedProvider = Exclude<ProviderName, typeof ProviderName.OWN | typeof ProviderName.EMBEDDED>;

export interface ProviderStart {
  /** Null: none. */
  readonly apiKey: string | null;
  /** Without a trailing slash. Never from a request. */
  readonly baseUrl: string;
  /** Whether the operator has set it: then a server without authentication can stand behind it. */
  readonly isBaseUrlGiven: boolean;
}

const key = () =>
  optional(
    z
      .string()
      .min(1)
      .max(4_096)
      .regex(/^[\x21-\x7e]+$/, 'Invalid input: expected a key without spaces'),
  );
const url = () => optional(httpUrl());

/** About what a person reads along with; hosted models give between 30 and 300. */
const DEFAULT_TOKENS_PER_SECOND = 200;

/** Keys by the names that the providers' own packages read. What is set in the back office comes before them. */
export const providerConfig = configFragment(
  z.object({
    OPENAI_API_KEY: key(),
    OPENAI_BASE_URL: url().describe('Another server that speaks OpenAI’s protocol; it needs no key'),
    ANTHROPIC_API_KEY: key(),
    ANTHROPIC_BASE_URL: url(),
    DEEPSEEK_API_KEY: key(),
    DEEPSEEK_BASE_URL: url(),
    MISTRAL_API_KEY: key(),
    MISTRAL_BASE_URL: url(),
    XAI_API_KEY: key(),
    XAI_BASE_URL: url(),
    GOOGLE_GENERATIVE_AI_API_KEY: key(),
    GOOGLE_GENERATIVE_AI_BASE_URL: url(),
    PERPLEXITY_API_KEY: key(),
    PERPLEXITY_BASE_URL: url(),
    OWN_SERVER_HOSTS: optional(
      list.refine(
        (hosts) => hosts.every(isHostAndPort),
        'Invalid input: expected host:port pairs, separated by commas',
      ),
    )
      .default([])
      .describe('Private addresses that customers may set as their own server'),
    SANDBOX: optional(flag).describe('Simulated answers where there is no key; default: as DEMO'),
    SANDBOX_TOKENS_PER_SECOND: optional(z.coerce.number().int().min(0).max(1_000_000))
      .default(DEFAULT_TOKENS_PER_SECOND)
      .describe('Pace of simulated streams; 0: as fast as it goes'),
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
    } satisfies Record<HostedProvider, ProviderStart>,
    ownServerHosts: given.OWN_SERVER_HOSTS,
    /** Null: as the demo content. */
    sandbox: given.SANDBOX ?? null,
    sandboxTokensPerSecond: given.SANDBOX_TOKENS_PER_SECOND,
  }),
);

function start(apiKey: string | undefined, baseUrl: string | undefined, usual: string): ProviderStart {
  return {
    apiKey: apiKey ?? null,
    baseUrl: (baseUrl ?? usual).replace(/\/+$/, ''),
    isBaseUrlGiven: baseUrl !== undefined,
  };
}

function isHostAndPort(entry: string): boolean {
  const url = URL.parse(`http://${entry}`);
  return url?.pathname === '/' && !url.username && !url.search && !url.hash && entry === entry.replace(/\/$/, '');
}
