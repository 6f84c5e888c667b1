import type { EntityManager } from '@mikro-orm/postgresql';
import { usedKey, worksSql } from '../../platform/credentials/key.sql.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import type { StoredCode } from '../../platform/encryption/row-codes.ts';
import {
  codeIn,
  STORED_ACCOUNT,
  type StoredAccount,
  type StoredAccountJson,
  storedAccountOf,
} from '../codes/account.sql.ts';
import type { TokenRow } from '../codes/operator-codes.ts';

/** An API token as stored, with its code. */
export interface StoredToken {
  readonly token: TokenRow;
  readonly code: StoredCode;
}

type StoredTokenJson = readonly [
  id: string,
  operatorId: string,
  tokenHash: string,
  scopes: string[],
  issuedBy: string,
  issuers: string[],
  expiresAt: string,
  code: string | null,
];

/** SQL expression for all that a token’s code covers, and the code, from a table or alias `key`. */
const STORED_TOKEN = `json_build_array(key.id, key.operator_id, encode(key.token_hash, 'hex'), key.scopes, key.issued_by,
  key.issuers, key.expires_at, encode(key.authentication_code, 'hex'))`;

function storedTokenOf(json: StoredTokenJson): StoredToken {
  const [id, operatorId, tokenHash, scopes, issuedBy, issuers, expiresAt, code] = json;
  return {
    token: {
      id,
      operatorId,
      tokenHash: Buffer.from(tokenHash, 'hex'),
      scopes,
      issuedBy,
      issuers,
      expiresAt: new Date(expiresAt),
    },
    code: codeIn(code),
  };
}

const USED_TOKEN = usedKey({
  name: 'operator_token',
  table: 'operator_token',
  join: 'join operator on operator.id = key.operator_id',
  columns: [STORED_TOKEN, STORED_ACCOUNT],
  and: 'operator.disabled_at is null',
});

/**
 * Finds an API token and the account of its operator, and records its use. Null if the token is unknown, expired or revoked, or
 * if its operator is disabled.
 */
export async function touchToken(
  database: Database,
  digest: Buffer,
): Promise<(StoredToken & { readonly stored: StoredAccount }) | null> {
  const found = await database.readRow<[id: string, token: StoredTokenJson, account: StoredAccountJson]>(USED_TOKEN, [
    digest,
  ]);
  return found ? { ...storedTokenOf(found[1]), stored: storedAccountOf(found[2]) } : null;
}

/**
 * Reads a valid token of an operator, and keeps it from being changed until the transaction ends. Null if it isn’t valid or
 * belongs to another operator.
 */
export async function holdToken(
  em: EntityManager,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<StoredToken | null> {
  const [held] = await sql<{ stored: StoredTokenJson }>(
    em,
    `select ${STORED_TOKEN} as stored from operator_token key
     where key.id = $1 and key.operator_id = $2 and ${worksSql('key')} for share`,
    [id, operatorId],
  );
  return held ? storedTokenOf(held.stored) : null;
}

/** Reads the code of a token. Null if it has none. */
export async function readTokenCode(em: EntityManager, id: string): Promise<StoredCode> {
  const [row] = await sql<{ code: StoredCode }>(
    em,
    'select authentication_code as code from operator_token where id = $1',
    [id],
  );
  return row?.code ?? null;
}

/** Reads at most `limit` valid tokens, in the order of their ids, starting after the id `after`. */
export async function readTokens(em: EntityManager, after: string, limit: number): Promise<StoredToken[]> {
  const rows = await sql<{ stored: StoredTokenJson }>(
    em,
    `select ${STORED_TOKEN} as stored from operator_token key
     where key.id > $1 and ${worksSql('key')} order by key.id limit $2`,
    [after, limit],
  );
  return rows.map(({ stored }) => storedTokenOf(stored));
}
