import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Search } from './address.ts';

export interface PageLinkProps {
  /** A whole address of the back office, e.g. `/admin/renders/rnd_…`. */
  to: string;
  /** What follows the question mark; `'KEEP'`: as it is now, e.g. to what a list has open. */
  search?: Search | 'KEEP';
  className?: string;
  children: ReactNode;
  'aria-label'?: string;
  /** -1: reached by other keys than Tab. */
  tabIndex?: number;
  /** Where the address alone does not say that it is the one that is shown. */
  'aria-current'?: 'page';
}

/** A link to a screen. To whatever the server writes itself (account, a seal's page, a file) an `<a>` leads. */
export function PageLink({ to, search, children, ...rest }: PageLinkProps) {
  const given = search === 'KEEP' ? true : (search ?? {});
  return (
    <Link to={to} search={given} {...rest}>
      {children}
    </Link>
  );
}
