import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { MONTHS, NEGATIONS, NUMBER_WORDS } from './alteration.ts';
import {
  DOUBLE_MARKS,
  HYPHENS,
  INVISIBLE,
  LIGATURES,
  NARROW_DASHES,
  SINGLE_MARKS,
  SPACES,
  WIDE_DASHES,
} from './characters.ts';
import { FEWEST_WORDS, FEWEST_WORDS_TO_COMPARE, LEAST_SAME } from './find-quotation.ts';
import { MAX_GAPS, MAX_OMITTED } from './marked-changes.ts';
import { TIERS } from './tier.ts';

/** The rules in words and tables. A change of any rule needs a new version, because results are stored with it. */
const DESCRIPTION = JSON.stringify({
  tiers: TIERS,
  typography: {
    SPACES,
    DOUBLE_MARKS,
    SINGLE_MARKS,
    HYPHENS,
    NARROW_DASHES,
    WIDE_DASHES,
    LIGATURES,
    rules: [
      'Single and double quotation marks are equal, except directly after a digit.',
      'An apostrophe between letters differs from a quotation mark.',
      'Hyphens and narrow dashes are equal. Wide dashes, two or three hyphens, and any dash between spaces are equal.',
      'A hyphen directly before a digit and not after a word is a minus sign, and differs from a dash.',
      'A letter and up to 29 marks are composed by NFC.',
    ],
  },
  whiteSpace: {
    INVISIBLE,
    rules: [
      'A run of white space is one space.',
      'White space within French guillemets and before ; : ! ? is dropped.',
    ],
  },
  hyphenation: [
    'A soft hyphen is dropped.',
    'A hyphen between letters at a line end equals a hyphen, a hyphen and a space, or nothing, if neither part has a digit.',
    'Before a capital letter after a small letter, it stays a hyphen.',
  ],
  boundaries:
    'A match neither begins nor ends within a word, compound or number. French elisions other than n’ are boundaries.',
  footnotes:
    'Ranges named by the extractor, and superscript digits after punctuation or a word of four letters, can be left out.',
  endMark: 'One full stop or comma at the end of a quotation can be its own.',
  ends: 'An ellipsis at an end of a quotation says that the document continues.',
  marked: {
    MAX_GAPS,
    MAX_OMITTED,
    rules: [
      'A quotation with an ellipsis or brackets between its words is altered, and never verified.',
      'It is marked if the document has all of its parts in their order. The words between them are listed.',
      'A letter in brackets at the beginning of a word can be a capital in one of the two texts.',
    ],
  },
  altered: { FEWEST_WORDS, FEWEST_WORDS_TO_COMPARE, LEAST_SAME, NEGATIONS, NUMBER_WORDS, MONTHS },
});

/** Name, version and fingerprint of the rules. They are stored with each result. */
export const QUOTATION_RULES = {
  name: 'imprimatur-quotations',
  version: '1',
  /** SHA-256 of the rules' description, as 64 hex digits. */
  sha256: bytesToHex(sha256(utf8ToBytes(DESCRIPTION))),
} as const;
