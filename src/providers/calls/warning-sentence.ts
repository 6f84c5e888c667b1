import type { SharedV4Warning } from '@ai-sdk/provider';

/** Names only the parameter: the details may quote what was sent, and warnings are kept in the log. */
export function sentenceOfWarning(warning: SharedV4Warning): string {
  if ('feature' in warning)
    return `${warning.feature}: ${warning.type === 'unsupported' ? 'the model does not take it.' : 'the model takes it in part.'}`;
  if ('setting' in warning) return `${warning.setting}: the provider is about to drop it.`;
  return 'The provider took the request with a reservation.';
}
