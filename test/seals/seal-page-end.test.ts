import { expect, test } from 'vitest';
import { sealText } from '../support/seals.ts';
import { pageOf, sealPages } from './seal-pages.ts';

const { api, revoke } = await sealPages();

const mainOf = (text: string) => text.slice(text.indexOf('<main'), text.indexOf('</main>'));
const beginning = (text: string) => mainOf(text).slice(0, mainOf(text).indexOf('<h1>'));

test('a seal that was revoked says so before anything else, with when and why, and in the title', async () => {
  const sealed = await sealText(api, 'revoked at the top');
  await revoke(sealed, 'Wrong <b>price</b>\u202e!');

  const { text } = await pageOf(api, sealed.seal.id);

  expect(beginning(text)).toMatch(/^<main[^>]*>\n<div class="end" data-end="revoked">/);
  expect(beginning(text)).toMatch(
    /<strong>This seal was revoked by the owner on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.<\/strong>/,
  );
  expect(beginning(text)).toContain('Wrong &#60;b&#62;price&#60;/b&#62;<span class="hidden-character">U+202E</span>!');
  expect(beginning(text)).toContain('Do not rely on it.');
  expect(text).toContain(`<title>Revoked: seal ${sealed.seal.id} · Imprimatur</title>`);
});

test('a seal that was superseded leads to the one in its place, before anything else', async () => {
  const first = await sealText(api, 'version 1');
  const next = await sealText(api, 'version 2', {
    supersedes: first.seal.id,
    supersedes_owner_token: first.ownerToken,
  });

  const { text } = await pageOf(api, first.seal.id);

  expect(beginning(text)).toContain('<strong>This seal was superseded by the owner on ');
  expect(beginning(text)).toContain(`Replaced by: <a href="${next.seal.verificationUrl}">${next.seal.id}</a>`);
  expect(text).toContain(`<title>Superseded: seal ${first.seal.id} · Imprimatur</title>`);
  expect(beginning((await pageOf(api, next.seal.id)).text)).toMatch(/^<main[^>]*>\n$/);
});

test('one whose successor was erased names it, and leads nowhere', async () => {
  const first = await sealText(api, 'version 1');
  const next = await sealText(api, 'version 2', {
    supersedes: first.seal.id,
    supersedes_owner_token: first.ownerToken,
  });
  await api.graphql('mutation ($in: EraseSealInput!) { eraseSeal(input: $in) { __typename } }', {
    as: 'operator',
    variables: { in: { sealId: next.seal.id, reason: 'Asked for.' } },
  });

  const { text } = await pageOf(api, first.seal.id);

  expect(beginning(text)).toContain(`${next.seal.id}</bdi></code>, which no longer exists here`);
  expect(beginning(text)).not.toContain('href');
});

test('one that was superseded and then revoked is revoked', async () => {
  const first = await sealText(api, 'version 1');
  await sealText(api, 'version 2', { supersedes: first.seal.id, supersedes_owner_token: first.ownerToken });
  await revoke(first, 'And wrong.');

  expect(beginning((await pageOf(api, first.seal.id)).text)).toMatch(/data-end="revoked">\n.*And wrong\./);
});
