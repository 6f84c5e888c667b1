import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newToken, type TokenPrefix } from '../../../src/platform/auth/token.ts';
import { type Api, type Json, startApi } from '../../support/api.ts';
import { changeOperators } from '../../support/operator-codes.ts';
import { KINDS } from './kinds.ts';

/*
 * What keys of every kind do. What only one kind does is tested with its feature.
 */

const ENV = { ENCRYPTION_KEY: Buffer.alloc(32, 6).toString('base64') };
const UNKNOWN = '00000000000000000000000000';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Processes with a clock that is a minute ahead of the database's, or behind it. */
const wrongBy = (ms: number) => ({ now: () => new Date(Date.now() + ms) });

let api: Api;
let other: Api;
let ahead: Api;
let behind: Api;
beforeAll(async () => {
  api = await startApi({ works: false, env: ENV });
  const shared = { works: false, env: ENV, database: api.database };
  [other, ahead, behind] = await Promise.all([
    startApi(shared),
    startApi({ ...shared, clock: wrongBy(60_000) }),
    startApi({ ...shared, clock: wrongBy(-60_000) }),
  ]);
});
afterAll(async () => {
  await Promise.all([other, ahead, behind].map((one) => one.stop()));
  await api.stop();
});

describe.each(KINDS)('$type', (kind) => {
  const { type, field, table } = kind;
  const select = `${field} { id name hint issuedBy createdAt expiresAt revokedAt lastUsedAt ${kind.own.select} }`;

  async function mutate(verb: 'issue' | 'rotate' | 'revoke', input: object, service = api): Promise<Json> {
    const done = { issue: 'Issued', rotate: 'Rotated', revoke: 'Revoked' }[verb];
    const { data, errors } = await service.graphql(
      `mutation ($input: ${verb[0]!.toUpperCase()}${verb.slice(1)}${type}Input!) { result: ${verb}${type}(input: $input) {
         __typename ... on ${done}${type} { ${select} ${verb === 'revoke' ? '' : `token: ${kind.tokenField}`} }
         ... on Problem { code message } ... on InputInvalid { issues { pointer } } } }`,
      { as: 'operator', variables: { input } },
    );
    expect(errors).toBeUndefined();
    const { [field]: key, ...rest } = data.result;
    return { ...rest, key };
  }

  const rotate = (id: string, input: object = {}, service = api) =>
    mutate('rotate', { [`${field}Id`]: id, ...input }, service);
  const revoke = (id: string) => mutate('revoke', { [`${field}Id`]: id });

  /** A key of a new owner. */
  async function issued(input: object = {}) {
    const owner = await kind.owner(api);
    const { key, token } = await mutate('issue', { ...owner.input, ...kind.own.input, name: 'Test', ...input });
    return { owner, key, token: token as string };
  }

  const statusOf = async (token: string, service = api) =>
    (await service.graphql('{ viewer { actor } }', { as: { bearer: token } })).status;

  async function row(id: string): Promise<Record<string, unknown>> {
    const [found] = await api.database.query(`select * from ${table} where id = $1`, [id]);
    return found!;
  }

  const set = (id: string, assignment: string) =>
    changeOperators(api, `update ${table} set ${assignment} where id = $1`, [id]);

  /** Adds working rows of an owner. */
  const fill = (ownerId: string, count: number) => {
    const extra = Object.entries(kind.columns);
    return api.database.query(
      `insert into ${table} (id, ${kind.ownerColumn}, name, token_hash, hint, ${kind.issuerColumn}, expires_at
         ${extra.map(([name]) => `, ${name}`).join('')})
       select 'fill_' || n || right($1, 20), $1, 'x', sha256((n || $1)::bytea), 'hint', 'test', now() + interval '1 day'
         ${extra.map(([, value]) => `, ${value}`).join('')}
       from generate_series(1, $2::int) n`,
      [ownerId, count],
    );
  };

  async function events(id: string): Promise<string[]> {
    const rows = await api.database.query<{ type: string }>(
      `select type from outbox_event where payload->>$1 = $2 and type like $3 order by id`,
      [`${field}Id`, id, `${kind.events}-%`],
    );
    return rows.map((event) => event.type.slice(kind.events.length + 1));
  }

  describe('issue', () => {
    test('returns the token once, and stores its digest', async () => {
      const { key, token } = await issued();

      const stored = await row(key.id);

      expect(token).toMatch(new RegExp(`^${kind.prefix}[0-9A-Za-z]{39}$`));
      expect((stored.token_hash as Buffer).equals(createHash('sha256').update(token).digest())).toBe(true);
      expect(JSON.stringify(stored)).not.toContain(token.slice(9));
      expect(key.hint).toBe(token.slice(0, 9));
      expect(await statusOf(token)).toBe(200);
    });

    test('records the issuer, the name and the default lifetime', async () => {
      const { key } = await issued({ name: ' The nightly report ' });

      expect(key).toMatchObject({
        name: 'The nightly report',
        issuedBy: 'operator:admin',
        revokedAt: null,
        lastUsedAt: null,
        ...kind.own.input,
      });
      expect((Date.parse(key.expiresAt) - Date.now()) / DAY_MS).toBeCloseTo(kind.days.default, 1);
    });

    test.each([
      [{ name: ' ' }, '/name'],
      [{ name: 'x'.repeat(201) }, '/name'],
      [{ lifetimeDays: 0 }, '/lifetimeDays'],
      [{ lifetimeDays: kind.days.max + 1 }, '/lifetimeDays'],
    ])('rejects %j', async (input, pointer) => {
      const owner = await kind.owner(api);

      const result = await mutate('issue', { ...owner.input, ...kind.own.input, name: 'Test', ...input });

      expect(result).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer }] });
      expect(await api.database.query(`select 1 from ${table} where ${kind.ownerColumn} = $1`, [owner.id])).toEqual([]);
    });

    test(`gives one owner ${kind.most} working keys at most, however many are requested at once`, async () => {
      const owner = await kind.owner(api);
      await fill(owner.id, kind.most - 2);
      const input = { ...owner.input, ...kind.own.input, name: 'Test' };

      const results = await Promise.all(Array.from({ length: 6 }, () => mutate('issue', input)));

      const [first] = results.flatMap(({ key }) => key ?? []);
      expect(results.filter(({ token }) => token)).toHaveLength(2);
      expect(results.find(({ code }) => code)).toMatchObject({ __typename: kind.conflict, code: 'CONFLICT' });
      expect(await rotate(first.id)).toMatchObject({ __typename: kind.conflict });
      await revoke(first.id);
      expect(await mutate('issue', input)).toMatchObject({ __typename: `Issued${type}` });
    });
  });

  describe('rotate', () => {
    test('returns a key that may do the same, beside the old one for the overlap', async () => {
      const { key, token } = await issued({ name: 'Nightly' });

      const rotated = await rotate(key.id, { overlapHours: 1 });

      expect(rotated.__typename).toBe(`Rotated${type}`);
      expect(rotated.key).toMatchObject({ name: 'Nightly', ...kind.own.input, issuedBy: 'operator:admin' });
      expect(rotated.key.id).not.toBe(key.id);
      expect([await statusOf(token), await statusOf(rotated.token)]).toEqual([200, 200]);
      const ends = ((await row(key.id)).expires_at as Date).getTime() - Date.now();
      expect(ends).toBeGreaterThan(0.9 * HOUR_MS);
      expect(ends).toBeLessThanOrEqual(HOUR_MS);
      expect((await row(rotated.key.id)).lineage_id).toBe(key.id);
    });

    test('keeps the lineage over several rotations, and of keys of earlier releases', async () => {
      const { key } = await issued();
      if (table !== 'customer_key') await set(key.id, 'lineage_id = null');

      const second = await rotate(key.id);
      const third = await rotate(second.key.id);

      expect((await row(third.key.id)).lineage_id).toBe(key.id);
    });

    test('takes a day of overlap and the default lifetime, unless told otherwise', async () => {
      const { key } = await issued();
      const days = ({ expiresAt }: Json) => (Date.parse(expiresAt) - Date.now()) / DAY_MS;

      const byDefault = await rotate(key.id);
      const chosen = await rotate(byDefault.key.id, { lifetimeDays: 7 });

      expect(days(byDefault.key)).toBeCloseTo(kind.days.default, 1);
      expect(days(chosen.key)).toBeCloseTo(7, 1);
      const ends = ((await row(key.id)).expires_at as Date).getTime() - Date.now();
      expect(ends / DAY_MS).toBeCloseTo(1, 1);
    });

    test('ends the old key at once without an overlap, and does not rotate it again', async () => {
      const { key, token } = await issued();
      expect([await statusOf(token), await statusOf(token, other)]).toEqual([200, 200]);

      await rotate(key.id, { overlapHours: 0 });

      expect(await statusOf(token)).toBe(401);
      await vi.waitFor(async () => expect(await statusOf(token, other)).toBe(401), { interval: 20, timeout: 5_000 });
      expect(await rotate(key.id)).toMatchObject({ __typename: kind.conflict, code: 'CONFLICT' });
    });

    test('ends the old key at once in a process whose clock is ahead', async () => {
      const { key, token } = await issued();

      const rotated = await rotate(key.id, { overlapHours: 0, lifetimeDays: 1 }, ahead);

      expect(await statusOf(token)).toBe(401);
      expect((Date.parse(rotated.key.expiresAt) - Date.now() - DAY_MS) / 1_000).toBeLessThan(30);
    });

    test('refuses an expired key in a process whose clock is behind', async () => {
      const { key } = await issued();
      await set(key.id, `expires_at = now() - interval '1 second'`);

      expect(await rotate(key.id, {}, behind)).toMatchObject({ __typename: kind.conflict, code: 'CONFLICT' });
    });

    test('and revoke at the same time end the old key, and none of them fails', async () => {
      const { key, token } = await issued();

      const [rotated, revoked] = await Promise.all([rotate(key.id), revoke(key.id)]);

      expect([kind.conflict, `Rotated${type}`]).toContain(rotated.__typename);
      expect(revoked.key.revokedAt).toEqual(expect.any(String));
      expect(await statusOf(token)).toBe(401);
    });

    test('never postpones the end of the old key', async () => {
      const { key } = await issued();
      await set(key.id, `expires_at = now() + interval '1 hour'`);

      await rotate(key.id, { overlapHours: 168 });

      expect(((await row(key.id)).expires_at as Date).getTime() - Date.now()).toBeLessThanOrEqual(HOUR_MS);
    });

    test('gives one of two callers at once the successor of a key that ends at once', async () => {
      const { key } = await issued();

      const results = await Promise.all([0, 0].map((overlapHours) => rotate(key.id, { overlapHours })));

      expect(results.map(({ __typename }) => __typename).sort()).toEqual([kind.conflict, `Rotated${type}`].sort());
    });

    test.each([
      [{ overlapHours: -1 }, '/overlapHours'],
      [{ overlapHours: 169 }, '/overlapHours'],
      [{ lifetimeDays: kind.days.max + 1 }, '/lifetimeDays'],
    ])('rejects %j', async (input, pointer) => {
      const { key } = await issued();

      expect(await rotate(key.id, input)).toMatchObject({ __typename: 'InputInvalid', issues: [{ pointer }] });
    });

    test('leaves the replaced key out of the announced endings', async () => {
      const { key } = await issued();
      await set(key.id, `created_at = now() - interval '1 year', expires_at = now() + interval '5 days'`);
      const endings = async () => {
        const { data } = await api.graphql('{ expirations { kind subjectId } }', { as: 'operator' });
        return data.expirations.filter(({ subjectId }: Json) => subjectId === key.id);
      };
      expect(await endings()).toEqual([{ kind: kind.ending, subjectId: key.id }]);

      await rotate(key.id, { overlapHours: 168 });

      expect(await endings()).toEqual([]);
    });
  });

  describe('revoke', () => {
    test('ends a key at once, and in other processes as soon as they hear of it', async () => {
      const { key, token } = await issued();
      expect([await statusOf(token), await statusOf(token, other)]).toEqual([200, 200]);

      const revoked = await revoke(key.id);

      expect(revoked.key.revokedAt).toEqual(expect.any(String));
      expect(await statusOf(token)).toBe(401);
      await vi.waitFor(async () => expect(await statusOf(token, other)).toBe(401), { interval: 20, timeout: 5_000 });
      expect((await revoke(key.id)).key).toEqual({ ...revoked.key, lastUsedAt: expect.any(String) });
      expect(await rotate(key.id)).toMatchObject({ __typename: kind.conflict });
    });

    test('takes effect within a second even if the event is lost', async () => {
      const { key, token } = await issued();
      expect(await statusOf(token)).toBe(200);

      await set(key.id, 'revoked_at = now()');

      await vi.waitFor(async () => expect(await statusOf(token)).toBe(401), { interval: 50, timeout: 10_000 });
    });

    test('and rotate find nothing by an unknown id', async () => {
      const { key } = await issued();
      const unknown = key.id.slice(0, 4) + UNKNOWN;

      expect(await revoke(unknown)).toMatchObject({ __typename: 'NotFound' });
      expect(await rotate(unknown)).toMatchObject({ __typename: 'NotFound' });
    });
  });

  test('an expired token is told so, and every other wrong token the same', async () => {
    const { key, token } = await issued();
    const revoked = await issued();
    await set(key.id, `expires_at = '2026-03-01T12:00:00Z'`);
    await revoke(revoked.key.id);
    const messageOf = async (bearer: string) =>
      (await api.graphql('{ viewer { actor } }', { as: { bearer } })).errors?.[0]?.message;

    expect(await messageOf(token)).toBe('The bearer token expired on 2026-03-01. Ask for a new one.');
    const swapped = `${token.slice(0, -1)}${token.at(-1) === 'a' ? 'b' : 'a'}`;
    for (const wrong of [revoked.token, swapped, kind.prefix, newToken(kind.prefix as TokenPrefix)]) {
      expect(await messageOf(wrong)).toBe("The bearer token isn't valid. Check it, or ask for a new one.");
    }
  });

  test('the last use is recorded, once a minute at most', async () => {
    const { key, token } = await issued();
    expect(await row(key.id)).toMatchObject({ last_used_at: null });

    await Promise.all(Array.from({ length: 5 }, () => statusOf(token)));
    const first = (await row(key.id)).last_used_at as Date;
    await statusOf(token, other);

    expect(Math.abs(first.getTime() - Date.now())).toBeLessThan(60_000);
    expect((await row(key.id)).last_used_at).toEqual(first);
    await set(key.id, `last_used_at = now() - interval '61 seconds'`);
    await vi.waitFor(
      async () => {
        await statusOf(token);
        expect(((await row(key.id)).last_used_at as Date).getTime()).toBeGreaterThanOrEqual(first.getTime());
      },
      { interval: 50, timeout: 10_000 },
    );
  });

  test('a key in use is read once a second at most', async () => {
    const { token } = await issued();
    const reads = vi.spyOn(api.services.platform.database, 'readRow');
    await statusOf(token);

    await Promise.all(Array.from({ length: 50 }, () => statusOf(token)));

    const ofKeys = reads.mock.calls.filter(([{ name }]) => name === table).length;
    reads.mockRestore();
    // Fifty requests take less than a second, or a few seconds on a busy machine.
    expect(ofKeys).toBeGreaterThan(0);
    expect(ofKeys).toBeLessThan(10);
  });

  test('issue, rotate and revoke are announced and written into the audit trail, without the token', async () => {
    const { key, token } = await issued();
    const rotated = await rotate(key.id);
    await revoke(key.id);
    await revoke(key.id);

    expect(await events(key.id)).toEqual(['issued', 'rotated', 'revoked']);
    const entries = await api.database.query<{ action: string; text: string }>(
      'select action, to_jsonb(audit_entry)::text as text from audit_entry where $1 = any(subject_ids) order by id',
      [key.id],
    );
    expect(entries.map(({ action }) => action).slice(0, 3)).toEqual([`issue${type}`, `rotate${type}`, `revoke${type}`]);
    const text = entries.map((entry) => entry.text).join('\n');
    for (const secret of [token, rotated.token]) expect(text).not.toContain(secret.slice(9));
  });
});
