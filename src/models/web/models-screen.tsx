import { Outlet } from '@tanstack/react-router';
import { field, filtersOf, useFilters } from '../../web/kit/address.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { useOpenParamsOf } from '../../web/kit/params.ts';
import { DeploymentsPart } from './deployments-part.tsx';
import './models.css';
import { PricesPart } from './prices-part.tsx';
import { SlotsPart } from './slots-part.tsx';
import { VersionsPart } from './versions-part.tsx';

const PARTS = {
  slots: { title: 'Slots', Part: SlotsPart },
  deployments: { title: 'Deployments', Part: DeploymentsPart },
  prices: { title: 'Prices', Part: PricesPart },
  versions: { title: 'Versions', Part: VersionsPart },
} as const;
const NAMES = ['slots', 'deployments', 'prices', 'versions'] as const;

const FILTERS = filtersOf({ show: field.oneOf(NAMES) });

/** `/admin/gateway/models`: what a task can be answered by, at what price, and since when. */
export function Screen() {
  const { filters } = useFilters(FILTERS);
  const { number } = useOpenParamsOf('/admin/gateway/models/versions/$number');
  const shown = filters.show ?? (number ? 'versions' : 'slots');
  const { Part } = PARTS[shown];
  return (
    <Page title="Models" lead="The catalogue in force: which models there are, what they are for and what they cost.">
      <nav className="models-parts" aria-label="Parts of the catalogue">
        {NAMES.map((name) => (
          <span key={name} data-shown={name === shown || undefined}>
            <PageLink to="/admin/gateway/models" search={{ show: name }}>
              {PARTS[name].title}
              {name === shown && <span className="only-heard"> (shown)</span>}
            </PageLink>
          </span>
        ))}
      </nav>
      <Part />
      <Outlet />
    </Page>
  );
}
