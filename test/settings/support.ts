import { expect } from 'vitest';
import type { Api, Credential, Json } from '../support/api.ts';

const SHOWN = `name origin isSecret environmentVariable description updatedAt updatedBy
  value { ...value } previousSecrets { fingerprint validUntil }
  history { changedAt changedBy fromOrigin from { ...value } toOrigin to { ...value } overlapHours }`;
const VALUE = `fragment value on SettingValue {
  ... on BooleanValue { boolean } ... on IntegerValue { integer } ... on TextValue { text } ... on SecretValue { fingerprint } }`;

export const INBOUND = 'MARKETING_HUB_HOST_SETTINGS_INTEGRATIONS_INBOUND_SECRET';

/** Everything that is shown of one setting. */
export async function shown(api: Api, name: string): Promise<Json> {
  const query = `query ($names: [SettingName!]) { settings(names: $names) { ${SHOWN} } } ${VALUE}`;
  const { data } = await api.graphql(query, { as: 'operator', variables: { names: [name] } });
  expect(data.settings).toHaveLength(1);
  return data.settings[0];
}

export function changing(api: Api, input: object, as: Credential | undefined = 'operator') {
  return api.graphql(
    `mutation ($input: UpdateSettingInput!) { updateSetting(input: $input) { __typename
       ... on UpdatedSetting { setting { ${SHOWN} } } ... on InputInvalid { issues { pointer message } }
       ... on Problem { code message } } } ${VALUE}`,
    { as, variables: { input } },
  );
}

/** The setting after a change that has to succeed. */
export async function change(api: Api, input: object): Promise<Json> {
  const { data, errors } = await changing(api, input);
  expect({ errors, typename: data?.updateSetting.__typename }).toEqual({ typename: 'UpdatedSetting' });
  return data.updateSetting.setting;
}
