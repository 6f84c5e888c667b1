import { Outlet } from '@tanstack/react-router';
import { field, filtersOf, useFilters } from '../../web/kit/address.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { useOpenParamsOf } from '../../web/kit/params.ts';
import { DeploymentsPart } from './deployments-part.tsx';
import './models.css';
import { PricesPart } from './prices-part.tsx';
import { SlotsPart } from './slots-part.tsx';
import { texts } from './texts.ts';
import { VersionsPart } from './versions-part.tsx';

const PARTS = {
  slots: { title: texts.sections.slots, Part: SlotsPart },
  deployments: { title: texts.sections.deployments, Part: DeploymentsPart },
  prices: { title: texts.sections.prices, Part: PricesPart },
  versions: { title: texts.sections.versions, Part: VersionsPart },
} as const;
const NAMES = ['slots', 'deployments', 'prices', 'versions'] as const;

const FILTERS = filtersOf({ show: field.oneOf(NAMES) });

/** `/admin/gateway/models`: slots, deployments, prices and versions of the catalogue. */
export function Screen() {
  const { filters } = useFilters(FILTERS);
  const { number } = useOpenParamsOf('/admin/gateway/models/versions/$number');
  const shown = filters.show ?? (number ? 'versions' : 'slots');
  const { Part } = PARTS[shown];
  return (
    <Page title={texts.catalogue.title} lead={texts.catalogue.lead}>
      <nav className="models-parts" aria-label={texts.catalogue.parts}>
        {NAMES.map((name) => (
          <span key={name} data-shown={name === shown || undefined}>
            <PageLink to="/admin/gateway/models" search={{ show: name }}>
              {PARTS[name].title}
              {name === shown && <span className="only-heard"> {texts.catalogue.shown}</span>}
            </PageLink>
          </span>
        ))}
      </nav>
      <Part />
      <Outlet />
    </Page>
  );
}
