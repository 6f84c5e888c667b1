import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { customerWithKey, issueKey } from '../customers/graph.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { until } from '../support/service-process.ts';
import {
  addMember,
  ended,
  eraseCase,
  eraseDocument,
  found,
  indexFaults,
  search,
  searchableCase,
  uploadFiles,
} from './support.ts';

const GERMAN =
  'Der Mieter hat die Wohnung bei Beendigung des Mietverhältnisses vollständig geräumt zurückzugeben. Die Kündigungen der Verträge müssen schriftlich erklärt werden.';
const FRENCH =
  'Le locataire doit restituer les logements vides à la fin du bail. Les créanciers peuvent résilier les contrats par écrit et sans délai.';
const ENGLISH =
  'The tenant shall vacate the apartments at the end of the tenancy. Notices of termination must be given in writing to the landlord.';

let api: Api;
let owner: Awaited<ReturnType<typeof customerWithKey>>;
let caseId: string;
let documentIds: Record<string, string>;

beforeAll(async () => {
  api = await startApi();
  owner = await customerWithKey(api, { key: { caseAccess: 'WRITE' } });
  ({ caseId, documentIds } = await searchableCase(
    api,
    {
      'miete.txt': GERMAN,
      'bail.txt': FRENCH,
      'tenancy.md': `# Tenancy\n\n## End\n\n${ENGLISH}\n`,
      'names.txt': 'Heard in Leeds: Katarzyna Szczepańska and Dr Ó Súilleabháin.',
    },
    { as: owner.as },
  ));
});
afterAll(() => api.stop());

const names = (hits: Json[]) => hits.map((hit) => hit.document.name);
const finds = async (query: string, filter: Json = {}) => names(await found(api, query, filter, owner.as));

test('a passage is found with its place, its headings and the words of the query', async () => {
  const [hit, ...others] = await found(api, 'apartment', { caseIds: [caseId] }, owner.as);

  expect(others).toEqual([]);
  expect(hit).toMatchObject({
    document: { id: documentIds['tenancy.md'], name: 'tenancy.md', caseId },
    version: { number: 1, state: 'READY', mediaType: 'text/markdown', language: 'en' },
    pageFirst: null,
    pageLast: null,
    headingPath: ['Tenancy', 'End'],
  });
  const text = `# Tenancy\n\n## End\n\n${ENGLISH}\n`;
  expect(hit!.text).toBe(text.slice(hit!.start, hit!.end));
  expect(hit!.highlights.map(({ start, end }: Json) => text.slice(start, end))).toEqual(['apartments']);
});

test.each([
  ['an ending in German', 'Kündigung', 'miete.txt'],
  ['an umlaut that is left out', 'Mietverhaltnis', 'miete.txt'],
  ['an ending in French', 'logement', 'bail.txt'],
  ['an accent that is left out', 'creancier', 'bail.txt'],
  ['an ending in English', 'apartment', 'tenancy.md'],
  ['capital letters', 'LANDLORD', 'tenancy.md'],
  ['swapped letters', 'landlrod', 'tenancy.md'],
  ['a name without its signs', 'Szczepanska', 'names.txt'],
  ['a name that is spelled wrong', 'Szczepanksa', 'names.txt'],
  ['a decomposed accent', 'Szczepan\u0301ska', 'names.txt'],
])('a word is found in spite of %s', async (_, query, name) => {
  expect(await finds(query)).toEqual([name]);
});

test('quoted words must follow each other, and passages with excluded words are left out', async () => {
  expect(await finds('"termination must be given"')).toEqual(['tenancy.md']);
  expect(await finds('„termination must be given“')).toEqual(['tenancy.md']);
  expect(await finds('"given must be termination"')).toEqual([]);
  expect((await finds('termination bail')).sort()).toEqual(['bail.txt', 'tenancy.md']);
  expect(await finds('termination bail -landlord')).toEqual(['bail.txt']);
  expect(await finds('termination bail -"fin du bail"')).toEqual(['tenancy.md']);
  expect(await finds('landlord -landlord')).toEqual([]);
});

