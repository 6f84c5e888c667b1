import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/platform/ids.ts';
import { PROJECT_ROOT } from '../../../src/platform/program/project-root.ts';
import {
  GetRenderDocument,
  ListAssetsDocument,
  MediaDeskDocument,
  PickAssetDocument,
} from '../../../src/rest/generated/graphql.ts';
import { customerWithKey } from '../../customers/graph.ts';
import { agentOf } from '../../support/agents.ts';
import type { Api, Credential } from '../../support/api.ts';
import { signedIn } from '../../support/people.ts';
import { type Bank, fillBank } from './bank.ts';
import { type KnownCursors, OF_LISTS, randomQuery } from './random-query.ts';
import { type Asked, startTwoWays, type TwoWays } from './two-ways.ts';

let ways: TwoWays;
let bank: Bank;
let partner: { bearer: string };

beforeAll(async () => {
  ways = await startTwoWays();
  bank = await fillBank(ways.database, 60);
  const issued = await ways.interpreting.graphql(
    'mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }',
    { as: 'operator' },
  );
  partner = { bearer: issued.data.issuePartnerLink.secret };
});
afterAll(() => ways.stop());

const ALL_OF_AN_ASSET = `__typename id kind origin status title alt source tags thumbnailUrl thumbhash dominantColor licence credit
  createdAt updatedAt file { __typename url mediaType byteSize width height sha256 }`;
const ALL_OF_A_PAGE = `__typename totalCount pageInfo { __typename hasNextPage hasPreviousPage startCursor endCursor } nodes { ${ALL_OF_AN_ASSET} }
  edges { __typename cursor node { ${ALL_OF_AN_ASSET} } }`;
const LONG = 'a'.repeat(64);

