import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, upload } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

/** As the address bar of a browser asks. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

let api: Api;
let desk: string;
let secret: string;
let tokenId: string;

beforeAll(async () => {
  api = await startApi();
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "<b>Lakeside & Sons" }) {
       ... on IssuedPartnerLink { secret partnerLink { id } } } }`,
    { as: 'operator' },
  );
  secret = data.issuePartnerLink.secret;
  tokenId = data.issuePartnerLink.partnerLink.id;
  desk = `/api/media-desk/${secret}/bank`;
  for (let n = 0; n < 5; n++)
    await upload(api, { title: `Pier ${n} <i>`, alt: `Seen "from" ${n}`, tags: ['pier', n % 2 ? 'odd' : 'even'] });
});
afterAll(() => api.stop());

const look = (path: string, accept = BROWSER) => ask(api, { path, headers: { accept } });
const titles = (html: string) => [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title);
const linkTo = (html: string, rel: string) =>
  new RegExp(`rel="${rel}" href="([^"]*)"`).exec(html)?.[1]?.replaceAll('&#38;', '&');

describe('a partner’s link', () => {
  test.each([undefined, '*/*', 'application/json', 'application/json, text/html;q=0.9', 'image/png'])(
    'is the same JSON as ever to who accepts %s',
    async (accept) => {
      const plain = await ask(api, { path: `${desk}?limit=2` });

      const answer = await ask(api, { path: `${desk}?limit=2`, headers: accept === undefined ? {} : { accept } });

      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.bytes.equals(plain.bytes)).toBe(true);
      expect(answer.headers.vary).toContain('Accept');
    },
  );

  test('is a gallery to a browser, kept by nobody, from which no address leaks', async () => {
    const { status, headers, text } = await look(desk);

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      vary: expect.stringContaining('Accept'),
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|script-src/);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('<script');
    expect(text).toContain('<title>Pictures for &#60;b&#62;Lakeside &#38; Sons · Imprimatur</title>');
    expect(titles(text)).toEqual([4, 3, 2, 1, 0].map((n) => `Pier ${n} &#60;i&#62;`));
    expect(text).toContain('alt="Seen &#34;from&#34; 4"');
  });

  test('shows pictures that open', async () => {
    const { text } = await look(`${desk}?limit=1`);
    const [, original] = /class="open" href="([^"]*)"/.exec(text)!;
    const [, small] = /<img src="([^"]*)"/.exec(text)!;

    for (const path of [original!, small!]) {
      const answer = await ask(api, { path });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^image\//);
    }
  });

  test('is gone through both ways', async () => {
    const first = await look(`${desk}?limit=2`);
    expect(linkTo(first.text, 'prev')).toBeUndefined();

    const second = await look(desk + linkTo(first.text, 'next'));
    const third = await look(desk + linkTo(second.text, 'next'));
    const back = await look(desk + linkTo(third.text, 'prev'));

    expect([first, second, third].flatMap(({ text }) => titles(text))).toHaveLength(5);
    expect(linkTo(third.text, 'next')).toBeUndefined();
    expect(titles(back.text)).toEqual(titles(second.text));
  });

  test('is narrowed by a tag and widened again, with the page size kept', async () => {
    const { text } = await look(`${desk}?limit=3`);
    const [, odd] = /href="([^"]*tags=odd[^"]*)"/.exec(text)!;

    const narrowed = await look(desk + odd!.replaceAll('&#38;', '&'));
    const both = await look(`${desk}?tags=odd,even`);

    expect(titles(narrowed.text)).toHaveLength(2);
    expect(narrowed.text).toContain('Remove tag </span>odd');
    expect(narrowed.text).toContain('value="3"');
    expect(both.text).toContain('No picture has all of these tags.');
    expect(titles((await look(`${desk}?tags=`)).text)).toHaveLength(5);
  });

  test('says what is wrong with an address in words', async () => {
    const { status, headers, text } = await look(`${desk}?limit=0`);

    expect(status).toBe(400);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('Send an integer from 1 to 50.');
    expect(text).not.toContain(secret);
  });

  test('that does not hold is one and the same page, whatever is wrong with it but its age', async () => {
    const expired = (
      await api.graphql(
        `mutation { issuePartnerLink(input: { partnerName: "Expired" }) { ... on IssuedPartnerLink { secret partnerLink { id } } } }`,
        { as: 'operator' },
      )
    ).data.issuePartnerLink;
    await api.database.query('update partner_token set expires_at = now() where id = $1', [expired.partnerLink.id]);
    await api.graphql('mutation ($id: ID!) { revokePartnerLink(input: { partnerLinkId: $id }) { __typename } }', {
      as: 'operator',
      variables: { id: tokenId },
    });

    const pages = [];
    for (const token of [secret, 'imgp_000000000000000000000000000000000000000', 'nothing-like-it']) {
      const { status, headers, text } = await look(`/api/media-desk/${token}/bank`);
      expect(status).toBe(404);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(text).not.toContain(token);
      pages.push(text.replaceAll(String(headers['x-request-id']), 'ID'));
    }

    const { status, text } = await look(`/api/media-desk/${expired.secret}/bank`);
    expect(status).toBe(404);
    expect(text).toMatch(/This link expired on 20\d\d-\d\d-\d\d\. Ask its sender for a new one\./);
    expect(text).not.toContain(expired.secret);
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('This link is not valid. Ask its sender for a new one.');
  });
});
