import { registerEnumType } from 'type-graphql';

export const SettingOrigin = { BACK_OFFICE: 'BACK_OFFICE', ENVIRONMENT: 'ENVIRONMENT', DEFAULT: 'DEFAULT' } as const;
export type SettingOrigin = (typeof SettingOrigin)[keyof typeof SettingOrigin];
registerEnumType(SettingOrigin, {
  name: 'SettingOrigin',
  description: 'Where the value in force comes from.',
  valuesConfig: {
    BACK_OFFICE: { description: 'It was set here.' },
    ENVIRONMENT: { description: 'The service was started with it, or made it at its first start.' },
    DEFAULT: { description: 'Nobody has said anything else.' },
  },
});
