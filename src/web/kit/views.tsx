import type { Search } from './address.ts';
import { PageLink } from './link.tsx';
import './views.css';

/** A link to one of several related screens. */
export interface View {
  title: string;
  to: string;
  search?: Search;
  isShown: boolean;
}

/**
 * Navigation between related screens.
 * @param props.label name of the navigation for screen readers
 */
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
