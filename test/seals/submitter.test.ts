import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../src/operators/operator.principal.ts';
import { partner } from '../../src/partners/partner.principal.ts';
import { parseBundle } from '../../src/proof/bundle.ts';
import { parseSealStatement, sealStatement } from '../../src/proof/statement.ts';
import { limitsOf, statementFacts } from '../../src/proof/statement-facts.ts';
import { parseTrust } from '../../src/proof/trust.ts';
import { verifySeal } from '../../src/proof/verify.ts';
import { submitterOf } from '../../src/seals/submitter.ts';
import { ask } from '../rest/support.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { Folder, imprimatur } from '../support/command.ts';
import { SealingHouse } from '../support/seal-fixture.ts';
import { download, sealFile, sealText } from '../support/seals.ts';
import { until } from '../support/service-process.ts';
import { BROWSER } from './seal-pages.ts';

const NOT_APPROVED = 'Does not say that its issuer wrote, read or approved the content.';
const SUBMITTER = 'query ($id: ID!) { seal(id: $id) { submitter } }';
const REVOKE = `mutation ($in: RevokeSealInput!) { revokeSeal(input: $in) {
  __typename ... on RevokedSeal { seal { statusHistory { changedBy reason } } } } }`;
const SUPERSEDE = `mutation ($in: SupersedeSealInput!) { supersedeSeal(input: $in) {
  __typename ... on SupersededSeal { seal { statusHistory { changedBy } } } } }`;

let api: Api;
beforeAll(async () => {
  api = await startApi({ env: { METRICS_TOKEN: 'a-token-for-scraping-only' } });
});
afterAll(() => api.stop());

const SCRAPER = { bearer: 'a-token-for-scraping-only' };

async function sealAs(as: Credential | undefined, text: string): Promise<Json> {
  const { status, body } = await api.json('/api/legal/provenance-seal', {
    ...(as && { as }),
    body: { artifact_text: text, disclaimer_ack: true },
  });
  expect(status).toBe(201);
  return body;
}

const predicateOf = async (sealId: string) =>
  parseSealStatement(parseBundle(await sealFile(api, sealId, 'seal.sigstore.json')).envelope.payload).predicate;
const pageOf = async (sealId: string) =>
  (await ask(api, { path: `/v/${sealId}`, headers: BROWSER })).bytes.toString('utf8');

async function verdictOf(sealId: string, text: string) {
  const { statuses } = (await api.json(`/v/${sealId}/statuses.json`)).body;
  return verifySeal({
    bundle: await sealFile(api, sealId, 'seal.sigstore.json'),
    trust: parseTrust(await download(api, '/.well-known/imprimatur/trust.json')),
    text,
    statuses: statuses.map((status: object) => JSON.stringify(status)),
  });
}

describe('who handed in what was sealed', () => {
  test.each([
    ['a stranger', undefined, 'ANONYMOUS', 'an anonymous caller'],
    ['an integration', 'integration', 'INTEGRATION', 'a program with a key of the issuer'],
    ['an operator', 'operator', 'OPERATOR', 'an operator of the issuer'],
    ['somebody with a credential of another kind', SCRAPER, 'UNKNOWN', 'someone with another kind of credential'],
  ] as const)('is %s: signed, on REST, in the graph, on the page and in VERIFY.txt', async (_, as, word, words) => {
    const text = `handed in by ${word}`;
    const { seal } = await sealAs(as, text);

    expect(seal.submitter).toBe(word);
    expect((await predicateOf(seal.id)).submitter).toBe(word);
    for (let n = 0; n < 6; n++) {
      const { data } = await api.graphql(SUBMITTER, { variables: { id: seal.id } });
      expect(data).toEqual({ seal: { submitter: word } }); // compiled by then
    }
    expect((await api.json(`/v/${seal.id}`)).body.seal.submitter).toBe(word);
    expect(await pageOf(seal.id)).toContain(`<dt>Submitted by</dt><dd><bdi>${words}`);
    expect((await sealFile(api, seal.id, 'VERIFY.txt')).toString()).toContain(words);
  });

  test('is nobody where the service seals a picture that it has drawn', async () => {
    const { asset } = await api.render();
    const sealed = () =>
      api.graphql('query ($id: ID!) { asset(id: $id) { seal { id submitter } } }', {
        as: 'operator',
        variables: { id: asset.id },
      });
    await until(async () => (await sealed()).data.asset.seal !== null);

    const { seal } = (await sealed()).data.asset;

    expect(seal.submitter).toBe('SERVICE');
    expect((await predicateOf(seal.id)).submitter).toBe('SERVICE');
    expect(await pageOf(seal.id)).toContain('the issuer’s own service, automatically');
  });

  test('is a partner by a link, and no name ever stands in it', () => {
    expect(submitterOf(partner('par_1', 'ptk_1'))).toBe('PARTNER');
    expect(submitterOf(operator('jane', ['ADMIN']))).toBe('OPERATOR');
  });

  test('is said by the command, which needs nobody for it', async () => {
    using folder = new Folder();
    const { seal } = await sealAs(undefined, 'We, the operator, owe the bearer a million.');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(folder.file('note.txt'), 'We, the operator, owe the bearer a million.');
    writeFileSync(folder.file('note.txt.sigstore.json'), await sealFile(api, seal.id, 'seal.sigstore.json'));
    writeFileSync(folder.file('trust.json'), await download(api, '/.well-known/imprimatur/trust.json'));

    const { stdout } = await imprimatur(['verify', folder.file('note.txt'), '--trust', folder.file('trust.json')]);

    expect(stdout).toMatch(/^ {2}submitted by {2,}an anonymous caller$/m);
  });

  test('reads as not recorded in a statement from before, and as not known in one of a later version', async () => {
    const house = new SealingHouse();
    const before = await house.seal();
    const later = await house.seal({ predicate: { submitter: 'TIME_TRAVELLER' } });
    const line = ({ bundle }: typeof before) =>
      statementFacts(parseSealStatement(bundle.envelope.payload)).find(({ term }) => term === 'Submitted by')?.value;

    expect(line(before)).toBe('not recorded');
    expect(line(later)).toBe('TIME_TRAVELLER, which this version doesn’t know');
    const subject = { name: 'text', digest: { sha256: '0'.repeat(64) } };
    expect(() => sealStatement('https://x.example', subject, { ...before.predicate, submitter: 'a b' })).toThrow(
      'submitter must be one word in upper case',
    );
  });
});

