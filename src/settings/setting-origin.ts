import { graphEnum } from '../platform/graphql/schema/graph-enum.ts';

export const SettingOrigin = graphEnum('SettingOrigin', 'Where the value in force comes from.', {
  BACK_OFFICE: 'It was set here.',
  ENVIRONMENT: 'The service was started with it, or made it at its first start.',
  DEFAULT: 'Nobody has said anything else.',
});
export type SettingOrigin = keyof typeof SettingOrigin;
