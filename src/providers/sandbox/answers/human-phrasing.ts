import { LANGUAGE_NAMES, type PhraseLanguage } from '../languages.ts';
import type { Material } from '../material.ts';
import { type AnswerWriter, lines, quoted, SIMULATED, topic } from './answer-writer.ts';

interface Phrases {
  readonly greeting: string;
  readonly thanks: string;
  readonly received: (topic: string) => string;
  readonly boundary: string;
  readonly next: string;
  readonly closing: string;
}

const PHRASES: Readonly<Record<PhraseLanguage, Phrases>> = {
  en: {
    greeting: 'Dear reader,',
    thanks: 'thank you for writing, and for putting it so openly.',
    received: (subject) => `We have read what you say about ${subject}, and we take it seriously.`,
    boundary: 'We cannot promise what is not in our hands, and we say so rather than let you wait in hope.',
    next: 'If you like, tell us what would help you most. There is no hurry, and nothing you have to buy or decide.',
    closing: 'With warm regards',
  },
  de: {
    greeting: 'Guten Tag,',
    thanks: 'danke, dass Sie uns schreiben, und für Ihre offenen Worte.',
    received: (subject) => `Wir haben gelesen, was Sie zu ${subject} sagen, und nehmen es ernst.`,
    boundary:
      'Was nicht in unserer Hand liegt, können wir nicht versprechen, und sagen es lieber, als Sie warten zu lassen.',
    next: 'Wenn Sie mögen, sagen Sie uns, was Ihnen am meisten hilft. Es eilt nicht, und Sie müssen nichts kaufen.',
    closing: 'Mit herzlichen Grüßen',
  },
  fr: {
    greeting: 'Bonjour,',
    thanks: 'merci de nous avoir écrit, et de votre franchise.',
    received: (subject) => `Nous avons lu ce que vous dites de ${subject}, et nous le prenons au sérieux.`,
    boundary: 'Nous ne pouvons pas promettre ce qui ne dépend pas de nous, et nous préférons vous le dire.',
    next: 'Dites-nous, si vous le voulez, ce qui vous aiderait le plus. Rien ne presse, et vous n’avez rien à acheter.',
    closing: 'Bien cordialement',
  },
  es: {
    greeting: 'Hola:',
    thanks: 'gracias por escribirnos y por su sinceridad.',
    received: (subject) => `Hemos leído lo que nos cuenta sobre ${subject} y lo tomamos en serio.`,
    boundary: 'No podemos prometer lo que no depende de nosotros, y preferimos decírselo.',
    next: 'Si lo desea, díganos qué le ayudaría más. No hay prisa, y no tiene que comprar nada.',
    closing: 'Un saludo cordial',
  },
  it: {
    greeting: 'Buongiorno,',
    thanks: 'grazie per averci scritto, e per la sua franchezza.',
    received: (subject) => `Abbiamo letto quello che ci dice su ${subject} e lo prendiamo sul serio.`,
    boundary: 'Non possiamo promettere ciò che non dipende da noi, e preferiamo dirglielo.',
    next: 'Se vuole, ci dica che cosa le sarebbe più utile. Non c’è fretta, e non deve comprare nulla.',
    closing: 'Cordiali saluti',
  },
  nl: {
    greeting: 'Goedendag,',
    thanks: 'dank u dat u ons schrijft, en voor uw openheid.',
    received: (subject) => `Wij hebben gelezen wat u over ${subject} zegt, en nemen het serieus.`,
    boundary: 'Wat niet in onze hand ligt, kunnen wij niet beloven, en dat zeggen wij u liever eerlijk.',
    next: 'Laat ons weten wat u het meest zou helpen. Er is geen haast, en u hoeft niets te kopen.',
    closing: 'Met hartelijke groet',
  },
};

/** Writes a letter in the language of the request. */
export const warmTone: AnswerWriter = (material) => {
  const { greeting, thanks, received, boundary, next, closing } = PHRASES[material.language ?? 'en'];
  return {
    text: lines(SIMULATED, '', greeting, '', thanks, received(topic(material)), '', boundary, next, '', closing),
  };
};

/**
 * Writes a short message in two languages: that of the request, and the one that the request names, or else English or German.
 */
export const bilingualOutbound: AnswerWriter = (material) => {
  const from = material.language ?? 'en';
  const to = namedLanguage(material.text, from) ?? (from === 'en' ? 'de' : 'en');
  const note =
    material.language === null
      ? 'The text is in a language without set phrases here, or it could not be told which; English was taken.'
      : `The text is in ${LANGUAGE_NAMES[from]}, as far as can be told.`;
  return {
    text: lines(
      SIMULATED,
      note,
      '',
      `**${LANGUAGE_NAMES[from]}**`,
      short(from, material),
      '',
      `**${LANGUAGE_NAMES[to]}**`,
      short(to, material),
      '',
      'Only set phrases are in two languages here; what was quoted is not translated.',
    ),
  };
};

/** Writes a sober draft, with a note that the customer's own server would write and keep it. */
export const localDraft: AnswerWriter = (material) => ({
  text: lines(
    SIMULATED,
    'With a server of your own this draft is written there and never leaves it.',
    '',
    `Draft: ${topic(material)}`,
    '',
    `1. Occasion: ${quoted(material, 0)}`,
    `2. Details: ${quoted(material, 1)}`,
    '3. What we ask for: an answer, and by when.',
    '',
    '(to be completed and signed by a person)',
  ),
});

function short(language: PhraseLanguage, material: Material): string {
  const { greeting, received, closing } = PHRASES[language];
  return lines(greeting, received(topic(material)), closing);
}

const NAMED: readonly (readonly [PhraseLanguage, RegExp])[] = [
  ['en', /\b(?:english|englisch|anglais|inglés|inglese|engels)\b/iu],
  ['de', /\b(?:german|deutsch|allemand|alemán|tedesco|duits)\b/iu],
  ['fr', /\b(?:french|französisch|français|francés|francese|frans)\b/iu],
  ['es', /\b(?:spanish|spanisch|espagnol|español|spagnolo|spaans)\b/iu],
  ['it', /\b(?:italian|italienisch|italien|italiano|italiaans)\b/iu],
  ['nl', /\b(?:dutch|niederländisch|néerlandais|neerlandés|olandese|nederlands)\b/iu],
];

function namedLanguage(text: string, except: PhraseLanguage): PhraseLanguage | null {
  return NAMED.find(([code, names]) => code !== except && names.test(text))?.[0] ?? null;
}
