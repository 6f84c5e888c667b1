import type { Search } from './address.ts';
import { PageLink } from './link.tsx';
import './views.css';

/** Screens, or views of one, that belong together, of which one is shown. */
export interface View {
  title: string;
  to: string;
  search?: Search;
  isShown: boolean;
}

/** Leads from one view to the others. @param props.label what they are views of */
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
