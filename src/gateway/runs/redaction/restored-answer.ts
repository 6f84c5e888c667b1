import type { LanguageModelV4Content } from '@ai-sdk/provider';
import type { ProviderAnswer } from '../../../providers/index.ts';
import { type RedactionMap, restore, type Spelling } from '../../../redaction/index.ts';

/** A whole answer with what its placeholders stand for. */
export function restoredAnswer(answer: ProviderAnswer, map: RedactionMap, ofText: Spelling): ProviderAnswer {
  return { ...answer, content: answer.content.map((part) => restoredPart(part, map, ofText)) };
}

function restoredPart(part: LanguageModelV4Content, map: RedactionMap, ofText: Spelling): LanguageModelV4Content {
  switch (part.type) {
    case 'text':
      return { ...part, text: restore(part.text, map, ofText) };
    case 'reasoning':
      return { ...part, text: restore(part.text, map) };
    case 'tool-call':
      return { ...part, input: restore(part.input, map, 'JSON') };
    case 'source':
      return part.title === undefined ? part : { ...part, title: restore(part.title, map) };
    default:
      return part;
  }
}
