import { defineScreens } from '../../web/kit/screens.ts';

/** Screens for customers, their spending and their API keys. */
export const customersScreens = defineScreens({
  name: 'customers',
  navigation: [{ group: 'People', title: 'Customers', to: '/admin/customers', permission: 'customers:read' }],
  routes: [
    {
      path: '/admin/customers',
      permission: 'customers:read',
      load: () => import('./customers-screen.tsx'),
      within: [{ path: 'new', permission: 'customers:manage', load: () => import('./new-customer-screen.tsx') }],
    },
    {
      path: '/admin/customers/$customerId',
      permission: 'customers:read',
      load: () => import('./customer-screen.tsx'),
      within: [
        { path: 'change', permission: 'customers:manage', load: () => import('./edit-customer-screen.tsx') },
        { path: 'new-key', permission: 'customers:manage', load: () => import('./new-key-screen.tsx') },
      ],
    },
  ],
});
