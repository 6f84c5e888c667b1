import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for webhooks and their deliveries. */
export const webhooksScreens = defineScreens({
  name: 'webhooks',
  navigation: [{ group: 'System', title: 'Webhooks', to: '/admin/webhooks', permission: 'own-webhooks:manage' }],
  routes: [
    {
      path: '/admin/webhooks',
      permission: 'own-webhooks:manage',
      load: () => import('./webhooks-screen.tsx'),
      within: [{ path: 'new', load: () => import('./new-webhook-screen.tsx') }],
    },
    {
      path: '/admin/webhooks/$webhookId',
      permission: 'own-webhooks:manage',
      load: () => import('./webhook-screen.tsx'),
      within: [
        { path: 'change', load: () => import('./edit-webhook-screen.tsx') },
        { path: 'deliveries/$deliveryId', load: () => import('./delivery-screen.tsx') },
      ],
    },
  ],
});
