import { createHash } from 'node:crypto';
import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Account } from '../../customers/index.ts';
import type { ProviderName } from '../../models/index.ts';

/**
 * Adds an id of the customer to a call of DeepSeek, which caches every prompt and keeps caches apart by this id. The id is a
 * hash of the account's random id.
 */
export function withCustomerId(
  provider: ProviderName,
  { id }: Pick<Account, 'id'>,
  options: SharedV4ProviderOptions | undefined,
): SharedV4ProviderOptions | undefined {
  if (provider !== 'deepseek') return options;
  const userId = createHash('sha256').update(`deepseek-user\n${id}`).digest('base64url');
  return { ...options, deepseek: { ...options?.deepseek, userId } };
}
