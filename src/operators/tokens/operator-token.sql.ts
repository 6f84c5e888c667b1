import type { EntityManager } from '@mikro-orm/postgresql';
import { usedKey, worksSql } from '../../platform/credentials/key.sql.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import type { OperatorRole } from '../operator.entity.ts';

/** A valid API token and its operator. */
export interface TokenWithOperator {
  id: string;
  operatorId: string;
  roles: OperatorRole[];
  scopes: string[];
  issuedBy: string;
  issuers: string[];
}

type TokenWithOperatorRow = [
  id: string,
  operatorId: string,
  roles: OperatorRole[],
  scopes: string[],
  issuedBy: string,
  issuers: string[],
];

const USED_TOKEN = usedKey({
  name: 'operator_token',
  table: 'operator_token',
  join: 'join operator on operator.id = key.operator_id',
  columns: ['operator.id', 'operator.roles', 'key.scopes', 'key.issued_by', 'key.issuers'],
  and: 'operator.disabled_at is null',
});

/** Finds an API token and records its use. Null if it is unknown, expired or revoked, or if its operator is disabled. */
export async function touchToken(database: Database, digest: Buffer): Promise<TokenWithOperator | null> {
  const found = await database.readRow<TokenWithOperatorRow>(USED_TOKEN, [digest]);
  if (!found) return null;
  const [id, operatorId, roles, scopes, issuedBy, issuers] = found;
  return { id, operatorId, roles, scopes, issuedBy, issuers };
}

/**
 * Keeps a valid token with this scope from being changed until the transaction ends. False if it isn’t valid, belongs to another
 * operator or lacks the scope.
 */
export async function holdToken(
  em: EntityManager,
  { id, operatorId, scope }: { id: string; operatorId: string; scope: string },
): Promise<boolean> {
  const tokens = await sql(
    em,
    `select id from operator_token where id = $1 and operator_id = $2 and ${worksSql('operator_token')}
       and $3 = any(scopes) for share`,
    [id, operatorId, scope],
  );
  return tokens.length > 0;
}
