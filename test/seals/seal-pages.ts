import { createHash } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import type { SealPredicate } from '../../src/proof/statement.ts';
import { ask } from '../rest/support.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { builtVerifier } from '../support/verifier.ts';

export const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
export const TEXT = 'Grüße,\n\nforty chairs for 4 200 EUR, before Christmas.\n';

export const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
export const pageOf = (service: Api, id: string) => ask(service, { path: `/v/${id}`, headers: BROWSER });
export const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"#][^"]*)"/g)].map(([, url]) => url!).filter((url) => !url.startsWith('data:'));

/** A service with pages of its seals, in which the verifier is built in. */
export async function sealPages() {
  const verifierFolder = await builtVerifier();
  const api = await startApi({ works: false, verifierFolder });
  afterAll(() => api.stop());

  /** One in whose pages there is none. */
  async function startUnbuilt(): Promise<Api> {
    const unbuilt = await startApi({ works: false });
    afterAll(() => unbuilt.stop());
    return unbuilt;
  }

  /** Seals a text with whatever its statement is to say of it. */
  async function sealWith(claims: Partial<SealPredicate>, wishes: { name?: string; mediaType?: string } = {}) {
    const { platform, apis } = api.services;
    const seal = await apis.seals.service.seal(contextOn(platform.database), {
      subject: 'TEXT',
      name: 'text',
      sha256: createHash('sha256').update(TEXT).digest('hex'),
      byteLength: Buffer.byteLength(TEXT),
      mediaType: 'text/plain; charset=utf-8',
      claims,
      ...wishes,
    });
    return seal!;
  }

  async function revoke(sealed: Json, reason: string): Promise<void> {
    const { data } = await api.graphql(
      'mutation ($in: RevokeSealInput!) { revokeSeal(input: $in) { ... on RevokedSeal { seal { status } } } }',
      { variables: { in: { sealId: sealed.seal.id, reason, ownerToken: sealed.ownerToken } } },
    );
    expect(data.revokeSeal.seal.status).toBe('REVOKED');
  }

  return { api, verifierFolder, startUnbuilt, sealWith, revoke };
}
