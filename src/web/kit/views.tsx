import type { Search } from './address.ts';
import { PageLink } from './link.tsx';
import './views.css';

/** One of several related screens or views. */
export interface View {
  title: string;
  to: string;
  search?: Search;
  isShown: boolean;
}

/** Navigation between related views. @param props.label name of the navigation */
export function Views({ label, views }: { label: string; views: readonly View[] }) {
  return (
    <nav className="views" aria-label={label}>
      {views.map(({ title, isShown, ...address }) => (
        <PageLink key={title} {...address} className="view" aria-current={isShown ? 'page' : undefined}>
          <span data-shown={isShown || undefined}>{title}</span>
        </PageLink>
      ))}
    </nav>
  );
}
