import { ModelDeploymentsDocument, type ModelDeploymentsQuery } from '../../web/generated/models/graphql.ts';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Retention } from '../../web/kit/retention.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';
import { TierPrice } from './tier-price.tsx';

type DeploymentRow = ModelDeploymentsQuery['deployments'][number] & { id: string };

const COLUMNS: readonly Column<DeploymentRow>[] = [
  {
    title: texts.deployments.deployment,
    cell: ({ name, kind }) => (
      <>
        <code>{name}</code> {kind === 'IMAGE' && <span className="hint">{texts.deployments.pictures}</span>}
      </>
    ),
  },
  { title: texts.deployments.dataClass, cell: ({ dataClass }) => enumLabel(dataClass) },
  { title: texts.deployments.retention, isMinor: true, cell: ({ retention }) => <Retention {...retention} /> },
  {
    title: texts.deployments.context,
    isNumber: true,
    cell: ({ contextWindow, kind }) =>
      kind === 'IMAGE' ? (
        <span className="hint">{texts.common.none}</span>
      ) : contextWindow ? (
        contextWindow.toLocaleString('en-US')
      ) : (
        <span className="unknown">{texts.common.unknown}</span>
      ),
  },
  {
    title: texts.deployments.input,
    isMinor: true,
    cell: ({ kind, takesTools, takesOutputSchema }) =>
      [
        kind === 'IMAGE' && texts.deployments.brief,
        takesTools && texts.deployments.tools,
        takesOutputSchema && texts.deployments.schema,
      ]
        .filter(Boolean)
        .join(', ') || <span className="hint">{texts.deployments.textOnly}</span>,
  },
  { title: texts.deployments.slots, isNumber: true, isMinor: true, cell: ({ slots }) => slots.length },
  {
    title: texts.deployments.currentPrice,
    cell: ({ name, price }) => (
      <>
        {price ? <TierPrice {...price} /> : <span className="unknown">{texts.common.unknown}</span>}{' '}
        <PageLink
          to="/admin/gateway/models"
          search={{ show: 'prices', deployment: name }}
          aria-label={texts.deployments.pricesOf(name)}
        >
          {texts.deployments.prices}
        </PageLink>
      </>
    ),
  },
];

/** All deployments of the catalogue. */
export function DeploymentsPart() {
  const query = useQueryOf(ModelDeploymentsDocument, {});
  return (
    <QueryView query={query} rows={16}>
      {({ deployments }) => (
        <DataTable
          caption={texts.deployments.title}
          rows={deployments.map((deployment) => ({ ...deployment, id: deployment.name }))}
          columns={COLUMNS}
        />
      )}
    </QueryView>
  );
}