/** Operations that PostgreSQL has to answer by itself. */
const COMPILED: Record<string, string | Omit<Asked, 'as'>> = {
  'everything there is': `{ assets(first: 100) { ${ALL_OF_A_PAGE} } }`,
  'one field': '{ assets { nodes { id } } }',
  'only the type names': '{ assets { __typename nodes { __typename file { __typename } } edges { __typename } } }',
  'only the count': '{ assets { totalCount } }',
  'only the page info': '{ assets { pageInfo { endCursor } } }',
  'no operation name, two operations': {
    query: 'query One { assets(first: 1) { nodes { id } } } query Two { assets(first: 2) { nodes { title } } }',
    operationName: 'Two',
  },
  'fields in an order of their own':
    '{ assets { totalCount nodes { updatedAt file { sha256 url } id alt } __typename } }',
  aliases:
    '{ bank: assets(first: 2) { n: nodes { a: id b: id f: file { u: url u2: url } t: __typename } p: pageInfo { e: endCursor } } }',
  'aliases that are words of SQL': `{ select: assets(first: 2) { from: nodes { row: title asset: id page: alt shown: tags matching: kind
    id: source null: origin order: status } json_agg: nodes { row: file { row: url asset: width } } } }`,
  'aliases that are words of JavaScript':
    '{ __proto__: assets(first: 2) { constructor: nodes { __proto__: title toString: id then: alt } } }',
  'an alias of 63 characters': `{ assets(first: 1) { nodes { ${'a'.repeat(63)}: id } } }`,
  'one field under two aliases with different arguments':
    '{ a: assets(first: 1) { nodes { id } } b: assets(first: 2, filter: { origin: RENDER }) { nodes { id } } }',
  'the same list twice':
    '{ assets(first: 3) { a: nodes { id title } b: nodes { title } edges { node { id } } e: edges { cursor } } }',
  'fields that are merged': `{ assets(first: 2) { nodes { id } } assets(first: 2) { nodes { title id file { url } } totalCount }
    assets(first: 2) { nodes { file { width url } } } }`,
  'fragments on every type': `{ assets(first: 3) { ...page ... on Connection { totalCount } ... { __typename } } }
    fragment page on AssetConnection { nodes { ...asset ...node ... on Node { id } } pageInfo { ...info } edges { ...edge } }
    fragment asset on Asset { title file { ...file } } fragment file on MediaFile { url } fragment node on Node { id __typename }
    fragment info on PageInfo { hasNextPage } fragment edge on AssetEdge { cursor node { ...asset } }`,
  'fragments in fragments that meet again': `{ assets(first: 2) { nodes { ...a title } } } fragment a on Asset { id ...b ...c }
    fragment b on Asset { ...c file { url } } fragment c on Asset { alt file { url width } }`,
  'fragments with names of methods': `{ assets(first: 1) { ...toString ...__proto__ } }
    fragment toString on AssetConnection { totalCount } fragment __proto__ on AssetConnection { nodes { id } }`,
  'variables with defaults':
    'query ($first: Int! = 3, $filter: AssetFilter = { origin: UPLOAD }) { assets(first: $first, filter: $filter) { nodes { id origin } } }',
  'a variable that is left out':
    'query ($first: Int, $after: String) { assets(first: $first, after: $after) { nodes { id } } }',
  'a null cursor and a null filter': {
    query: 'query ($after: String, $filter: AssetFilter) { assets(after: $after, filter: $filter) { nodes { id } } }',
    variables: { after: null, filter: null },
  },
  'a filter with every argument': {
    query: `query ($filter: AssetFilter) { assets(first: 100, filter: $filter) { totalCount nodes { title status origin tags } } }`,
    variables: {
      filter: { status: ['LIVE', 'ARCHIVED'], origin: ['RENDER', 'UPLOAD'], tags: ['COMMON'], search: '1' },
    },
  },
  'a filter of nulls and empty lists': {
    query: 'query ($filter: AssetFilter) { assets(filter: $filter) { totalCount } }',
    variables: { filter: { status: [], origin: null, tags: [], search: '' } },
  },
  'single values for lists':
    '{ assets(filter: { status: LIVE, origin: RENDER, tags: "common" }) { totalCount nodes { id } } }',
  'a search for wildcards': String.raw`{ a: assets(filter: { search: "100%" }) { totalCount } b: assets(filter: { search: "_" }) { totalCount }
    c: assets(filter: { search: "\\" }) { totalCount } d: assets(filter: { search: "\u0001" }) { totalCount } }`,
  'nothing found': `{ assets(filter: { tags: ["no such tag"] }) { ${ALL_OF_A_PAGE} } }`,
  'what another feature adds to an asset':
    '{ assets(first: 100) { nodes { id seal { __typename id verificationUrl s: sealedAt } } } }',
  'a type within itself': `{ assets(first: 10) { nodes { title seal { sha256 asset { alt seal { logIndex asset { id file { url } } } } } } edges {
    node { again: seal { id } seal { asset { title } } } } } }`,
  'of what another feature adds only whether it is there': '{ assets(first: 10) { nodes { seal { __typename } } } }',
  'nothing found to add to': `{ assets(filter: { search: "absent" }) { totalCount nodes { seal { id } } pageInfo { hasNextPage } } }`,
  'the last page, and one before it': `{ a: assets(last: 7) { ${ALL_OF_A_PAGE} }
    b: assets(last: 10, before: "ast_7zzzzzzzzzzzzzzzzzzzzzzzzz") { ${ALL_OF_A_PAGE} } }`,
  'the oldest first': `{ assets(first: 7, orderBy: { field: CREATED_AT, direction: ASC }) { ${ALL_OF_A_PAGE} } }`,
  'a null for every argument': {
    query: `query ($first: Int, $last: Int, $before: String, $orderBy: AssetOrder) {
      assets(first: $first, last: $last, before: $before, orderBy: $orderBy) { ${ALL_OF_A_PAGE} } }`,
    variables: { first: null, last: null, before: null, orderBy: null },
  },
  'links by width, each as its arguments choose':
    '{ assets(first: 3) { nodes { file { url s: url(width: 1) m: url(width: 321) l: url(width: 1280) o: url(width: 9000) n: url(width: null) z: url(width: -1) } } } }',
  'a link by a width that comes as a variable': {
    query:
      'query ($w: Int, $d: Int = 640) { assets(first: 2) { nodes { file { a: url(width: $w) b: url(width: $d) } } edges { node { file { url(width: $w) } } } } }',
    variables: { w: 1000 },
  },
  'a page past the end': `{ assets(after: "ast_00000000000000000000000000") { ${ALL_OF_A_PAGE} } }`,
};

describe('an operation compiled to SQL gives what field-by-field execution gives', () => {
  test.each(Object.entries(COMPILED))('%s', async (_name, asked) => {
    const { body, isCompiled } = await ways.ask({
      ...(typeof asked === 'string' ? { query: asked } : asked),
      as: 'operator',
    });

    expect(body.errors).toBeUndefined();
    expect(isCompiled).toBe(true);
  });

  test('every page from the first to the last, which is full, too', async () => {
    const query = `query ($after: String) {
      assets(first: 12, after: $after, filter: { status: [ARCHIVED, LIVE, QUARANTINED, TRASHED] }) { ${ALL_OF_A_PAGE} } }`;
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const { body, isCompiled } = await ways.ask({ query, variables: { after }, as: 'operator' });
      expect(isCompiled).toBe(true);
      pages.push(body.data.assets.nodes.map((node: { id: string }) => node.id));
      after = body.data.assets.pageInfo.hasNextPage ? body.data.assets.pageInfo.endCursor : null;
    } while (after);

    expect(pages.map((page) => page.length)).toEqual([12, 12, 12, 12, 12]);
    expect(pages.flat()).toEqual(bank.assetIds.toReversed());
  });

  test('what is stored, to the last character', async () => {
    const stored = await ways.database.query(
      'select title, alt, source, tag_labels as tags from asset order by id desc',
    );

    const { body } = await ways.ask({
      query:
        '{ assets(first: 100, filter: { status: [ARCHIVED, LIVE, QUARANTINED, TRASHED] }) { nodes { title alt source tags } } }',
      as: 'operator',
    });

    expect(body.data.assets.nodes).toEqual(stored);
  });

  test('the same operation again with other arguments', async () => {
    const query =
      'query ($first: Int!, $filter: AssetFilter) { assets(first: $first, filter: $filter) { nodes { id title } } }';
    const all = [
      { first: 1 },
      { first: 100, filter: { search: 'plain' } },
      { first: 100, filter: { search: 'quoted', tags: ['common'] } },
      { first: 5, filter: { status: ['LIVE'] } },
      { first: 100, filter: { search: 'back' } },
      { first: 5, filter: { origin: ['LIVE'] } },
      { first: 0 },
      { first: 2, filter: { origin: ['RENDER'], status: ['LIVE'] } },
    ];

    const compiled = [];
    for (const variables of all) compiled.push((await ways.ask({ query, variables, as: 'operator' })).isCompiled);

    // Of the arguments, the one that cannot be coerced never reaches a resolver; the page size is refused by it.
    expect(compiled).toEqual([true, true, true, true, true, true, false, true]);
  });
});