test('each filter limits the documents', async () => {
  const query = 'termination bail Kündigung Leeds';
  const all = (await finds(query)).sort();
  expect(all).toEqual(['bail.txt', 'miete.txt', 'names.txt', 'tenancy.md']);
  const { data } = await api.graphql(`{ document(id: "${documentIds['bail.txt']}") { createdAt } }`, { as: owner.as });
  const { createdAt } = data.document;
  const later = new Date(Date.parse(createdAt) + 1).toISOString();
  const hour = new Date(Date.parse(createdAt) + 3_600_000).toISOString();

  expect(await finds(query, { languages: ['de'] })).toEqual(['miete.txt']);
  expect((await finds(query, { languages: ['FR-ca', 'en'] })).sort()).toEqual(['bail.txt', 'tenancy.md']);
  expect(await finds(query, { mediaTypes: ['text/markdown'] })).toEqual(['tenancy.md']);
  expect(await finds(query, { documentIds: [documentIds['bail.txt']!] })).toEqual(['bail.txt']);
  expect(await finds(query, { documentIds: [documentIds['bail.txt']!], languages: ['de'] })).toEqual([]);
  expect(await finds(query, { caseIds: [newId('case')] })).toEqual([]);
  expect(await finds(query, { caseIds: [newId('case')], documentIds: [documentIds['bail.txt']!] })).toEqual([]);
  expect(await finds(query, { caseIds: [newId('case'), caseId] })).toHaveLength(4);
  expect(await finds(query, { caseIds: [], documentIds: [], languages: [], mediaTypes: [] })).toHaveLength(4);
  expect(await finds(query, { createdFrom: createdAt, createdBefore: later })).toContain('bail.txt');
  expect(await finds(query, { createdBefore: createdAt })).not.toContain('bail.txt');
  expect(await finds(query, { createdFrom: hour })).toEqual([]);
});

/** Waits until the index has the passages of current versions only, and their counts. */
const isConsistent = () => until(async () => (await indexFaults(api.database)).length === 0);

test('only current versions are found, and nothing of refused and erased documents', async () => {
  const words = (text: string) => found(api, text, { caseIds: [other.caseId] });
  const other = await searchableCase(api, {
    'a.txt': 'the ocelot sleeps',
    'b.txt': 'the pangolin wakes',
    'c.pdf': '%PDF-1.7 the ocelot',
  });
  expect(names(await words('ocelot pangolin')).sort()).toEqual(['a.txt', 'b.txt']);

  await uploadFiles(api, other.caseId, { 'a.txt': 'the wombat sleeps' });
  await ended(api, other.documentIds['a.txt']!);
  expect(names(await words('wombat'))).toEqual(['a.txt']);
  expect((await words('wombat'))[0]!.version.number).toBe(2);
  expect(await words('ocelot')).toEqual([]);
  await isConsistent();

  await eraseDocument(api, other.documentIds['a.txt']!);
  expect(await words('wombat')).toEqual([]);
  await isConsistent();
  await eraseCase(api, other.caseId);
  expect(await words('pangolin')).toEqual([]);
  await isConsistent();
  expect(await api.database.query('select * from case_word where case_id = $1', [other.caseId])).toEqual([]);
});

describe('callers who can’t read a case', () => {
  const strangers = new Map<string, Credential | undefined>();

  beforeAll(async () => {
    strangers.set('a key of another customer', (await customerWithKey(api, { key: { caseAccess: 'WRITE' } })).as);
    strangers.set('an agent of the customer that isn’t a member', (await agentOf(api, owner.as)).as);
    strangers.set('an administrator who isn’t a member', (await signedIn(api, { roles: ['ADMIN'] })).as);
    strangers.set('a key without access', {
      bearer: (await issueKey(api, { customerId: owner.customer.id })).token,
    });
    strangers.set('an anonymous caller', undefined);
  });

  test('get the same answer as for words and ids that don’t exist', async () => {
    for (const [who, as] of strangers) {
      const answer = async (query: string, filter?: Json) => {
        const { body } = await api.json('/graphql', {
          ...(as && { as }),
          body: {
            query: `query ($query: String!, $filter: CaseSearchFilter) { searchCases(query: $query, filter: $filter) {
              isComplete hits { text highlights { start } document { name } } } }`,
            variables: { query, filter },
          },
        });
        return JSON.stringify({
          data: body.data,
          errors: body.errors?.map(({ message, extensions }: Json) => ({ message, code: extensions.code })),
        });
      };
      const none = await answer('zyxwvut', { caseIds: [newId('case')] });

      expect(await answer('landlord Szczepańska'), who).toBe(none);
      expect(await answer('landlrod'), who).toBe(none);
      expect(await answer('landlord', { caseIds: [caseId] }), who).toBe(none);
      expect(await answer('landlord', { documentIds: [documentIds['tenancy.md']] }), who).toBe(none);
      expect(none, who).not.toContain('landlord');
    }
  });

  test('can read it as members', async () => {
    const agent = await agentOf(api, owner.as);
    expect(await found(api, 'landlord', {}, agent.as)).toEqual([]);

    await addMember(api, { caseId, member: agent.actor }, owner.as);

    expect(names(await found(api, 'landlord', {}, agent.as))).toEqual(['tenancy.md']);
  });
});

