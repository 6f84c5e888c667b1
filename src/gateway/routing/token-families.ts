import type { ProviderName } from '../../models/index.ts';
import type { TokenCount } from '../../platform/tokens/index.ts';
import type { RoutingRequest } from './decision.ts';

/**
 * Maximum tokens of a provider's tokenizer for each o200k token, plus allowances for characters that it splits more finely.
 * Measured with public tokenizers, where available, on texts in twenty languages, code, data and symbols. See
 * docs/decisions/0067-count-tokens-with-a-tokenizer.md for the table and its sources.
 */
interface TokenizerFamily {
  readonly perToken: number;
  readonly perDigit: number;
  /** Per character that is neither Latin nor ordinary punctuation. */
  readonly perWide: number;
  /** Tokens that the provider adds to a request with tools. */
  readonly withTools: number;
}

/** o200k itself, the vocabulary that the other families are compared with. */
const O200K: TokenizerFamily = { perToken: 1, perDigit: 0, perWide: 0, withTools: 0 };

const FAMILIES: Readonly<Record<ProviderName, TokenizerFamily>> = {
  openai: O200K,
  // No tokenizer of a current model is public. An older tokenizer counts up to 1.66 times as many tokens as o200k in Latin script
  // and 4.6 times in Thai. The vendor says that newer tokenizers count up to 1.35 times as many as older ones.
  anthropic: { perToken: 2.25, perDigit: 0, perWide: 1.5, withTools: 600 },
  // Gemini's tokenizer makes each digit a token.
  google: { perToken: 1.3, perDigit: 0.6, perWide: 0, withTools: 0 },
  mistral: { perToken: 1.4, perDigit: 0.6, perWide: 0.4, withTools: 0 },
  deepseek: { perToken: 1.5, perDigit: 0, perWide: 0.2, withTools: 0 },
  // Values of Llama 3's tokenizer, since Sonar is built on Llama.
  perplexity: { perToken: 1.5, perDigit: 0, perWide: 0.5, withTools: 0 },
  // Unpublished: uses the highest of the values measured with a public tokenizer.
  xai: { perToken: 1.5, perDigit: 0.6, perWide: 0.5, withTools: 0 },
  // Calls of a customer's own server cost nothing here, and gpt-oss uses the vocabulary of o200k.
  own: O200K,
  embedded: O200K,
};

/** Maximum number of tokens that a provider counts for the input of a request. */
export function inputTokensAtMost(
  provider: ProviderName,
  { inputTokens, needsTools, inputCharacters }: Pick<RoutingRequest, 'inputTokens' | 'needsTools' | 'inputCharacters'>,
): number {
  // An older record has an estimate that bounds all providers.
  if (!inputCharacters) return inputTokens;
  const { perToken, perDigit, perWide, withTools } = FAMILIES[provider];
  const { digits, wide } = inputCharacters;
  return Math.ceil(inputTokens * perToken + digits * perDigit + wide * perWide + (needsTools ? withTools : 0));
}

/** Converts a token count for routing. */
export function countedInput({ tokens, digits, wide }: TokenCount): Required<TokenCountFields> {
  return { inputTokens: tokens, inputCharacters: { digits, wide } };
}

type TokenCountFields = Pick<RoutingRequest, 'inputTokens' | 'inputCharacters'>;