describe('a link by width', () => {
  const widths = 'query ($id: ID!, $w: Int) { asset(id: $id) { file { url url2: url(width: $w) } } }';
  const asked = async (w: number | null, id = bank.assetIds[0]) => {
    const { body, isCompiled } = await ways.ask({
      query: widths,
      variables: { id, w },
      as: 'operator',
    });
    expect(isCompiled).toBe(true);
    return body.data.asset.file.url2.split('/').at(-1);
  };

  test.each([
    [2_000, '1280.webp'],
    [800, 'original.png'],
  ])(
    'is that of the smallest rendition that is as wide, or of the original: of a picture %i wide',
    async (width, of1280) => {
      const id = bank.assetIds[1]!;
      await ways.database.query('update asset set width = $2 where id = $1', [id, width]);
      const given = [];
      for (const w of [-1, 0, 1, 320, 321, 640, 641, 1280, 1281, 2 ** 31 - 1, null]) given.push(await asked(w, id));

      expect(given).toEqual([
        '320.webp',
        '320.webp',
        '320.webp',
        '320.webp',
        '640.webp',
        '640.webp',
        of1280,
        of1280,
        'original.png',
        'original.png',
        'original.png',
      ]);
    },
  );

  test('has no more statements than there are files, and is left to the resolvers where it would', async () => {
    const names = Array.from({ length: 3 }, (_, index) => index);
    const query = `query (${names.map((n) => `$w${n}: Int`)}) { assets(first: 1) { nodes { file {
      ${names.map((n) => `u${n}: url(width: $w${n})`).join(' ')} } } } }`;
    const compiled = [];
    for (let combination = 0; combination < 20; combination++) {
      const variables = {
        w0: 320 * 2 ** (combination % 4),
        w1: 320 * 2 ** ((combination >> 2) % 4),
        w2: combination < 16 ? 1 : 640,
      };
      compiled.push((await ways.ask({ query, variables, as: 'operator' })).isCompiled);
    }

    expect(compiled.slice(0, 16)).toEqual(Array(16).fill(true));
    expect(compiled.slice(16)).toEqual([false, false, false, false]);
  });

  test('of a picture that is not in the bank is its original’s', async () => {
    const query = '{ render(id: "ID") { file { url small: url(width: 100) } } }';
    const of = async (id: string | undefined) => {
      const { body } = await ways.ask({ query: query.replace('ID', String(id)), as: 'integration' });
      return body.data.render.file;
    };
    const banked = await of(bank.renderIds[0]);
    const beside = await of(bank.renderIds[1]);

    expect(banked.small).toBe(banked.url.replace(/[^/]+$/, '320.webp'));
    expect(beside.small).toBe(beside.url);
  });
});

const ALL_OF_A_SEAL = `__typename id subject sha256 byteLength mediaType status isPrivate keyId logIndex sealedAt verificationUrl bundleUrl
  disclaimer { __typename id language version text sha256 publishedAt }`;
const PART = '{ __typename value isFromBrief words }';
const ALL_OF_WHAT_WAS_UNDERSTOOD = `{ __typename scene ${PART} light ${PART} weather ${PART} season ${PART} style ${PART}
  palette { __typename hex called: name words } composition ${PART} again: composition { words kind: __typename }
  exclusions { __typename means words } }`;
const ALL_OF_A_RENDER = `__typename id status version attempts kind title source prompt provider seed ignoredTerms note createdAt
  understood ${ALL_OF_WHAT_WAS_UNDERSTOOD}
  completedAt failure { __typename reason message } file { __typename url mediaType byteSize width height sha256 }
  asset { ${ALL_OF_AN_ASSET} seal { ${ALL_OF_A_SEAL} } }`;

