import type { Search } from './address.ts';
import { PageLink } from './link.tsx';

export interface Crumb {
  title: string;
  /** Left out of the last one, which is what is shown. */
  to?: string;
  search?: Search;
}

/** Under which headings a screen stands, the outermost first, above its own. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumb" aria-label="Where this stands">
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
