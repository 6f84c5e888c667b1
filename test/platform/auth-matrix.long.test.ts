import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVERYONE } from '../../src/platform/auth/access.ts';
import { OPERATORS } from '../../src/platform/auth/roles.ts';
import { settled, stored } from '../rest/support.ts';
import { type Api, type Credential, credentialHeaders, type GraphQLAnswer, type Json } from '../support/api.ts';
import { signedIn } from '../support/people.ts';
import { FIELDS, may, openTo, operationFor, PATHS, ROLES, startWithAll, WHO, type Who } from './auth-matrix.ts';

let api: Api;
let credentials: Record<Who, Credential | undefined>;
beforeAll(async () => {
  ({ api, credentials } = await startWithAll());
});
afterAll(() => api.stop());

describe.each(Object.entries(PATHS).filter(([, access]) => access !== 'BY_OPERATION'))('%s', (name, access) => {
  test.each(WHO)('for %s', async (who) => {
    const [method, pattern] = name.split(' ');
    const partnerToken = (credentials.partner as { bearer: string }).bearer;
    const isLink = pattern === '/api/media-desk/:token/bank';
    const isForm = method === 'POST' && pattern!.startsWith('/admin/');
    // A link is its own credential: whoever holds a partner's is that partner, and other tokens are none.
    const ofOthers = () => credentialHeaders(credentials[who]).authorization?.slice('Bearer '.length) ?? 'x';
    const token = who === 'partner' ? partnerToken : ofOthers();
    const path = pattern!.replace(':token', isLink ? token : 'x').replaceAll(/[:*]\w+/g, 'x');

    const { status } = await api.fetch(path, {
      method: method!,
      as: isLink ? undefined : credentials[who],
      ...(method === 'POST' &&
        (isForm ? emptyForm() : { body: '{}', headers: { 'content-type': 'application/json' } })),
    });

    if (may(who, access as Exclude<typeof access, 'BY_OPERATION'>)) expect([401, 403]).not.toContain(status);
    else expect(status).toBe(isLink ? 404 : who === 'anonymous' ? 401 : 403);
    if (isLink && may(who, access as Exclude<typeof access, 'BY_OPERATION'>)) expect(status).toBe(200);
  });
});

// A mutation is refused as data, so that it takes no other answer with it.
const isMutation = (name: string) => name.startsWith('Mutation.');
const isStream = (name: string) => name.startsWith('Subscription.');

async function ask(name: string, who: Who) {
  const sent = isStream(name) ? firstOfStream : api.graphql;
  const { status, data, errors } = await sent(operationFor(api.services.schema, name), { as: credentials[who] });
  const answer = data?.[name.split('.')[1]!];
  const codes = [
    ...(errors ?? []).map((error) => error.extensions.code),
    ...(isMutation(name) && answer?.code ? [answer.code] : []),
  ];
  return { status, data, errors, answer, codes };
}

describe('is refused, and leaves nothing:', () => {
  const refused = Object.entries(FIELDS).flatMap(([name, access]) => {
    const others = WHO.filter((who) => !openTo(access).includes(who));
    return others.length > 0 ? [{ name, others }] : [];
  });
  /** What there is after one is what there was before the next. */
  let kept: Awaited<ReturnType<typeof stored>>;
  beforeAll(async () => {
    await settled(api);
    kept = await stored(api);
  });

  test.each(refused)('$name to $others', async ({ name, others }) => {
    const before = kept;

    for (const who of others) {
      const { status, data, errors, answer, codes } = await ask(name, who);

      expect({ who, codes }).toEqual({ who, codes: [who === 'anonymous' ? 'UNAUTHENTICATED' : 'FORBIDDEN'] });
      expect(status).toBe(who === 'anonymous' && !isStream(name) ? 401 : 200);
      if (isMutation(name) && who !== 'anonymous') {
        expect(answer.__typename).toBe('Forbidden');
      } else {
        expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
        expect(errors![0]!.extensions.requestId).toEqual(expect.any(String));
      }
    }

    kept = await stored(api);
    expect(kept).toEqual(before);
  });
});

describe.each(Object.entries(FIELDS))('%s', (name, access) => {
  test.each(openTo(access))('is open to %s', async (who) => {
    const { codes } = await ask(name, who);

    expect(codes.filter((code) => code === 'UNAUTHENTICATED' || code === 'FORBIDDEN')).toEqual([]);
    expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
    await settled(api);
  });
});

/** What our own page sends when nothing is filled in. */
const emptyForm = () => ({
  body: '',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    origin: new URL(api.services.platform.publicUrl).origin,
  },
});

// The ADMIN may everything, as the table asks of the operator above.
test.each(OPERATORS.filter((role) => role !== 'ADMIN'))(
  '%s is refused by each field that is for others',
  async (role) => {
    const { as } = await signedIn(api, { roles: [role] });
    const before = await stored(api);

    for (const [name, access] of Object.entries(FIELDS)) {
      if (access === EVERYONE || ROLES[access]!.includes(role) || name.startsWith('Subscription.')) continue;
      const { data, errors } = await api.graphql(operationFor(api.services.schema, name), { as });
      const refusal = data?.[name.split('.')[1]!]?.code ?? errors?.[0]?.extensions.code;
      expect({ name, refusal }).toEqual({ name, refusal: 'FORBIDDEN' });
    }

    expect(await stored(api)).toEqual(before);
  },
);

/** The first result of a stream, in the shape of an answer. */
async function firstOfStream(query: string, { as }: { as?: Credential | undefined }): Promise<GraphQLAnswer<Json>> {
  const answer = await api.fetch(`/graphql/stream?query=${encodeURIComponent(query)}`, { as });
  const { status, headers } = answer;
  // Some of them never end: whoever has what is first goes away.
  let text = '';
  for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const [, result] = /^event: next\ndata: (.+)\n/m.exec(text) ?? [];
    if (result) return { status, headers, ...JSON.parse(result) };
  }
  throw new Error(`No event came: ${text}`);
}
