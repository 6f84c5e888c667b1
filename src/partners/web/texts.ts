import type { ReactNode } from 'react';
import { rich } from '../../web/kit/rich.ts';

/** Texts of the screens for partners. */
export const texts = {
  link: {
    lead: 'Anyone with the link sees what the partner sees. Earlier links stay valid.',
    example: 'Press office',
    partner: 'Partner',
    partnerHint: 'A partner with this name is created if none exists.',
    secretTitle: (name: string) => `Link for ${name}`,
    create: 'Create link',
  },
  partner: {
    notFound: 'This partner doesn’t exist.',
    title: 'Partner',
    all: 'All partners',
    since: (date: ReactNode) => rich`Partner since ${date}.`,
    links: 'Links',
    noLinks: 'This partner has no links.',
    created: 'Created',
  },
  view: {
    title: 'Partner view',
    empty: 'None of the newest pictures can be shown to partners.',
    lead: 'Newest pictures in use that are currently valid. All partners see the same pictures, and can filter by tags and page through them.',
  },
  list: {
    name: 'Name',
    created: 'Created',
    hasActiveLink: 'With an active link',
    noActiveLink: 'Without an active link',
    title: 'Partners',
    lead: 'Organisations that read the image bank through a link, without an account.',
    partOfName: 'Part of the name',
    createdFrom: 'Created from',
    createdTo: 'Created to',
    order: 'Sort by',
    newest: 'Newest first',
    byName: 'Name',
    empty: 'No partners yet.',
    noMatch: 'No partners match these filters.',
  },
};