describe('that its issuer need not have written, read or approved the content', () => {
  test('stands in the statement, on the page and in VERIFY.txt', async () => {
    const { seal } = await sealText(api, 'not ours');

    expect((await predicateOf(seal.id)).limits.join('\n')).toContain(NOT_APPROVED);
    expect(await pageOf(seal.id)).toContain(NOT_APPROVED);
    expect((await sealFile(api, seal.id, 'VERIFY.txt')).toString()).toContain(NOT_APPROVED);
  });

  test('is said of seals from before, too, and once', async () => {
    const { predicate } = await new SealingHouse().seal();
    const { seal } = await sealText(api, 'ours');

    expect(limitsOf(predicate)).toHaveLength(predicate.limits.length + 1);
    expect(limitsOf(await predicateOf(seal.id))).toHaveLength(4);
  });
});

describe('who ended a seal', () => {
  const reason = 'The price was wrong.';

  test('is its owner where the token was shown, and then nobody says that the issuer did it', async () => {
    const { seal, ownerToken } = await sealText(api, 'withdrawn by its owner');

    const { data } = await api.graphql(REVOKE, { variables: { in: { sealId: seal.id, reason, ownerToken } } });
    const verdict = await verdictOf(seal.id, 'withdrawn by its owner');

    expect(data.revokeSeal.seal.statusHistory).toEqual([{ changedBy: 'OWNER', reason }]);
    expect(verdict.result).toBe('REVOKED');
    expect(verdict.summary).toBe(`The owner revoked this seal: ${reason}`);
    expect(await pageOf(seal.id)).toContain('Revoked by the owner on ');
    expect(JSON.stringify([verdict, await pageOf(seal.id)])).not.toMatch(/issuer (has )?(revoked|withdr)/i);
  });

  test('is the issuer where an operator did it', async () => {
    const { seal, ownerToken } = await sealText(api, 'withdrawn by the issuer');

    // An operator needs no token, and acts as the issuer with one.
    await api.graphql(REVOKE, { as: 'operator', variables: { in: { sealId: seal.id, reason, ownerToken } } });
    const verdict = await verdictOf(seal.id, 'withdrawn by the issuer');

    expect(verdict.summary).toBe(`The issuer revoked this seal: ${reason}`);
    expect(await pageOf(seal.id)).toContain('Revoked by the issuer on ');
  });

  test('is recorded of a seal that was put in the place of another, either way', async () => {
    const [byOwner, byOperator, later] = [
      await sealText(api, 'first'),
      await sealText(api, 'second'),
      await sealText(api, 'later'),
    ];
    const bySealId = later.seal.id;
    await api.graphql(SUPERSEDE, {
      variables: { in: { sealId: byOwner.seal.id, bySealId, reason, ownerToken: byOwner.ownerToken } },
    });
    await api.graphql(SUPERSEDE, {
      as: 'operator',
      variables: { in: { sealId: byOperator.seal.id, bySealId, reason } },
    });
    const replaced = await sealText(api, 'to be replaced');
    await sealText(api, 'in its place', {
      supersedes: replaced.seal.id,
      supersedes_owner_token: replaced.ownerToken,
    });

    const summaries = [
      (await verdictOf(byOwner.seal.id, 'first')).summary,
      (await verdictOf(byOperator.seal.id, 'second')).summary,
      (await verdictOf(replaced.seal.id, 'to be replaced')).summary,
    ];

    expect(summaries).toEqual([
      `The owner superseded this seal by ${bySealId}: ${reason}`,
      `The issuer superseded this seal by ${bySealId}: ${reason}`,
      expect.stringMatching(/^The owner superseded this seal by seal_\S+: Another version was sealed\.$/),
    ]);
  });

  test('is not recorded in a status from before, and that is said', async () => {
    const house = new SealingHouse();
    const sealed = await house.seal({ text: 'old' });
    const status = await house.status(sealed, { reason });
    const { formatBundle } = await import('../../src/proof/bundle.ts');

    const verdict = await verifySeal({
      bundle: formatBundle(sealed.bundle),
      trust: house.trust(),
      text: 'old',
      statuses: [formatBundle(status)],
    });

    expect(verdict.summary).toBe(`This seal was revoked; the author is not recorded: ${reason}`);
  });
});
