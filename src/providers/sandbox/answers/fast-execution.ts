import { type FindingKind, placeholderKinds, redact } from '../../../redaction/index.ts';
import { findValues } from '../found-values.ts';
import { type AnswerWriter, lines, oneOf, SIMULATED, topic } from './answer-writer.ts';

/** Lists fields found by plain patterns, and the structure of the text. */
export const fieldExtraction: AnswerWriter = (material) => {
  const { text, sentences } = material;
  const fields = Object.entries(findValues(text)).map(
    ([name, values]) => `- ${name}: ${values.join('; ') || '(none)'}`,
  );
  return {
    text: lines(
      SIMULATED,
      'Fields below were found by patterns in the text.',
      '',
      '## Fields',
      fields,
      '',
      '## Structure',
      `- ${text.split(/\n\s*\n/u).length} paragraphs, ${sentences.length} sentences, about: ${topic(material)}`,
      '- to be reviewed by a person',
    ),
  };
};

const SIGNS: Readonly<Record<string, RegExp>> = {
  complaint: /\b(?:complain|unacceptable|disappoint|refund|angry|beschwer|unzufrieden|réclam|queja|reclam)/iu,
  invoice: /\b(?:invoice|payment|amount due|rechnung|zahlung|facture|factura|fattura|factuur)/iu,
  appointment: /\b(?:appointment|meeting|schedule|termin|rendez-vous|cita|appuntamento|afspraak)/iu,
  question: /\?|\b(?:how|what|when|why|wie|was|wann|warum|comment|pourquoi|cómo|come|hoe)\b/iu,
  spam: /\b(?:winner|lottery|casino|click here|viagra|crypto giveaway)\b/iu,
};

/** Writes a label, a confidence and a reason. */
export const filterClassify: AnswerWriter = ({ text, seed }) => {
  const hits = Object.entries(SIGNS).flatMap(([label, sign]) => {
    const hit = sign.exec(text)?.[0];
    return hit === undefined ? [] : [{ label, hit }];
  });
  const first = hits[0];
  return {
    text: lines(
      SIMULATED,
      `label: ${first?.label ?? 'other'}`,
      `confidence: ${first ? oneOf(['0.8', '0.7', '0.6'], seed) : '0.3'}`,
      `reason: ${first ? `the text has “${first.hit}”` : 'no word of any known class was found'}`,
      `also: ${
        hits
          .slice(1)
          .map(({ label }) => label)
          .join(', ') || 'none'
      }`,
    ),
  };
};

const KIND_NAMES: Readonly<Record<FindingKind, string>> = {
  EMAIL: 'e-mail addresses',
  IBAN: 'bank accounts (checksum verified)',
  CARD: 'card numbers (checksum verified)',
  NATIONAL_ID: 'national identity numbers (checksum verified, where there is one)',
  IP: 'network addresses',
  PHONE: 'telephone numbers',
  NAME: 'names of a list',
};

/**
 * Maximum characters to redact. The patterns examine every character and block the process, and a short draft never has more.
 */
const REDACTED_CHARACTERS = 400_000;

/** Returns the text with placeholders. This redaction is real, by patterns and checksums. */
export const redactDraft: AnswerWriter = ({ wholeText }) => {
  // The counts below include placeholders that an earlier redaction has left in the text.
  const { text } = redact(wholeText.slice(0, REDACTED_CHARACTERS));
  const what = [...placeholderKinds(text)].map(([kind, count]) => `- ${KIND_NAMES[kind]}: ${count}`);
  return {
    text: lines(
      SIMULATED,
      'The redaction itself is done, by patterns and checksums.',
      '',
      text,
      '',
      '---',
      wholeText.length > REDACTED_CHARACTERS ? [`Only the first ${REDACTED_CHARACTERS} characters are here.`] : [],
      'Redacted:',
      what.length > 0 ? what : '- nothing was found',
      'Not final: names that are in no list, addresses and dates of birth are not recognised. A person has to look before this goes to a customer.',
    ),
  };
};