describe('a query that no person writes', () => {
  const refused = async (variables: Parameters<typeof search>[1]) =>
    (await search(api, variables, owner.as)).errors?.[0]?.message;

  test.each([
    ['punctuation only', ' … !? ()&|:*\\ ', /no word to look for/],
    ['signs only', '-- .. __', /no word to look for/],
    ['excluded words only', '-excluded', /no word to look for/],
    ['100,000 characters', 'a '.repeat(50_000), /has 100000 characters. Send at most 10000/],
    ['NUL', 'land\u0000lord', /NUL/],
    ['half of a surrogate pair', 'landlord \ud800', /surrogate/],
  ])('is refused with a sentence: %s', async (_, query, message) => {
    expect(await refused({ query })).toMatch(message);
  });

  test('is refused with the place of a value out of range', async () => {
    expect(await refused({ query: 'a', first: 101 })).toMatch(/`first` \(101\) must be between 1 and 100/);
    expect(await refused({ query: 'a', first: 0 })).toMatch(/`first` \(0\)/);
    expect(await refused({ query: 'a', filter: { caseIds: Array(101).fill('cas_a') } })).toMatch(
      /`caseIds` has 101 values/,
    );
    expect(
      await refused({
        query: 'a',
        filter: { createdFrom: '2026-01-02T00:00:00Z', createdBefore: '2026-01-01T00:00:00Z' },
      }),
    ).toMatch(/`createdBefore` must be later than `createdFrom`/);
  });

  test.each([
    ['operators', `landlord & | ! ( ) : * <-> <2> \\ ' '' "`, true],
    ['an open quotation', '"given in writing', true],
    ['quotation marks', '"""""" landlord """', true],
    ['an id of the index', `landlord #${newId('case')}`, true],
    ['SQL', `landlord'); drop table passage; --`, true],
    ['a word of 5,000 letters', `landlord ${'x'.repeat(5_000)}`, false],
    ['5,000 words', `landlord ${Array.from({ length: 1_900 }, (_, at) => `w${at}`).join(' ')}`, false],
    ['phrases', `landlord ${'"in writing" '.repeat(500)}`, true],
    ['different phrases', `landlord ${Array.from({ length: 900 }, (_, at) => `-"p ${at}"`).join(' ')}`, false],
  ])('finds its words in bounded work: %s', async (_, query, isComplete) => {
    const { data, errors } = await search(api, { query: query.slice(0, 10_000) }, owner.as);

    expect(errors).toBeUndefined();
    expect(names(data.searchCases.hits)).toEqual(['tenancy.md']);
    expect(data.searchCases.isComplete).toBe(isComplete);
  });
});

test('a search says whether all passages that fit were compared', async () => {
  const sections = (from: number) =>
    Array.from({ length: 700 }, (_, at) => `## ${from + at}\n\nThe numbat ${from + at} eats termites.\n`).join('\n');
  const big = await searchableCase(api, {
    'one.md': sections(1_000),
    'two.md': sections(2_000),
    'three.md': sections(3_000),
  });
  const isComplete = async (query: string, filter: Json = {}) => {
    const { data } = await search(api, { query, filter: { caseIds: [big.caseId], ...filter } });
    expect(data.searchCases.hits.length, query).toBeGreaterThan(0);
    return data.searchCases.isComplete;
  };

  expect(await isComplete('numbat')).toBe(false);
  expect(await isComplete('numbat', { documentIds: [big.documentIds['one.md']!] })).toBe(true);
  expect(await isComplete('1234')).toBe(true);
  expect(await isComplete('numbat 1234')).toBe(false);
  // The best passage is among those that were compared.
  expect((await found(api, 'numbat 1234', { caseIds: [big.caseId] }))[0]!.text).toContain('The numbat 1234 ');
}, 120_000);
