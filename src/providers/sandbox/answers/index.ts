import { type AnswerWriter, lines, quoted, SIMULATED, topic } from './answer-writer.ts';
import { citedRetrieval, fastScan, wideWindow } from './case-scanning.ts';
import { evidenceChain, longReasoning, synthesis } from './deep-reasoning.ts';
import { fieldExtraction, filterClassify, redactDraft } from './fast-execution.ts';
import { bilingualOutbound, localDraft, warmTone } from './human-phrasing.ts';

export { SIMULATED } from './answer-writer.ts';

const WRITERS: Readonly<Record<string, AnswerWriter>> = {
  'deep-reasoning/evidence-chain': evidenceChain,
  'deep-reasoning/synthesis': synthesis,
  'deep-reasoning/long-reasoning': longReasoning,
  'human-phrasing/warm-tone': warmTone,
  'human-phrasing/bilingual-outbound': bilingualOutbound,
  'human-phrasing/local-draft': localDraft,
  'case-scanning/wide-window': wideWindow,
  'case-scanning/fast-scan': fastScan,
  'case-scanning/cited-retrieval': citedRetrieval,
  'fast-execution/field-extraction': fieldExtraction,
  'fast-execution/filter-classify': filterClassify,
  'fast-execution/redact-draft': redactDraft,
};

/** Writer for tasks that an operator added to the catalogue. */
const plain: AnswerWriter = (material) => ({
  text: lines(SIMULATED, '', `About ${topic(material)}: ${quoted(material, 0)}`),
});

export const writerFor = (task: string): AnswerWriter => WRITERS[task] ?? plain;
