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
  { value: 'UNDER_WAY', label: 'Under way' },
  ...STATUSES.map((value) => ({ value, label: STATUS_LABELS[value].word })),
];
const BANK = [
  { value: 'true', label: 'In the bank' },
  { value: 'false', label: 'Not in the bank' },
];
const ORDERS = [
  { value: 'OLDEST', label: 'Oldest first' },
  { value: 'ENDED', label: 'Ended last' },
  { value: 'ENDED_FIRST', label: 'Ended first' },
];
const ORDER_BY = {
  OLDEST: { field: 'CREATED_AT', direction: 'ASC' },
  ENDED: { field: 'COMPLETED_AT', direction: 'DESC' },
  ENDED_FIRST: { field: 'COMPLETED_AT', direction: 'ASC' },
} as const;

const columnsOf = (names: ActorNames): readonly Column<RenderRowFragment>[] => [
  { title: 'Brief', cell: (render) => <Brief {...render} /> },
  {
    title: 'State',
    cell: (render) => (
      <>
        <RenderState {...render} />
        {render.failure && <p className="hint">{render.failure.message}</p>}
        {render.asset?.status === 'QUARANTINED' && <p className="hint">Held back until somebody releases it.</p>}
      </>
    ),
  },
  { title: 'Drawn by', isMinor: true, cell: (render) => rendererOf(render) },
  { title: 'Asked for by', isMinor: true, cell: ({ requestedBy }) => <Actor actor={requestedBy} names={names} /> },
  { title: 'Asked for', cell: ({ createdAt }) => <When at={createdAt} /> },
  { title: 'Took', isNumber: true, cell: (render) => <RenderDuration {...render} /> },
];

/** `/admin/renders`: every brief and what became of it. Those that go on are heard of while they are looked at. */
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
      title="Renders"
      lead="Every brief and what became of it: what is being drawn now, and what was."
      actions={may('renders:request') && <ButtonLink to="/admin/renders/new">New render</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          <TextFilter label="Brief" placeholder="Part of it" {...bind('search')} />
          <ChoiceFilter label="State" {...bind('status')} choices={STATES} />
          {may('renders:read-all') && (
            <ChoiceFilter
              label="Asked for by"
              any="Anybody"
              {...bind('by')}
              choices={requesterChoices(actor, filters.by, names)}
            />
          )}
          <ChoiceFilter label="Picture" {...bind('bank')} choices={BANK} />
          <DayFilter label="From" {...bind('from')} />
          <DayFilter label="To" {...bind('to')} />
          <ChoiceFilter label="Order" any="Newest first" {...bind('order')} choices={ORDERS} />
        </>
      }
      hasNarrowFilters
      query={query}
      rows={12}
      connectionOf={(data) => data.renders}
      emptyText="Nobody has had a picture drawn yet."
      noMatchText="No render fits these filters."
      emptyAction={may('renders:request') && <ButtonLink to="/admin/renders/new">Have a picture drawn</ButtonLink>}
      beforeTable={query.data && <LiveRenders renders={query.data.renders.nodes} onChange={query.again} />}
      table={(rows, pageInfo) => (
        <div className="renders-list">
          <DataTable
            caption="Renders"
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
  // Without a title of its own it is called by what it asks for.
  const isSaidTwice = title.endsWith(prompt);
  return (
    <span className="renders-brief">
      {file ? (
        // What it shows is told by the words beside it.
        <img src={ownPath(file.thumbnail)} alt="" width={file.width} height={file.height} loading="lazy" />
      ) : (
        <span className="renders-no-picture" />
      )}
      <span>
        <b>
          <Visible text={isSaidTwice ? prompt : title} />
        </b>
        {!isSaidTwice && (
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

/** Who looks, and whoever the address names: a render leads to all of who has asked for it. */
function requesterChoices(me: string, given: string | undefined, names: ActorNames) {
  const label = names.get(idOf(given ?? '') ?? '') ?? given;
  const others = given === undefined || given === me ? [] : [{ value: given, label: visibleString(label ?? '') }];
  return [{ value: me, label: 'You' }, ...others];
}
