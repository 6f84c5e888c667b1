import type { LanguageModelV4Content, LanguageModelV4Source, LanguageModelV4Text } from '@ai-sdk/provider';
import { type ProviderAnswer, sourceFactsOf, withSourceFacts } from '../../../providers/index.ts';
import { type RedactionMap, type RestoreFormat, restore } from '../../../redaction/index.ts';

/** Restores redacted data in a complete answer. */
export function restoredAnswer(answer: ProviderAnswer, map: RedactionMap, ofText: RestoreFormat): ProviderAnswer {
  return { ...answer, content: answer.content.map((part) => restoredPart(part, map, ofText)) };
}

function restoredPart(part: LanguageModelV4Content, map: RedactionMap, ofText: RestoreFormat): LanguageModelV4Content {
  switch (part.type) {
    case 'text':
      return {
        ...part,
        text: restore(part.text, map, ofText),
        ...(part.citations && { citations: part.citations.map((one) => restoredCitation(one, map)) }),
      };
    case 'reasoning':
      return { ...part, text: restore(part.text, map) };
    case 'tool-call':
      return { ...part, input: restore(part.input, map, 'JSON') };
    case 'source':
      return restoredSource(part, map);
    default:
      return part;
  }
}

type TextCitation = NonNullable<LanguageModelV4Text['citations']>[number];

/** Restores the quoted words, since the model read the redacted passage. */
export function restoredCitation(citation: TextCitation, map: RedactionMap): TextCitation {
  const { citedText } = citation;
  return citedText ? { ...citation, citedText: restore(citedText, map) } : citation;
}

/** Restores titles and snippets too, since a search engine may repeat the placeholders of the query. */
export function restoredSource(source: LanguageModelV4Source, map: RedactionMap): LanguageModelV4Source {
  const { date, snippet } = sourceFactsOf(source);
  const titled = source.title === undefined ? source : { ...source, title: restore(source.title, map) };
  return snippet === null ? titled : withSourceFacts(titled, { date, snippet: restore(snippet, map) });
}
