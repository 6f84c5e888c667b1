import { can } from '../../platform/auth/principal.ts';
import { worksSql } from '../../platform/credentials/key.sql.ts';
import { entityProjection } from '../../platform/graphql/reads/entity-projection.ts';
import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import { OperatorToken } from './operator-token.entity.ts';
import type { OperatorTokensArgs } from './operator-token.inputs.ts';

const token = entityProjection(OperatorToken, { fields: { operatorId: 'operator_token.operator_id' } });

/** List of API tokens, newest first: the caller’s own, or all with `operators:manage`. */
export const operatorTokenPages = new PageProjection<OperatorTokensArgs, { id: string }>({
  typeName: 'OperatorTokenConnection',
  node: token,
  ids: 'operatorToken',
  orders: {
    CREATED_AT: 'id',
    NAME: { sql: 'lower(operator_token.name)', type: 'text' },
    EXPIRES_AT: { sql: 'operator_token.expires_at', type: 'time' },
    LAST_USED_AT: { sql: 'operator_token.last_used_at', type: 'time', isNullable: true },
  },
  createdAt: 'operator_token.created_at',
  filter({ filter }, { principal }) {
    const conditions: string[] = [];
    const values: unknown[] = [];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    if (!can(principal, 'operators:manage')) {
      conditions.push(`operator_token.operator_id = ${parameter(principal.subjectId)}`);
    }
    if (filter?.operatorId) conditions.push(`operator_token.operator_id = ${parameter(filter.operatorId)}`);
    if (typeof filter?.isValid === 'boolean') {
      const valid = `(${worksSql('operator_token')})`;
      conditions.push(filter.isValid ? valid : `not ${valid}`);
    }
    return { conditions, values };
  },
});
