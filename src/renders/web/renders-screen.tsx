import './renders.css';
import { RenderListDocument, type RenderRowFragment } from '../../web/generated/renders/graphql.ts';
import { Actor, type ActorNames, idOf, useActorNames } from '../../web/kit/actor.tsx';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { usePageVisible } from '../../web/kit/use-page-visible.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { Visible, visibleString } from '../../web/kit/visible-text.tsx';
import { LiveRenders } from './live-renders.tsx';
import { ownPath } from './own-path.ts';
import { rendererOf, STATUS_LABELS, STATUSES } from './render-labels.ts';
import { RenderDuration, RenderState } from './render-state.tsx';
import { texts } from './texts.ts';

const FILTERS = filtersOf({
  search: field.text(),
  status: field.oneOf(['UNDER_WAY', ...STATUSES]),
  bank: field.flag(),
  by: field.text(),
  from: field.day(),
  to: field.day(),
  order: field.oneOf(['OLDEST', 'ENDED', 'ENDED_FIRST']),
});
type RenderFilters = ReturnType<typeof useFilters<typeof FILTERS>>['filters'];

const STATES = [
  { value: 'UNDER_WAY', label: texts.list.running },
  ...STATUSES.map((value) => ({ value, label: STATUS_LABELS[value].word })),
];
const BANK = [
  { value: 'true', label: texts.list.inBank },
  { value: 'false', label: texts.list.notInBank },
];
const ORDERS = [
  { value: 'OLDEST', label: texts.list.oldest },
  { value: 'ENDED', label: texts.list.recentlyEnded },
  { value: 'ENDED_FIRST', label: texts.list.endedFirst },
];
const ORDER_BY = {
  OLDEST: { field: 'CREATED_AT', direction: 'ASC' },
  ENDED: { field: 'COMPLETED_AT', direction: 'DESC' },
  ENDED_FIRST: { field: 'COMPLETED_AT', direction: 'ASC' },
} as const;

const columnsOf = (names: ActorNames): readonly Column<RenderRowFragment>[] => [
  { title: texts.create.brief, cell: (render) => <Brief {...render} /> },
  {
    title: texts.list.status,
    cell: (render) => (
      <>
        <RenderState {...render} />
        {render.failure && <p className="hint">{render.failure.message}</p>}
        {render.asset?.status === 'QUARANTINED' && <p className="hint">{texts.list.quarantined}</p>}
      </>
    ),
  },
  { title: texts.renderer.renderer, isMinor: true, cell: (render) => rendererOf(render) },
  {
    title: texts.list.requester,
    isMinor: true,
    cell: ({ requestedBy }) => <Actor actor={requestedBy} names={names} />,
  },
  { title: texts.list.requested, cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: texts.timeline.duration, isNumber: true, cell: (render) => <RenderDuration {...render} /> },
];

/** Screen `/admin/renders`: a list of renders and their results, with live updates. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { actor } = useViewer();
  const may = useMay();
  const query = useQueryOf(RenderListDocument, {
    filter: filterOf(filters),
    ...(filters.order && { orderBy: ORDER_BY[filters.order] }),
    ...usePage(),
  });
  usePageVisible(query.again);
  const askers = query.data?.renders.nodes.map(({ requestedBy }) => requestedBy) ?? [];
  const names = useActorNames(filters.by ? [...askers, filters.by] : askers);
  return (
    <ListScreen
      title={texts.list.title}
      lead={texts.list.lead}
      actions={may('renders:request') && <ButtonLink to="/admin/renders/new">{texts.create.title}</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          <TextFilter label={texts.create.brief} placeholder={texts.list.partOfBrief} {...bind('search')} />
          <ChoiceFilter label={texts.list.status} {...bind('status')} choices={STATES} />
          {may('renders:read-all') && (
            <ChoiceFilter
              label={texts.list.requester}
              any={texts.list.anyone}
              {...bind('by')}
              choices={requesterChoices(actor, filters.by, names)}
            />
          )}
          <ChoiceFilter label={texts.list.picture} {...bind('bank')} choices={BANK} />
          <DayFilter label={texts.list.from} {...bind('from')} />
          <DayFilter label={texts.list.to} {...bind('to')} />
          <ChoiceFilter label={texts.list.order} any={texts.list.newest} {...bind('order')} choices={ORDERS} />
        </>
      }
      hasNarrowFilters
      query={query}
      rows={12}
      connectionOf={(data) => data.renders}
      emptyText={texts.list.empty}
      noMatchText={texts.list.noMatch}
      emptyAction={may('renders:request') && <ButtonLink to="/admin/renders/new">{texts.create.title}</ButtonLink>}
      beforeTable={query.data && <LiveRenders renders={query.data.renders.nodes} onChange={query.again} />}
      table={(rows, pageInfo) => (
        <div className="renders-list">
          <DataTable
            caption={texts.list.title}
            rows={rows}
            columns={columnsOf(names)}
            linkTo={({ id }) => `/admin/renders/${id}`}
            pageInfo={pageInfo}
          />
        </div>
      )}
    />
  );
}

function Brief({ title, prompt, file }: RenderRowFragment) {
  // The generated title of a picture by a model ends with the brief, which is then shown only once.
  const isRepeated = title.endsWith(prompt);
  return (
    <span className="renders-brief">
      {file ? (
        // The alternative text is empty, because the text next to the picture describes it.
        <img src={ownPath(file.thumbnail)} alt="" width={file.width} height={file.height} loading="lazy" />
      ) : (
        <span className="renders-no-picture" />
      )}
      <span>
        <b>
          <Visible text={isRepeated ? prompt : title} />
        </b>
        {!isRepeated && (
          <span className="renders-prompt">
            <Visible text={prompt} />
          </span>
        )}
      </span>
    </span>
  );
}

function filterOf({ search, status, bank, by, from, to }: RenderFilters) {
  return {
    ...(search && { search }),
    ...(status && { status: status === 'UNDER_WAY' ? (['QUEUED', 'RUNNING'] as const).slice() : [status] }),
    ...(bank && { hasAsset: bank === 'true' }),
    ...(by && { requestedBy: [by] }),
    createdAfter: dayBegins(from),
    createdBefore: dayEnds(to),
  };
}

/** Choices of the filter by requester: the user, and the requester in the page's address. */
function requesterChoices(me: string, given: string | undefined, names: ActorNames) {
  const label = names.get(idOf(given ?? '') ?? '') ?? given;
  const others = given === undefined || given === me ? [] : [{ value: given, label: visibleString(label ?? '') }];
  return [{ value: me, label: texts.list.you }, ...others];
}
