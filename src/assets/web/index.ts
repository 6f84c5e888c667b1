import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for the image bank. */
export const assetScreens = defineScreens({
  name: 'assets',
  navigation: [{ group: 'Work', title: 'Image bank', to: '/admin/bank', permission: 'assets:list' }],
  routes: [
    { path: '/admin/bank', permission: 'assets:list', load: () => import('./bank-screen.tsx') },
    { path: '/admin/bank/upload', permission: 'assets:write', load: () => import('./upload-screen.tsx') },
    { path: '/admin/bank/tags', permission: 'assets:list', load: () => import('./tags-screen.tsx') },
    { path: '/admin/bank/$assetId', permission: 'assets:list', load: () => import('./picture-screen.tsx') },
  ],
});
