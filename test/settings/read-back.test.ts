import { expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { INBOUND, shown } from './support.ts';

/** Lets the next change be written, and what is in force afterwards not be read. */
async function breakReading({ database }: Api): Promise<void> {
  await database.query(
    `create function mischief() returns trigger language plpgsql security definer as $$ begin
       alter table setting_earlier_secret rename column valid_until to gone; return new; end $$`,
  );
  await database.query(
    'create trigger mischief before insert on setting_change for each row execute function mischief()',
  );
}

async function mendReading({ database }: Api): Promise<void> {
  await database.query('drop trigger mischief on setting_change');
  await database.query('alter table setting_earlier_secret rename column gone to valid_until');
}

test('a setting that was changed says so, though it cannot be read afterwards', async () => {
  const api = await startApi({ works: false });
  await breakReading(api);

  const { status, data, errors } = await api.graphql(
    `mutation { updateSetting(input: { name: SEALS_PER_MINUTE, integer: 7 }) {
       __typename ... on UpdatedSetting { setting { value { ... on IntegerValue { integer } } } } } }`,
    { as: 'operator' },
  );
  await mendReading(api);

  expect(status).toBe(200);
  expect(data.updateSetting).toEqual({ __typename: 'UpdatedSetting', setting: null });
  expect(errors).toMatchObject([{ path: ['updateSetting', 'setting'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
  expect((await shown(api, 'SEALS_PER_MINUTE')).value).toEqual({ integer: 7 });
});

test('an inbound secret that was set says so, though it cannot be read afterwards where it comes from', async () => {
  const api = await startApi({ works: false });
  const secret = 'a-secret-that-was-set-and-not-read';
  const inbound = (bearer: string) =>
    api.json('/api/integrations/cinema/render/rnd_00000000000000000000000000', { as: { bearer } });
  await breakReading(api);

  const { status, data, errors } = await api.graphql(
    `mutation { setIntegrationsInboundSecret(input: { secret: "${secret}" }) {
       __typename ... on StoredInboundSecret { setting { origin } } } }`,
    { as: 'operator' },
  );
  await mendReading(api);

  expect(status).toBe(200);
  expect(data.setIntegrationsInboundSecret).toEqual({ __typename: 'StoredInboundSecret', setting: null });
  expect(errors).toMatchObject([
    { path: ['setIntegrationsInboundSecret', 'setting'], extensions: { code: 'INTERNAL_SERVER_ERROR' } },
  ]);
  expect((await inbound(secret)).status).toBe(404);
  expect((await shown(api, INBOUND)).origin).toBe('BACK_OFFICE');
});
