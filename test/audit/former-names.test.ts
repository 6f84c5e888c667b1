import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withFormerNames } from '../../src/audit/former-names.ts';
import { AuditOutcome, audit } from '../../src/platform/audit/audit.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const mutationsIn = (file: string) =>
  Object.keys(buildSchema(readFileSync(file, 'utf8')).getMutationType()!.getFields());

test('a filter by today’s name finds entries with a former one, and the other way round', async () => {
  const ctx = contextOn(api.services.platform.database);
  const former = { action: 'changeSetting', subjectIds: ['APPROVALS_DAYS'], outcome: AuditOutcome.DONE };
  await audit(ctx, former);
  await audit(ctx, { ...former, action: 'updateSetting' });
  await audit(ctx, { ...former, action: 'upkeep', subjectIds: ['permits that nobody fetched'] });
  const found = async (filter: string) => {
    const { data } = await api.graphql(`{ auditTrail(filter: { ${filter} }) { nodes { action } } }`, {
      as: 'operator',
    });
    return data.auditTrail.nodes.map(({ action }: { action: string }) => action);
  };

  expect(await found('action: "updateSetting"')).toEqual(['updateSetting', 'changeSetting']);
  expect(await found('action: "changeSetting"')).toEqual(['updateSetting', 'changeSetting']);
  expect(await found('subjectId: "expired permits"')).toEqual(['upkeep']);
  expect(await found('action: "deleteOwnServer"')).toEqual([]);
});

test('each mutation of the last release is still there, or its entries are found by its new name', () => {
  const present = new Set(mutationsIn('schema/schema.graphql'));
  const gone = mutationsIn('schema/released.graphql').filter((name) => !present.has(name));

  expect(gone.filter((name) => !withFormerNames([name]).some((other) => present.has(other)))).toEqual([]);
});
