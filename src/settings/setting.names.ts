import { defineNames } from '../platform/names.ts';

export const settingNames = defineNames({
  permissions: {
    'settings:manage': { title: 'See and change the settings of the back office', roles: ['ADMIN'] },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    settings: typeof settingNames;
  }
}
