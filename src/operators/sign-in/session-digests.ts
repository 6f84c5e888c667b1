import type { DBAdapter, Where } from '@better-auth/core/db/adapter';
import { sessionDigest } from '../session-cookie.ts';

/** What another service has given us for a person. Nothing here asks that service for anything, so none of it is kept. */
const TOKENS_OF_OTHERS = new Set([
  'accessToken',
  'refreshToken',
  'idToken',
  'accessTokenExpiresAt',
  'refreshTokenExpiresAt',
  'scope',
]);

type Row = Record<string, unknown>;

/**
 * Stands between Better Auth and the tables: of the token of a session only a digest gets there. Better Auth has an option for
 * what it keeps of tokens that verify something, and none for sessions.
 */
export function withDigests(adapter: DBAdapter): DBAdapter {
  const { create, findOne, findMany, count, update, updateMany, consumeOne, incrementOne, transaction } = adapter;
  return {
    ...adapter,
    create: async <T extends Row, R = T>(asked: {
      model: string;
      data: Omit<T, 'id'>;
      select?: string[] | undefined;
    }) => {
      const created = await create<T, R>({ ...asked, data: kept(asked.model, asked.data) as typeof asked.data });
      return shown(asked.model, created, asked.data);
    },
    findOne: async (asked) => {
      const found = await findOne<Row>({ ...asked, where: digested(asked) });
      return shown(asked.model, found, tokenAsked(asked.where)) as never;
    },
    findMany: async <T>(asked: Parameters<typeof findMany>[0]) =>
      (await findMany<T>({ ...asked, where: digested(asked) })).map(withTimes),
    count: (asked) => count({ ...asked, where: digested(asked) }),
    update: async (asked) => {
      const updated = await update<Row>({ ...asked, where: digested(asked), update: kept(asked.model, asked.update) });
      return shown(asked.model, updated, tokenAsked(asked.where)) as never;
    },
    updateMany: (asked) => updateMany({ ...asked, where: digested(asked), update: kept(asked.model, asked.update) }),
    delete: (asked) => adapter.delete({ ...asked, where: digested(asked) }),
    deleteMany: (asked) => adapter.deleteMany({ ...asked, where: digested(asked) }),
    consumeOne: async <T>(asked: Parameters<typeof consumeOne>[0]) =>
      withTimes(await consumeOne<T>({ ...asked, where: digested(asked) })),
    incrementOne: (asked) => incrementOne({ ...asked, where: digested(asked) }),
    transaction: (work) => transaction((inner) => work(withDigests({ ...inner, transaction }))),
  };
}

/** What of a row is kept. */
function kept(model: string, row: Row): Row {
  if (model === 'account')
    return Object.fromEntries(Object.entries(row).filter(([name]) => !TOKENS_OF_OTHERS.has(name)));
  return model === 'session' && typeof row.token === 'string' ? { ...row, token: sessionDigest(row.token) } : row;
}

function digested({ model, where = [] }: { model: string; where?: Where[] | undefined }): Where[] {
  if (model !== 'session') return where;
  return where.map((one) => (one.field === 'token' ? { ...one, value: digestsOf(one.value) } : one));
}

function digestsOf(value: Where['value']): Where['value'] {
  if (Array.isArray(value)) return value.map((token) => sessionDigest(String(token)));
  return typeof value === 'string' ? sessionDigest(value) : value;
}

function tokenAsked(where: readonly Where[]): Row {
  return { token: where.find(({ field, value }) => field === 'token' && typeof value === 'string')?.value };
}

/** A row as the library knows it: whoever has asked by the token gets it back. */
function shown<R>(model: string, row: R, { token }: Row): R {
  const dated = withTimes(row);
  return model === 'session' && dated && typeof token === 'string' ? { ...dated, token } : dated;
}

/**
 * The pool of the ORM gives times as text. The library compares them with dates, which is never true of a text: what has
 * expired would be good for ever.
 */
function withTimes<R>(row: R): R {
  if (typeof row !== 'object' || row === null) return row;
  const isTime = ([name, value]: [string, unknown]) => name.endsWith('At') && typeof value === 'string';
  const times = Object.entries(row).filter(isTime);
  return times.length === 0
    ? row
    : { ...row, ...Object.fromEntries(times.map(([name, value]) => [name, new Date(value as string)])) };
}