describe('what is asked for by its id is compiled, too:', () => {
  const one = async (query: string, as: Credential | undefined, isCompiled = true) => {
    const answer = await ways.ask({ query, as });
    expect(answer.isCompiled).toBe(isCompiled);
    return answer.body;
  };

  test('an asset, or none', async () => {
    for (const id of [...bank.assetIds.slice(0, 8), newId('asset'), newId('seal'), '', "' or true --"]) {
      const query = `{ asset(id: ${JSON.stringify(id)}) { ${ALL_OF_AN_ASSET} seal { ${ALL_OF_A_SEAL} } } }`;

      expect((await one(query, 'integration')).errors).toBeUndefined();
    }
  });

  test('a seal, or none, for anybody', async () => {
    for (const id of [...bank.sealIds.slice(0, 8), newId('seal')]) {
      const query = `{ seal(id: "${id}") { ${ALL_OF_A_SEAL} supersededBy { ${ALL_OF_A_SEAL} supersededBy { id } } } }`;

      expect((await one(query, undefined)).errors).toBeUndefined();
    }
  });

  test('the newest of the seals of an asset', async () => {
    const [first, second] = bank.sealIds;
    const query = `{ asset(id: "${bank.assetIds[0]}") { seal { id } } old: seal(id: "${first}") { supersededBy { id } asset { seal { id } } } }`;

    const { data } = await one(query, 'operator');

    expect(data).toEqual({
      asset: { seal: { id: second } },
      old: { supersededBy: { id: second }, asset: { seal: { id: second } } },
    });
  });

  test('a guarded field below it, which is left to the resolvers for whoever may not use it', async () => {
    const query = `{ seal(id: "${bank.sealIds[0]}") { id asset { id } } }`;

    expect((await one(query, 'operator')).data.seal.asset.id).toBe(bank.assetIds[0]);
    const refused = await one(query, undefined, false);
    expect(refused.data.seal).toEqual({ id: bank.sealIds[0], asset: null });
    expect(refused.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  test('a render for those who may see it', async () => {
    const [saved, beside, failed, waiting, ofOperator] = bank.renderIds;
    const ask = async (id: string | undefined, as: Credential) =>
      (await one(`{ render(id: "${id}") { ${ALL_OF_A_RENDER} } }`, as)).data.render;

    expect(await ask(saved, 'integration')).toMatchObject({ file: { width: 800 }, asset: { id: bank.assetIds[0] } });
    expect(await ask(beside, 'integration')).toMatchObject({
      file: { width: 256 },
      asset: null,
      note: 'It is “so”.',
      understood: { scene: null, style: [] },
    });
    expect(await ask(failed, 'integration')).toMatchObject({ file: null, failure: { reason: 'WORKER_LOST' } });
    expect(await ask(waiting, 'operator')).toMatchObject({ file: null, failure: null, seed: Number.MAX_SAFE_INTEGER });
    expect(await ask(ofOperator, 'operator')).toMatchObject({ id: ofOperator });
    expect(await ask(ofOperator, 'integration')).toBeNull();
    expect(await ask(newId('render'), 'operator')).toBeNull();
  });

  test('aliases that are words of JavaScript, in what was understood of a brief', async () => {
    const query = `{ render(id: "${bank.renderIds[1]}") {
      understood { __proto__: scene ${PART} exclusions { __proto__: means constructor: words } } } }`;

    expect((await one(query, 'integration')).errors).toBeUndefined();
  });
});

/** Of one kind: fields of one name are of several types. */
const ALL_OF_KINDS = [
  `... on Asset { ${ALL_OF_AN_ASSET} seal { id } }`,
  `... on Seal { ${ALL_OF_A_SEAL} }`,
  `... on Render { __typename status kind prompt seed understood { scene { value } note: season { words } } failure { reason message } asset { title } }`,
  '... on Render { createdAt completedAt expiresAt ignoredTerms file { url mediaType width sha256 } seal { status } }',
];

describe('what is asked for by ids of any kind is compiled, too:', () => {
  const kinds = () => [...bank.assetIds.slice(0, 3), ...bank.sealIds.slice(0, 3), ...bank.renderIds];
  const nodes = (ids: readonly string[], as: Credential | undefined, fields = '__typename id') =>
    ways.ask({ query: `query ($ids: [ID!]!) { nodes(ids: $ids) { ${fields} } }`, variables: { ids }, as });

  test.each(['operator', 'integration', undefined] as const)('as %s sees them', async (as) => {
    const tags = await ways.database.query<{ id: string }>('select id from tag limit 3');
    const partners = await ways.database.query<{ id: string }>('select id from partner');
    const ids = [...tags, ...partners].map(({ id }) => id);
    const all = [...kinds(), newId('asset'), ...ids, bank.assetIds[0]!, 'nothing of ours', '', '__proto__'];

    const { body, isCompiled } = await nodes(all, as, '__typename id ... on Seal { status } ... on Tag { key }');

    expect(isCompiled).toBe(true);
    expect(body.data.nodes).toHaveLength(all.length);
  });

  test.each(ALL_OF_KINDS)('whole, twice where an id comes twice, in the order of the ids: %s', async (fields) => {
    const ids = [...kinds().slice(0, 8), bank.sealIds[0]!, bank.assetIds[0]!];

    const { body, isCompiled } = await nodes(ids, 'operator', `... on Node { id } ${fields}`);

    expect(body.errors).toBeUndefined();
    expect(isCompiled).toBe(true);
    expect(body.data.nodes.map((node: { id: string }) => node.id)).toEqual(ids);
  });

  test('one by its id, and one that is not there', async () => {
    for (const id of [bank.assetIds[0], bank.sealIds[0], bank.renderIds[0], newId('seal'), 'nothing of ours']) {
      for (const fields of ALL_OF_KINDS) {
        const answer = await ways.ask({ query: `{ node(id: "${id}") { __typename id ${fields} } }`, as: 'operator' });

        expect(answer.isCompiled).toBe(true);
      }
    }
  });

  test('runs, approvals and links of partners, each as whoever asks may see them', async () => {
    const { interpreting } = ways;
    const { as } = await customerWithKey(interpreting, { plan: 'PRO' });
    const ran = await interpreting.json('/v1/chat/completions', {
      as,
      body: { model: 'fast-execution/field-extraction', messages: [{ role: 'user', content: 'Invoice 7' }] },
    });
    const { data: filed } = await interpreting.graphql(
      `mutation { createPublishRequest(input: { tool: "send_email", channel: EMAIL, targets: ["ada@example.org"],
         argumentsText: "{}", summary: "Says so." }) { ... on CreatedPublishRequest { publishRequest { approvalId } } } }`,
      { as },
    );
    const { data: links } = await interpreting.graphql('{ partnerLinks { nodes { id } } }', { as: 'operator' });
    const ids = [
      ran.headers.get('x-imprimatur-run-id')!,
      filed.createPublishRequest.publishRequest.approvalId,
      links.partnerLinks.nodes[0].id,
    ];
    const seen = async (who: Credential | undefined) => {
      const shown = [];
      for (const fields of [
        '... on Run { status task costMicros isSimulated startedAt endedAt outputSha256 isHeld }',
        '... on Approval { state title facts quorum createdAt expiresAt decidedAt requestedBy }',
        '... on PartnerLink { hint createdAt expiresAt revokedAt lastUsedAt partner { name } }',
      ]) {
        const { body, isCompiled } = await nodes(ids, who, `id ${fields}`);
        expect(body.errors).toBeUndefined();
        expect(isCompiled).toBe(true);
        shown.push(body.data.nodes.map((node: object | null) => node !== null));
      }
      expect(shown).toEqual([shown[0], shown[0], shown[0]]);
      return shown[0];
    };

    expect(await seen('operator')).toEqual([true, true, true]);
    expect(await seen(as)).toEqual([true, true, false]);
    expect(await seen(partner)).toEqual([false, false, false]);
    expect(await seen(undefined)).toEqual([false, false, false]);
  });

  test('a field with a resolver is left to it only where it is asked of something', async () => {
    const fields = 'id ... on Asset { title } ... on Seal { statusHistory { reason } }';

    expect((await nodes(bank.assetIds.slice(0, 2), 'operator', fields)).isCompiled).toBe(true);
    expect((await nodes([bank.assetIds[0]!, bank.sealIds[0]!], 'operator', fields)).isCompiled).toBe(false);
  });

  test('a guarded field refuses who may not use it, in the same words', async () => {
    const { body } = await nodes([bank.sealIds[0]!], undefined, 'id ... on Seal { asset { id } }');

    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  test('more than a hundred are refused in the same words', async () => {
    const { body } = await nodes(Array(101).fill(bank.assetIds[0]), 'operator');

    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('who asks is compiled, too:', () => {
  const VIEWER = `{ viewer { __typename kind actor onBehalfOf name roles permissions approvalsWaiting
    credential { __typename kind expiresAt confirmedAt issuedBy } me: self { __typename id ... on Partner { name createdAt }
    ... on Customer { name plan isOwnUse version createdAt } ... on Agent { owner name } ... on Operator { email roles version } }
    renders(first: 3, orderBy: { field: COMPLETED_AT, direction: ASC }) { totalCount edges { cursor node { id status } } pageInfo { hasNextPage } } } }`;

  test('a stranger, programs, people, customers, agents and partners', async () => {
    const { interpreting } = ways;
    const everybody: (Credential | undefined)[] = [undefined, 'integration', 'operator', partner];
    everybody.push((await customerWithKey(interpreting)).as, (await agentOf(interpreting)).as);
    // The cookie of a session is known to the service that made it alone; a token is known to both.
    everybody.push(await tokenOf(interpreting));

    for (const as of everybody) {
      const { body, isCompiled } = await ways.ask({ query: VIEWER, as });

      expect(body.errors).toBeUndefined();
      expect(isCompiled).toBe(true);
      expect(body.data.viewer === null).toBe(as === undefined);
    }
  });

  /** A token of a person. */
  async function tokenOf(api: Api): Promise<Credential> {
    const { as } = await signedIn(api, { roles: ['EDITOR', 'APPROVER'] });
    const { data } = await api.graphql(
      'mutation { issueOperatorToken(input: { name: "mine", scopes: ["approvals:decide", "renders:read", "renders:read-all"] }) { ... on IssuedOperatorToken { token } } }',
      { as },
    );
    return { bearer: data.issueOperatorToken.token };
  }

  test('a page of their renders that cannot be, in the same words', async () => {
    const { body } = await ways.ask({ query: '{ viewer { renders(first: 0) { totalCount } } }', as: 'operator' });

    expect(body.errors[0]).toMatchObject({ path: ['viewer', 'renders'], extensions: { code: 'BAD_USER_INPUT' } });
  });
});

/** Operations that a compiler may well leave to the resolvers, which then have to be asked rightly. */
const HARD_TO_COMPILE: Record<string, string | Omit<Asked, 'as'>> = {
  'a field with a resolver of its own': '{ assets(first: 10) { nodes { id seal { id statusHistory { reason } } } } }',
  'a second root field': '{ assets(first: 1) { nodes { id } } asset(id: "ast_0") { id } }',
  '__typename of the query': '{ __typename assets(first: 1) { nodes { id } } }',
  'an alias of 64 characters': `{ assets(first: 1) { nodes { ${LONG}: id } } }`,
  'two aliases alike to the 63rd character': `{ assets(first: 1) { nodes { ${LONG}a: id ${LONG}b: title } edges { ${LONG}c: cursor } } }`,
  'directives on fields': {
    query: `query ($yes: Boolean!) { assets(first: 2) { nodes @include(if: $yes) { id @skip(if: $yes) title } totalCount @skip(if: false) } }`,
    variables: { yes: true },
  },
  'directives on fragments': {
    query: `query ($no: Boolean = false) { assets(first: 2) { ...page @include(if: $no) ... @skip(if: $no) { nodes { id } } } }
      fragment page on AssetConnection { totalCount }`,
  },
  'a directive that leaves nothing out at the root': 'query { assets(first: 1) @include(if: true) { nodes { id } } }',
  'an object of which everything is left out':
    '{ assets(first: 1) { nodes { id file { url @skip(if: true) } } pageInfo { endCursor @skip(if: true) } } }',
};

test.each(Object.entries(HARD_TO_COMPILE))('compiled or not, the answer is the same: %s', async (_name, asked) => {
  const { body } = await ways.ask({
    ...(typeof asked === 'string' ? { query: asked } : asked),
    as: 'operator',
  });

  expect(body.errors).toBeUndefined();
});

/** Requests that are refused, with the code they are refused with. */
const REFUSED: Record<string, [code: string, asked: Asked]> = {
  'nobody who asks': ['UNAUTHENTICATED', { query: '{ assets { nodes { id } } }' }],
  'the wrong kind of viewer': ['FORBIDDEN', { query: '{ assets { nodes { id } } }', as: 'integration' }],
  'an unknown credential': ['UNAUTHENTICATED', { query: '{ assets { nodes { id } } }', as: { bearer: 'nobody' } }],
  'a page of nothing': ['BAD_USER_INPUT', { query: '{ assets(first: 0) { nodes { id } } }', as: 'operator' }],
  'a page too large': ['BAD_USER_INPUT', { query: '{ assets(first: 101) { totalCount } }', as: 'operator' }],
  'a page below zero': ['BAD_USER_INPUT', { query: '{ assets(first: -1) { nodes { id } } }', as: 'operator' }],
  'a page size beyond 32 bits': [
    'GRAPHQL_VALIDATION_FAILED',
    { query: '{ assets(first: 2147483648) { totalCount } }', as: 'operator' },
  ],
  'a junk cursor': ['BAD_USER_INPUT', { query: '{ assets(after: "junk") { nodes { id } } }', as: 'operator' }],
  'a cursor of another list': [
    'BAD_USER_INPUT',
    { query: `{ assets(after: "${newId('seal')}") { totalCount } }`, as: 'operator' },
  ],
  'one bad field beside a good one': [
    'BAD_USER_INPUT',
    { query: '{ good: assets(first: 1) { nodes { id } } bad: assets(first: 0) { nodes { id } } }', as: 'operator' },
  ],
  'both ends at once': ['BAD_USER_INPUT', { query: '{ assets(first: 1, last: 1) { totalCount } }', as: 'operator' }],
  'a page from the end that is too large': [
    'BAD_USER_INPUT',
    { query: '{ assets(last: 101) { totalCount } }', as: 'operator' },
  ],
  'a cursor to go back from, going forward': [
    'BAD_USER_INPUT',
    { query: '{ assets(before: "ast_00000000000000000000000000") { totalCount } }', as: 'operator' },
  ],
  'a cursor to go on from, going back': [
    'BAD_USER_INPUT',
    { query: '{ assets(last: 1, after: "ast_00000000000000000000000000") { totalCount } }', as: 'operator' },
  ],
  'a missing variable': [
    'BAD_USER_INPUT',
    { query: 'query ($first: Int!) { assets(first: $first) { totalCount } }', as: 'operator' },
  ],
  'a variable of the wrong type': [
    'BAD_USER_INPUT',
    {
      query: 'query ($first: Int!) { assets(first: $first) { totalCount } }',
      variables: { first: '3' },
      as: 'operator',
    },
  ],
  'a fraction for a page size': [
    'BAD_USER_INPUT',
    {
      query: 'query ($first: Int!) { assets(first: $first) { totalCount } }',
      variables: { first: 1.5 },
      as: 'operator',
    },
  ],
  'an unknown member of the filter': [
    'BAD_USER_INPUT',
    {
      query: 'query ($filter: AssetFilter) { assets(filter: $filter) { totalCount } }',
      variables: { filter: { name: 'x' } },
      as: 'operator',
    },
  ],
  'an unknown enum value': [
    'BAD_USER_INPUT',
    {
      query: 'query ($filter: AssetFilter) { assets(filter: $filter) { totalCount } }',
      variables: { filter: { status: ['live'] } },
      as: 'operator',
    },
  ],
  'a NUL in a search': [
    'BAD_USER_INPUT',
    {
      query: 'query ($filter: AssetFilter) { assets(filter: $filter) { totalCount } }',
      variables: { filter: { search: 'a\u0000b' } },
      as: 'operator',
    },
  ],
  'half a surrogate pair in a tag': [
    'BAD_USER_INPUT',
    {
      query: 'query ($tag: String!) { assets(filter: { tags: [$tag] }) { totalCount } }',
      variables: { tag: '\uD83D' },
      as: 'operator',
    },
  ],
  'a field that does not exist': [
    'GRAPHQL_VALIDATION_FAILED',
    { query: '{ assets { nodes { name } } }', as: 'operator' },
  ],
  'a syntax error': ['GRAPHQL_PARSE_FAILED', { query: '{ assets { nodes { id }', as: 'operator' }],
  'an operation that is not there': [
    'BAD_REQUEST',
    { query: 'query A { assets { totalCount } }', operationName: 'B', as: 'operator' },
  ],
  'two operations and no name': [
    'BAD_REQUEST',
    { query: 'query A { assets { totalCount } } query B { health { ok } }', as: 'operator' },
  ],
};

test.each(Object.entries(REFUSED))('both ways refuse %s in the same words', async (_name, [code, asked]) => {
  const { body } = await ways.ask(asked);

  expect(body.errors[0].extensions).toMatchObject({ code });
});

describe('the stored operations are answered alike', () => {
  const FILTERS = [{}, { tags: ['common'] }, { status: ['LIVE'], origin: ['RENDER'], search: 'a' }];

  test.each(FILTERS)('ListAssets with %j', async (filter) => {
    const { body } = await ways.ask({
      query: `${ListAssetsDocument}`,
      variables: { first: 50, filter },
      as: 'operator',
    });

    expect(body.errors).toBeUndefined();
    expect(body.data.assets.nodes.length).toBeGreaterThan(0);
  });

  test('MediaDesk', async () => {
    const { body, isCompiled } = await ways.ask({
      query: `${MediaDeskDocument}`,
      variables: { first: 50, tags: ['common'] },
      as: partner,
    });

    expect(isCompiled).toBe(true);
    expect(body.data.mediaDesk.assets.nodes.length).toBeGreaterThan(10);
  });

  test('MediaDesk under other names, twice, and by somebody else', async () => {
    const desk =
      'mediaDesk { __typename partner { __typename id name createdAt } few: assets(first: 2) { nodes { id } } }';
    const query = `{ a: ${desk} b: mediaDesk { all: assets { totalCount edges { cursor node { title } } } } __typename }`;

    expect(await ways.ask({ query, as: partner })).toMatchObject({ isCompiled: true });
    expect((await ways.ask({ query, as: 'operator' })).body.errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('MediaDesk with a page that is too large for it', async () => {
    const { body } = await ways.ask({ query: `${MediaDeskDocument}`, variables: { first: 51 }, as: partner });

    expect(body.errors[0]).toMatchObject({ path: ['mediaDesk', 'assets'], extensions: { code: 'BAD_USER_INPUT' } });
  });

  test('GetRender of nothing, and PickAsset of nothing', async () => {
    const render = await ways.ask({
      query: `${GetRenderDocument}`,
      variables: { id: newId('render') },
      as: 'integration',
    });
    const pick = await ways.ask({
      query: `${PickAssetDocument}`,
      variables: { input: { tags: ['absent'], peek: true } },
    });

    expect(render.body).toEqual({ data: { render: null } });
    expect(pick.body.data.pickAsset).toMatchObject({ code: 'NO_MATCH', unknownTags: ['absent'] });
  });

  test('the typed documents are the stored operations', () => {
    const stored = (name: string) =>
      readFileSync(path.join(PROJECT_ROOT, 'schema/operations', `${name}.graphql`), 'utf8');

    expect(`${GetRenderDocument}`.replace(/\s+/g, ' ')).toContain(stored('get-render').trim().replace(/\s+/g, ' '));
  });
});

describe('the documented lists come from compiled operations, to the byte:', () => {
  const LISTS = ['', '?limit=100', '?limit=7&tags=common', '?q=plain&status=live&origin=render', '?tags=absent'];

  test.each(LISTS)('GET /api/admin/image-bank%s', async (query) => {
    const { status, isCompiled } = await ways.get(`/api/admin/image-bank${query}`, 'operator');

    expect({ status, isCompiled }).toEqual({ status: 200, isCompiled: true });
  });

  test('every page of it, along the cursors', async () => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await ways.get(`/api/admin/image-bank?limit=25${cursor && `&cursor=${cursor}`}`, 'operator');
      found.push(...body.items.map((item: { id: string }) => item.id));
      expect(body.totalCount).toBe(60);
      cursor = body.nextCursor;
    }

    expect(found).toEqual(bank.assetIds.toReversed());
  });

  test('its seals', async () => {
    const { body } = await ways.get('/api/admin/image-bank?limit=100', 'operator');

    const sealed = body.items.filter((item: { sealUrl: string | null }) => item.sealUrl !== null);
    expect(sealed).toHaveLength(20);
  });

  test.each(['?limit=0', '?limit=101', '?cursor=junk', '?q=%00', '?tags=%ED%A0%80', '?status=no'])(
    'what is refused, in the same words: %s',
    async (query) => {
      const { status } = await ways.get(`/api/admin/image-bank${query}`, 'operator');

      expect(status).toBe(400);
    },
  );

  test('the bank as a partner sees it', async () => {
    const all = await ways.get(`/api/media-desk/${partner.bearer}/bank?limit=50&tags=common`);
    const page = await ways.get(`/api/media-desk/${partner.bearer}/bank?limit=3&cursor=${all.body.items[1].id}`);
    const tooMany = await ways.get(`/api/media-desk/${partner.bearer}/bank?limit=51`);

    expect([all.isCompiled, page.isCompiled, tooMany.status]).toEqual([true, true, 400]);
    expect(all.body.partner).toEqual({ name: 'Agency' });
  });

  test('a render', async () => {
    for (const id of bank.renderIds.slice(0, 4)) {
      const { status, isCompiled } = await ways.get(`/api/integrations/cinema/render/${id}`, 'integration');
      expect({ status, isCompiled }).toEqual({ status: 200, isCompiled: true });
    }
    const ofAnother = await ways.get(`/api/integrations/cinema/render/${bank.renderIds[4]}`, 'integration');
    expect(ofAnother.status).toBe(404);
  });
});

/** Others each time. CI asks more of them. */
const RANDOM_OPERATIONS = Number(process.env.RANDOM_OPERATIONS ?? 40);

test('random operations are answered alike, and compiled whenever no resolver is needed', async () => {
  let answered = 0;
  let compiled = 0;
  const some = (ids: readonly string[]) => [ids[0]!, ids[Math.floor(ids.length / 2)]!, ids.at(-1)!];
  const known = {
    asset: some(bank.assetIds),
    seal: [...some(bank.sealIds), newId('seal'), ''],
    render: [...bank.renderIds, newId('render')],
  };
  const cursors = known.asset;
  const ofLists = Object.entries(OF_LISTS).map(async ([list, { orders }]) => {
    const ofOrders = orders.map(async (order) => {
      // Only what is looked for has a relevance.
      const filter = order === 'RELEVANCE' ? ', filter: { search: "e" }' : '';
      const query = `{ ${list}(first: 100, orderBy: { field: ${order} }${filter}) { edges { cursor } } }`;
      const { data } = await ways.interpreting.graphql(query, { as: 'operator' });
      const all = data[list].edges.map((edge: { cursor: string }) => edge.cursor);
      return [order, some(all)] as const;
    });
    return [list, Object.fromEntries(await Promise.all(ofOrders))] as const;
  });
  const knownCursors: KnownCursors = Object.fromEntries(await Promise.all(ofLists));
  const { schema } = ways.interpreting.services;
  await fc.assert(
    fc.asyncProperty(randomQuery(schema, known, knownCursors), async ({ query, variables, isProjection }) => {
      for (const more of [{}, { first: 9, after: cursors[1] }]) {
        const answer = await ways.ask({ query, variables: { ...variables, ...more }, as: 'operator' });
        if (answer.body.errors) continue;
        answered += 1;
        compiled += answer.isCompiled ? 1 : 0;
        if (isProjection) expect(answer.isCompiled).toBe(true);
      }
    }),
    // What fails is told as it is: looking for a smaller one would take longer than a test may.
    { numRuns: RANDOM_OPERATIONS, endOnFailure: true },
  );

  expect(answered).toBeGreaterThan(RANDOM_OPERATIONS);
  expect(compiled).toBeGreaterThan(RANDOM_OPERATIONS / 2);
});
