import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AssetShape } from '../../src/assets/asset.shape.ts';
import { ask, expectProblem, upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function issue(input: { partnerName: string; lifetimeDays?: number }) {
  const { data } = await api.graphql(
    `mutation ($input: IssuePartnerLinkInput!) { issuePartnerLink(input: $input) {
       __typename
       ... on IssuedPartnerLink { secret mediaDeskUrl partnerLink { id hint expiresAt lastUsedAt partner { id name } } }
       ... on InputInvalid { issues { pointer } }
     } }`,
    { as: 'operator', variables: { input } },
  );
  return data.issuePartnerLink;
}

const deskOf = (secret: string) => `/api/media-desk/${secret}/bank`;

describe('a partner', () => {
  const Page = z.object({
    ok: z.literal(true),
    partner: z.object({ name: z.string() }),
    items: z.array(
      AssetShape.pick({ id: true, title: true, tags: true, thumbnailUrl: true, url: true, width: true, height: true }),
    ),
    nextCursor: z.string().nullable(),
  });

  test('sees a short list, newest first, page by page, and nothing kept on the way', async () => {
    const { secret, mediaDeskUrl } = await issue({ partnerName: 'Reader' });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.unshift((await upload(api, { title: `P${n}`, tags: ['desk', n % 2 ? 'odd' : 'even'] })).id);

    expect(mediaDeskUrl).toBe(`${api.url}${deskOf(secret)}`);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer = await ask(api, {
        path: `${deskOf(secret)}?limit=2&tags=DESK${cursor ? `&cursor=${cursor}` : ''}`,
      });
      expect(answer.status).toBe(200);
      expect(Page.parse(answer.json)).toEqual(answer.json);
      expect(answer.json.partner.name).toBe('Reader');
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
      seen.push(...answer.json.items.map((item: { id: string }) => item.id));
      cursor = answer.json.nextCursor;
    } while (cursor);
    expect(seen).toEqual(ids);
    expect((await ask(api, { path: `${deskOf(secret)}?tags=desk,odd` })).json.items).toHaveLength(2);
  });

  test('sees only what may be shown', async () => {
    const { secret } = await issue({ partnerName: 'Watcher' });
    const changes = [
      `status = 'ARCHIVED'`,
      `status = 'TRASHED'`,
      `status = 'QUARANTINED'`,
      `valid_until = now() - interval '1 second'`,
      `valid_from = now() + interval '1 hour'`,
      `valid_until = now() + interval '1 hour'`,
    ];
    const ids: string[] = [];
    for (const change of changes) {
      const { id } = await upload(api, { tags: ['rights'] });
      await api.database.query(`update asset set ${change} where id = $1`, [id]);
      ids.push(id);
    }

    const { json } = await ask(api, { path: `${deskOf(secret)}?tags=rights` });

    expect(json.items.map((item: { id: string }) => item.id)).toEqual([ids.at(-1)]);
  });

  test('may use the token as a bearer for the same list through GraphQL, and for nothing else', async () => {
    const { secret } = await issue({ partnerName: 'Graph reader' });
    const as = { bearer: secret };

    const { data } = await api.graphql('{ mediaDesk { partner { name } assets(first: 50) { totalCount } } }', { as });
    const { errors } = await api.graphql('{ assets { totalCount } }', { as });
    const tooMany = await api.graphql('{ mediaDesk { assets(first: 51) { totalCount } } }', { as });

    expect(data.mediaDesk.partner.name).toBe('Graph reader');
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect(tooMany.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('a token that does not hold', () => {
  test('gets one and the same answer, whatever is wrong with it', async () => {
    const { secret } = await issue({ partnerName: 'Right' });
    const expired = await issue({ partnerName: 'Expired' });
    const revoked = await issue({ partnerName: 'Revoked' });
    await api.database.query(`update partner_token set expires_at = now() where id = $1`, [expired.partnerLink.id]);
    await api.graphql('mutation ($id: ID!) { revokePartnerLink(input: { partnerLinkId: $id }) { __typename } }', {
      as: 'operator',
      variables: { id: revoked.partnerLink.id },
    });
    const swapped = secret.slice(0, 10) + (secret[10] === 'a' ? 'b' : 'a') + secret.slice(11);
    const wrong = [
      revoked.secret,
      swapped,
      secret.slice(0, -1),
      `${secret}x`,
      secret.toUpperCase(),
      secret.toLowerCase(),
      `%20${secret}`,
      'imgp_',
      'nothing-like-it',
      'imgp_000000000000000000000000000000000000000',
      encodeURIComponent("' or 1=1--"),
      'x'.repeat(5_000),
    ];

    const bodies = [];
    for (const token of wrong) {
      const answer = await ask(api, { path: deskOf(token) });
      expectProblem(answer, { status: 404, code: 'NOT_FOUND' });
      const { requestId: _, instance: __, ...rest } = answer.json;
      const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
      bodies.push(JSON.stringify([rest, headers]));
    }

    const late = await ask(api, { path: deskOf(expired.secret) });
    expectProblem(late, { status: 404, code: 'NOT_FOUND' });
    expect(late.json.detail).toMatch(/^This link expired on /);
    expect(new Set(bodies).size).toBe(1);
    expect((await ask(api, { path: deskOf(secret) })).status).toBe(200);
  });
});

describe('a token', () => {
  test('is not in the list of links', async () => {
    const { secret } = await issue({ partnerName: 'Keeper' });

    const { data } = await api.graphql('{ partnerTokens { id hint } }', { as: 'operator' });

    expect(JSON.stringify(data)).not.toContain(secret);
  });

  test('says when it was used, to the minute', async () => {
    const { secret, partnerLink } = await issue({ partnerName: 'Busy' });
    const used = async () => {
      const [row] = await api.database.query('select last_used_at from partner_token where id = $1', [partnerLink.id]);
      return row!.last_used_at as Date | null;
    };
    expect(await used()).toBeNull();

    await Promise.all(Array.from({ length: 10 }, () => ask(api, { path: deskOf(secret) })));
    const first = await used();
    await ask(api, { path: deskOf(secret) });
    expect(await used()).toEqual(first);

    await api.database.query(`update partner_token set last_used_at = now() - interval '61 seconds' where id = $1`, [
      partnerLink.id,
    ]);
    // Links are cached for a second.
    await expect
      .poll(async () => {
        await ask(api, { path: deskOf(secret) });
        return (await used())!.getTime();
      })
      .toBeGreaterThanOrEqual(first!.getTime());
  });

  test('belongs to the partner of its name, however many there are of it', async () => {
    const issued = await Promise.all(Array.from({ length: 8 }, () => issue({ partnerName: ' Same name ' })));

    expect(new Set(issued.map((one) => one.secret)).size).toBe(8);
    expect(new Set(issued.map((one) => one.partnerLink.partner.id)).size).toBe(1);
    expect(issued[0].partnerLink.partner.name).toBe('Same name');
  });

  test('lives as long as it is said, a year by default', async () => {
    const days = async (lifetimeDays?: number) => {
      const { partnerLink } = await issue({ partnerName: 'Days', lifetimeDays });
      return Math.round((Date.parse(partnerLink.expiresAt) - Date.now()) / 86_400_000);
    };

    expect(await days()).toBe(365);
    expect(await days(1)).toBe(1);
    expect(await days(1_095)).toBe(1_095);
  });

  test.each([
    [{ partnerName: '' }, '/partnerName'],
    [{ partnerName: '   ' }, '/partnerName'],
    [{ partnerName: 'x'.repeat(201) }, '/partnerName'],
    [{ partnerName: 'Name', lifetimeDays: -5 }, '/lifetimeDays'],
  ])('is not issued for %j', async (input, pointer) => {
    const before = await api.database.query('select count(*) from partner_token');

    expect(await issue(input)).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer }] });
    expect(await api.database.query('select count(*) from partner_token')).toEqual(before);
  });
});
