import { countTokens } from '../count-tokens.ts';
import { type AnswerWriter, lines, quoted, SIMULATED, topic } from './answer-writer.ts';

/** Reports the amount of text, its topic, and where keywords occur. */
export const wideWindow: AnswerWriter = (material) => {
  const { wholeText, keywords } = material;
  const places = keywords.slice(0, 5).map((word) => {
    const at = wholeText.indexOf(word);
    return `- ${word}: first at character ${at} of ${wholeText.length}, ${percent(at, wholeText.length)} in`;
  });
  return {
    text: lines(
      SIMULATED,
      '',
      `## Case file: ${topic(material)}`,
      `Read: ${wholeText.length} characters, about ${countTokens(wholeText)} tokens.`,
      '',
      '### Where things stand',
      places,
      '',
      '### From the beginning',
      material.sentences.slice(0, 4).map((sentence) => `- ${sentence}`),
      '',
      '### To be looked at by a person',
      `- ${quoted(material, 0)}`,
    ),
  };
};

/** Lists the first sentences of the text. */
export const fastScan: AnswerWriter = (material) => ({
  text: lines(
    SIMULATED,
    '',
    `**In one line:** it is about ${topic(material)}.`,
    '',
    material.sentences.slice(0, 5).map((sentence) => `- ${sentence}`),
    '',
    `Stands out: ${material.keywords.join(', ') || 'nothing'}.`,
  ),
});

/** Cites URLs from the text, or invented ones on example.org. */
export const citedRetrieval: AnswerWriter = (material) => {
  const named = [...new Set([...material.text.matchAll(/https?:\/\/[^\s<>"')\]]{1,300}/gu)].map(([url]) => url))];
  const sources =
    named.length > 0
      ? named.slice(0, 5).map((url, index) => ({ url, title: `Address ${index + 1} of the question (not opened)` }))
      : [1, 2].map((number) => ({
          url: `https://example.org/simulated/${material.seed.toString(36)}/${number}`,
          title: `Invented source ${number}: nothing was searched`,
        }));
  return {
    sources,
    text: lines(
      SIMULATED,
      '',
      `On ${topic(material)} a search would look for ${quoted(material, 0)} [1].`,
      `What is found is held against ${quoted(material, 1)} [${Math.min(2, sources.length)}].`,
      '',
      'Sources',
      sources.map(({ url, title }, index) => `[${index + 1}] ${title}: ${url}`),
    ),
  };
};

const percent = (part: number, whole: number): string =>
  `${Math.round((100 * Math.max(part, 0)) / Math.max(whole, 1))} %`;
