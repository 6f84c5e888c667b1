import type { SharedV4Warning } from '@ai-sdk/provider';

/**
 * Sentence for a package's warning. It names only the parameter: the details can quote the request, and warnings are logged.
 */
export function sentenceOfWarning(warning: SharedV4Warning): string {
  if ('feature' in warning)
    return `${warning.feature}: ${warning.type === 'unsupported' ? "the model doesn't support it." : 'the model supports it in part.'}`;
  if ('setting' in warning) return `${warning.setting}: the provider has deprecated it.`;
  return 'The provider accepted the request with a warning.';
}
