import { entityProjection } from '../../platform/graphql/reads/entity-projection.ts';
import { type NodeRead, ownRowsUnless } from '../../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../../platform/graphql/reads/page-projection.ts';
import { isoTime } from '../../platform/graphql/reads/projection.ts';
import { compilableRow } from '../../platform/graphql/reads/row-projection.ts';
import { containsText } from '../../platform/graphql/reads/text-search.ts';
import type { Permission } from '../../platform/registry.ts';
import { composeText } from '../../proof/normal-form.ts';
import { Operator } from '../operator.entity.ts';
import type { OperatorsArgs } from './operator.inputs.ts';

const LAST_SEEN = `(select max(seen.at) from (
  select updated_at as at from operator_session where operator_id = operator.id
  union all select last_used_at from operator_token where operator_id = operator.id) seen)`;

/** Permission to see other operators' second factors. An attacker could use them to choose a target. */
export const SECOND_FACTORS_SHOWN_FOR = 'operators:manage' satisfies Permission;

/**
 * SQL expression for the second factors of an operator.
 * @param id SQL expression for the id of the operator
 */
export const secondFactorsOf = (id: string) => `array_remove(array[
  case when exists (select from operator_passkey where operator_id = ${id}) then 'PASSKEY' end,
  case when exists (select from operator_totp where operator_id = ${id} and confirmed_at is not null) then 'APP' end], null)`;

const operator = entityProjection(Operator, {
  fields: {
    lastSeenAt: isoTime(LAST_SEEN),
    secondFactors: secondFactorsOf('operator.id'),
  },
  shownFor: { secondFactors: SECOND_FACTORS_SHOWN_FOR },
});

/** List of all operators, newest first. */
export const operatorPages = new PageProjection<OperatorsArgs, { id: string }>({
  typeName: 'OperatorConnection',
  node: operator,
  ids: 'operator',
  orders: {
    CREATED_AT: 'id',
    NAME: { sql: 'lower(operator.name)', type: 'text' },
    LAST_SEEN_AT: { sql: LAST_SEEN, type: 'time', isNullable: true },
  },
  createdAt: 'operator.created_at',
  filter({ filter }) {
    const conditions: string[] = [];
    const values: unknown[] = [];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    if (filter?.roles) conditions.push(`operator.roles && ${parameter(filter.roles)}::text[]`);
    if (typeof filter?.isDisabled === 'boolean') {
      conditions.push(`operator.disabled_at is ${filter.isDisabled ? 'not null' : 'null'}`);
    }
    if (filter?.search) {
      const search = parameter(composeText(filter.search));
      conditions.push(containsText("operator.name || ' ' || operator.email", search));
    }
    return { conditions, values };
  },
});

/** Reads an operator for the queries `node` and `nodes`. Without `operators:read`, operators only see themselves. */
export const operatorNode: NodeRead = { projection: operator, visible: ownRowsUnless('operators:read', 'operator.id') };

/** Query fields for operators that PostgreSQL answers without resolvers. */
export const operatorReads = {
  operators: operatorPages.compilable,
  operator: compilableRow(operator, ({ id }: { id: string }) => ({ conditions: ['operator.id = $1'], values: [id] })),
};
