import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';

export const SettingOrigin = graphEnum('SettingOrigin', 'Origin of the current value.', {
  BACK_OFFICE: 'Set in the back office or through the API.',
  ENVIRONMENT: 'Set by the environment, or generated at the first start.',
  DEFAULT: 'Default value.',
});
export type SettingOrigin = keyof typeof SettingOrigin;
