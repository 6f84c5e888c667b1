import type { Search } from './address.ts';
import { PageLink } from './link.tsx';
import { texts } from './texts.ts';

export interface Crumb {
  title: string;
  /** Path of the screen. Left out for the last crumb, the current screen. */
  to?: string;
  search?: Search;
}

/** Links to the screens above the current screen, the outermost first, then the title of the current screen. */
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
