import type { RunContext } from '../run-context.ts';
import type { Finish } from '../run-part-reader.ts';
import type { ModelQuotation } from './answer-claims.ts';
import type { CitedAnswer } from './cited-answer.ts';

interface ProviderText {
  readonly text: string;
  readonly native: readonly ModelQuotation[];
  readonly finish: Finish;
}

/** Verified statements of an answer. Null without documents, and for an answer without text, such as a refusal. */
export async function citedAnswerOf(
  { citing }: Pick<RunContext, 'citing'>,
  { text, native, finish }: ProviderText,
): Promise<CitedAnswer | null> {
  if (!citing || text.trim() === '') return null;
  return citing.check({ text, native, isCutOff: finish.finishReason !== 'stop' });
}
