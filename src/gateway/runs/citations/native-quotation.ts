import type { LanguageModelV4Text } from '@ai-sdk/provider';
import { passageOfTitle } from '../../../providers/index.ts';
import type { ModelQuotation } from './answer-claims.ts';
import type { CharacterRange } from './cited-answer.ts';

type NativeCitation = NonNullable<LanguageModelV4Text['citations']>[number];

/** Quotation in a citation of a passage. Empty for a citation of anything else. @param range text that the citation supports */
export function nativeQuotation({ source, citedText }: NativeCitation, range: CharacterRange): ModelQuotation[] {
  if (source.sourceType !== 'document' || !citedText) return [];
  const passage = passageOfTitle(source.title);
  return passage === null ? [] : [{ passage, words: citedText.trim(), ...range }];
}
