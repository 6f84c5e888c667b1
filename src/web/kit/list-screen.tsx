import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { List, type ListProps } from './list.tsx';
import { Page } from './page.tsx';

/** Screen with one list: heading, filters and one page of the table. Nested screens open over the list. */
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
  /** Buttons next to the heading of the screen. */
  actions?: ReactNode;
  /** Content between the heading and the filters. */
  intro?: ReactNode;
  /** Dialogs of the screen, rendered after the list. */
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
