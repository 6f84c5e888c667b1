import { expect, test } from 'vitest';
import { languageTag, lookUpLanguage } from '../../src/seals/language-tags.ts';

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['pt-br', 'pt-BR'],
  ['ZH-HANT-tw', 'zh-Hant-TW'],
  ['es-419', 'es-419'],
  ['iw', 'he'],
  ['Englisch', null],
  ['en_US', null],
  ['', null],
  ['en-US-x-private', null],
])('%s is written %s', (tag, written) => {
  expect(languageTag(tag)).toBe(written);
});

test.each([
  ['EN', 'en'],
  ['en-US', 'en'],
  ['en-Latn-US-x-private', 'en'],
  ['en-a-bbb', 'en'],
  ['pt-BR', 'pt-BR'],
  ['pt-br', 'pt-BR'],
  ['pt-BR-abl1943', 'pt-BR'],
  ['pt-PT', null],
  ['pt', null],
  ['he', 'iw'],
  ['eng-US', 'en'],
  ['*', null],
  ['en_US', null],
])('of en, pt-BR and iw, %s finds %s', (wanted, found) => {
  expect(lookUpLanguage(wanted, new Set(['en', 'pt-BR', 'iw']))).toBe(found);
});
