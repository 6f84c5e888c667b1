import { expect, test } from 'vitest';
// Names every feature's permissions.
import '../../src/features.ts';
import { agent } from '../../src/agents/agent.principal.ts';
import { customer } from '../../src/customers/customer.principal.ts';
import { partner } from '../../src/partners/partner.principal.ts';
import { permissionsOf } from '../../src/platform/auth/principal.ts';
import { OPERATORS, Role } from '../../src/platform/auth/roles.ts';
import { REGISTRY } from '../../src/platform/registry.ts';
import { integration } from '../../src/settings/integration.principal.ts';

/** Every role that is no person's. */
const MACHINES = Object.values(Role).filter((role) => !OPERATORS.some((one) => one === role));

/** What makes somebody who could decide, or lets a machine pass for one. */
const MAKES_WHO_DECIDES = [
  'approvals:decide',
  'operators:manage',
  'own-account:manage',
  'agents:manage',
  'customers:manage',
  'settings:manage',
  'publishing:manage',
] as const;

test('the roles of machines are those that principals without a person have', () => {
  const machines = [
    integration('x'),
    partner('x', 'x'),
    customer('x', 'x', { caseAccess: 'WRITE' }),
    agent('x', 'x', 'operator:x'),
  ];

  expect(MACHINES).toEqual(['INTEGRATION', 'PARTNER', 'CUSTOMER', 'AGENT']);
  for (const [index, machine] of machines.entries()) {
    expect(machine.permissions).toEqual(permissionsOf([MACHINES[index]!]));
  }
});

test.each(MACHINES)('%s decides nothing, and makes nobody who could', (role) => {
  const permissions = permissionsOf([role]);

  expect(MAKES_WHO_DECIDES.filter((one) => permissions.has(one as never))).toEqual([]);
});

test('an agent makes neither people nor agents, tokens or keys', () => {
  const permissions = [...permissionsOf([Role.AGENT])];

  expect(permissions.filter((one) => /:(manage|publish|decide)$/.test(one)).sort()).toEqual(
    ['own-approvals:manage', 'own-publishing:manage'].filter((one) => REGISTRY.permissions.has(one as never)),
  );
});

test('only people have `approvals:decide`', () => {
  expect(REGISTRY.permissions.get('approvals:decide')!.roles.filter((role) => MACHINES.includes(role))).toEqual([]);
});
