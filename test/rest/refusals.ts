import { afterAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { type Answer, type Ask, ask, expectProblem, picture, settled, stored } from './support.ts';

export const RENDER = '/api/integrations/cinema/render';
export const SEAL = '/api/legal/provenance-seal';
export const BANK = '/api/admin/image-bank';
export const PICK = '/api/marketing/image-bank/pick';

export type Case = [name: string, ask: () => Ask, status: number, code: string, also?: (answer: Answer) => void];

/** A service with a picture and a partner, for a file of requests that are all refused: at its end nothing may be stored. */
export async function refusals() {
  const api = await startApi();
  await api.render({ tags: ['known'] });
  const { data } = await api.graphql(
    `mutation { issuePartnerLink(input: { partnerName: "Agency" }) { ... on IssuedPartnerLink { secret } } }`,
    { as: 'operator' },
  );
  const partnerToken: string = data.issuePartnerLink.secret;
  const desk = `/api/media-desk/${partnerToken}/bank`;
  // The first use is written down; a second one within the minute is not.
  await api.json(desk);
  const pixel = (await picture(7)).toString('base64');
  await settled(api);
  const before = await stored(api);

  afterAll(async () => {
    try {
      await settled(api);
      expect(await stored(api), 'nothing of all this was stored').toEqual(before);
    } finally {
      await api.stop();
    }
  });

  /** One test for each row. */
  function refused(cases: Case[]): void {
    test.each(cases)('%s', async (_, make, status, code, also) => {
      const answer = await ask(api, make());

      expectProblem(answer, { status, code });
      also?.(answer);
    });
  }

  return { api, desk, partnerToken, pixel, refused };
}

export const pointsAt =
  (...pointers: string[]) =>
  ({ json }: Answer) =>
    expect(json.errors?.map((issue: { pointer: string }) => issue.pointer)).toEqual(pointers);
export const says =
  (pattern: RegExp) =>
  ({ json }: Answer) =>
    expect(json.detail).toMatch(pattern);
