import { type AnswerWriter, lines, oneOf, quoted, SIMULATED, topic } from './answer-writer.ts';

const CONFIDENCE = ['high', 'medium', 'low'] as const;

/** Writes numbered claims with evidence and confidence, then contradictions and risks. */
export const evidenceChain: AnswerWriter = (material) => {
  const count = Math.min(Math.max(material.sentences.length, 1), 5);
  const claims = Array.from({ length: count }, (_, index) => [
    `${index + 1}. Claim: ${quoted(material, index)}`,
    `   Evidence: the caller's text, sentence ${index + 1}. Confidence: ${oneOf(CONFIDENCE, material.seed + index)}.`,
  ]);
  return {
    text: lines(
      SIMULATED,
      '',
      `## Evidence chain: ${topic(material)}`,
      '',
      claims.flat(),
      '',
      '## Consistency',
      count > 1
        ? `Claims 1 and ${count} were set side by side; a model would say here whether they agree.`
        : 'There is one claim only: nothing to hold it against.',
      '',
      '## Risk before a draft',
      '- Nothing outside the given text was looked at.',
      '- Confidence figures are placeholders, not judgements.',
    ),
  };
};

/** Writes common ground, tensions, a synthesis and open questions. */
export const synthesis: AnswerWriter = (material) => ({
  text: lines(
    SIMULATED,
    '',
    `## Synthesis: ${topic(material)}`,
    '',
    '### What the material says',
    material.sentences.slice(0, 4).map((sentence) => `- ${sentence}`),
    '',
    '### Where it pulls apart',
    `- Between ${quoted(material, 0)} and ${quoted(material, 1)}.`,
    '',
    '### Taken together',
    `Read as a whole it turns on ${topic(material)}. A person must approve this before anyone relies on it.`,
    '',
    '### Open',
    '- Which of the statements has a source, and of what date.',
  ),
});

/** Writes consecutive steps and a conclusion. */
export const longReasoning: AnswerWriter = (material) => ({
  reasoning: lines(
    `The question is about ${topic(material)}.`,
    `What is given: ${quoted(material, 0)}`,
    'I take it apart, look at each part, and put it together again.',
  ),
  text: lines(
    SIMULATED,
    '',
    `Step 1. Question: ${quoted(material, 0)}`,
    `Step 2. Given facts: ${quoted(material, 1)}`,
    `Step 3. What it depends on: ${topic(material)}.`,
    'Step 4. What would speak against it: nothing in the given text was checked against the world.',
    '',
    `Conclusion: the given text describes ${topic(material)}, but does not decide it.`,
  ),
});
