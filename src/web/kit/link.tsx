import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from './address.ts';

export interface PageLinkProps {
  /** Full path of the screen, e.g. `/admin/renders/rnd_…`. */
  to: string;
  /** Query string. `'KEEP'` keeps the current one, e.g. the filters of a list. */
  search?: Search | 'KEEP';
  className?: string;
  children: ReactNode;
  'aria-label'?: string;
  /** -1 for a link that isn't reached by the Tab key, but by other keys. */
  tabIndex?: number;
  /** Marks the link to the current page if the URL alone doesn't identify it. */
  'aria-current'?: 'page';
}

/** Link to a screen. Use `<a>` for pages rendered by the server, such as the account or a seal, and for files. */
export function PageLink({ to, search, children, ...rest }: PageLinkProps) {
  const given = search === 'KEEP' ? true : (search ?? {});
  return (
    <Link to={to} search={given} {...rest}>
      {children}
    </Link>
  );
}
