import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { sealFile } from '../support/seals.ts';

test('a seal under an international domain is made once, and its answer can be sent', async () => {
  const api = await startApi({ works: false, env: { PUBLIC_URL: 'https://Bücher.example:443/' } });

  const response = await api.fetch('/api/legal/provenance-seal', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ artifact_text: 'A promise.', disclaimer_ack: true }),
  });

  expect(response.status).toBe(201);
  const { seal } = (await response.json()) as { seal: { id: string } };
  expect(response.headers.get('location')).toBe(`https://xn--bcher-kva.example/v/${seal.id}`);
  expect((await sealFile(api, seal.id, 'seal.sigstore.json')).toString()).toContain('dsseEnvelope');
});

test('a header of another scheme, as a proxy adds it, doesn’t hide the cookie of a session', async () => {
  const api = await startApi({ works: false });
  const { as } = await signedIn(api, { roles: ['ADMIN'] });
  const other = await signedIn(api, { roles: ['ADMIN'] });
  await api.database.query('delete from operator_session where operator_id = $1', [other.operatorId]);
  const ask = (headers: Record<string, string>) =>
    api.json('/graphql', { method: 'POST', body: { query: '{ me { actor } }' }, headers });

  for (const authorization of ['Basic YWRhOnNlY3JldA==', 'Negotiate YII=', 'Token abc']) {
    const { status, body } = await ask({ authorization, cookie: as.cookie, origin: as.origin! });
    expect({ status, actor: body.data?.me.actor }).toEqual({ status: 200, actor: expect.stringMatching(/^operator:/) });
    // The cookie keeps its own defences, and one that is no longer good brings nothing.
    expect((await ask({ authorization, cookie: as.cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask({ authorization, cookie: other.as.cookie, origin: as.origin! })).status).toBe(401);
    expect((await ask({ authorization })).status).toBe(401);
  }
  // A wrong token of ours is a mistake to say, with a cookie as well.
  expect((await ask({ authorization: 'Bearer', cookie: as.cookie, origin: as.origin! })).status).toBe(401);
  expect((await ask({ authorization: 'Bearer nobody', cookie: as.cookie, origin: as.origin! })).status).toBe(401);
});
