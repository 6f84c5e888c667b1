import { citedRetrieval, fastScan, wideWindow } from './case-scanning.ts';
import { evidenceChain, longReasoning, synthesis } from './deep-reasoning.ts';
import { fieldExtraction, filterClassify, redactDraft } from './fast-execution.ts';
import { bilingualOutbound, localDraft, warmTone } from './human-phrasing.ts';
import { lines, quoted, SIMULATED, topic, type Writer } from './written.ts';

export { SIMULATED } from './written.ts';

const WRITERS: Readonly<Record<string, Writer>> = {
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

/** For a task that an operator's catalogue added. */
const plain: Writer = (material) => ({
  text: lines(SIMULATED, '', `About ${topic(material)}: ${quoted(material, 0)}`),
});

export const writerFor = (task: string): Writer => WRITERS[task] ?? plain;
