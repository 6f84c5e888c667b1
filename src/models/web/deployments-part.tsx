import { ModelDeploymentsDocument, type ModelDeploymentsQuery } from '../../web/generated/models/graphql.ts';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Retention } from '../../web/kit/retention.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel } from '../../web/kit/values.tsx';
import { TierPrice } from './tier-price.tsx';

type DeploymentRow = ModelDeploymentsQuery['deployments'][number] & { id: string };

const COLUMNS: readonly Column<DeploymentRow>[] = [
  {
    title: 'Deployment',
    cell: ({ name, kind }) => (
      <>
        <code>{name}</code> {kind === 'IMAGE' && <span className="hint">pictures</span>}
      </>
    ),
  },
  { title: 'Data', cell: ({ dataClass }) => enumLabel(dataClass) },
  { title: 'Retention', isMinor: true, cell: ({ retention }) => <Retention {...retention} /> },
  {
    title: 'Context',
    isNumber: true,
    cell: ({ contextWindow, kind }) =>
      kind === 'IMAGE' ? (
        <span className="hint">none</span>
      ) : contextWindow ? (
        contextWindow.toLocaleString('en-US')
      ) : (
        <span className="unknown">unknown</span>
      ),
  },
  {
    title: 'Takes',
    isMinor: true,
    cell: ({ kind, takesTools, takesOutputSchema }) =>
      [kind === 'IMAGE' && 'a brief', takesTools && 'tools', takesOutputSchema && 'a schema']
        .filter(Boolean)
        .join(', ') || <span className="hint">text alone</span>,
  },
  { title: 'Slots', isNumber: true, isMinor: true, cell: ({ slots }) => slots.length },
  {
    title: 'A million tokens, now',
    cell: ({ name, price }) => (
      <>
        {price ? <TierPrice {...price} /> : <span className="unknown">unknown</span>}{' '}
        <PageLink
          to="/admin/gateway/models"
          search={{ show: 'prices', deployment: name }}
          aria-label={`Prices of ${name}`}
        >
          Prices
        </PageLink>
      </>
    ),
  },
];

/** Every model that can be called, at its provider. */
export function DeploymentsPart() {
  const query = useQueryOf(ModelDeploymentsDocument, {});
  return (
    <QueryView query={query} rows={16}>
      {({ deployments }) => (
        <DataTable
          caption="Deployments"
          rows={deployments.map((deployment) => ({ ...deployment, id: deployment.name }))}
          columns={COLUMNS}
        />
      )}
    </QueryView>
  );
}
