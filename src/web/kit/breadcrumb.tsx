import type { Search } from './address.ts';
import { PageLink } from './link.tsx';
import { texts } from './texts.ts';

export interface Crumb {
  title: string;
  /** Left out for the current screen, which is the last one. */
  to?: string;
  search?: Search;
}

/** Path to a screen, the outermost level first. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumb" aria-label={texts.breadcrumb}>
      {crumbs.map(({ title, to, search }, place) => (
        <span key={title}>
          {place > 0 && <span aria-hidden> › </span>}
          {to ? (
            <PageLink to={to} search={search}>
              {title}
            </PageLink>
          ) : (
            <span aria-current="page">{title}</span>
          )}
        </span>
      ))}
    </nav>
  );
}
