import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { List, type ListProps } from './list.tsx';
import { Page } from './page.tsx';

/** A screen that is one list: heading, filters, and a page of the table. Screens within it open over the list. */
export function ListScreen<Data, Row extends { id: string }>({
  title,
  lead,
  actions,
  intro,
  children,
  ...list
}: ListProps<Data, Row> & {
  title: string;
  lead?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  /** Content between the heading and the filters. */
  intro?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}) {
  return (
    <Page title={title} lead={lead} actions={actions}>
      {intro}
      <List {...list} />
      {children}
      <Outlet />
    </Page>
  );
}
