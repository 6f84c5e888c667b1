import DataLoader from 'dataloader';
import { mediaFileProjection } from '../assets/index.ts';
import { can, type Principal, requesterOf } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { badUserInput } from '../platform/errors/errors.ts';
import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { entityFinder } from '../platform/graphql/reads/loaded-nodes.ts';
import type { NodeRead } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../platform/graphql/reads/page-projection.ts';
import { documentOf, literal, Projection } from '../platform/graphql/reads/projection.ts';
import { RowConditions } from '../platform/graphql/reads/row-conditions.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { matchesText, patternOf } from '../platform/graphql/reads/text-search.ts';
import type { Permission } from '../platform/registry.ts';
import { composeText } from '../proof/normal-form.ts';
import { Render } from './render.entity.ts';
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH, type RendersArgs } from './render.inputs.ts';
import { findFirstOfAssets, PICTURE_OF_RENDER } from './render.sql.ts';
import { FAILURE_MESSAGES } from './render-failure.type.ts';

/** The only requester whose renders the principal can see. Null if the principal can see all renders. */
export function visibleRequester(principal: Principal): string | null {
  return can(principal, 'renders:read-all') ? null : requesterOf(principal);
}

const failure = new Projection({
  typeName: 'RenderFailure',
  row: 'render',
  fields: {
    reason: 'render.failure_reason',
    message: `(case render.failure_reason ${Object.entries(FAILURE_MESSAGES)
      .map(([reason, message]) => `when ${literal(reason)} then ${literal(message)}`)
      .join(' ')} end)`,
  },
});

const notApplied = documentOf('NotApplied', ['field', 'values', 'reason']);
const part = (typeName: string) => documentOf(typeName, ['value', 'isFromBrief', 'words']);
const understood = documentOf('UnderstoodBrief', [], {
  scene: part('UnderstoodScene'),
  light: part('UnderstoodLight'),
  weather: part('UnderstoodWeather'),
  season: part('UnderstoodSeason'),
  style: part('UnderstoodStyle'),
  palette: documentOf('UnderstoodColor', ['name', 'hex', 'words']),
  composition: part('UnderstoodElement'),
  exclusions: documentOf('UnderstoodExclusion', ['means', 'words']),
});

/** Permission that a caller needs to see which render drew a picture. */
export const RENDER_SHOWN_FOR = 'renders:read-all' satisfies Permission;

/**
 * SQL of the time at which a render ended. A render in progress sorts as if it ended last. The indexes use the same expression.
 */
const ENDED = `coalesce(render.completed_at, 'infinity'::timestamptz)`;

/** Reads of renders, for all responses of the API. */
export class RenderReads {
  /** SQL projection of a render. Other features add their fields to it. */
  readonly projection: Projection;
  /** Renders that the caller can see: the caller's own, or all with the permission `renders:read-all`. */
  readonly pages: PageProjection<RendersArgs, { id: string }>;
  /** Only the caller's own renders. */
  readonly own: PageProjection<RendersArgs, { id: string }>;
  readonly compilable: CompilableFields;
  /** Read of a render by its id, for the queries `node` and `nodes`. */
  readonly node: NodeRead;

  /** @param asset projection of an asset, to which this adds the field `render` */
  constructor(publicUrl: string, asset: Projection) {
    this.projection = renderProjection(publicUrl, asset);
    const page = {
      typeName: 'RenderConnection',
      node: this.projection,
      ids: 'render',
      orders: {
        CREATED_AT: { sql: 'render.created_at', type: 'time' },
        COMPLETED_AT: { sql: ENDED, type: 'time' },
      },
      createdAt: 'render.created_at',
    } as const;
    this.pages = new PageProjection<RendersArgs, { id: string }>({
      ...page,
      filter: (args, { principal }) => rowFilter(args, visibleTo(principal)),
    });
    this.own = new PageProjection<RendersArgs, { id: string }>({
      ...page,
      filter: (args, { principal }) => rowFilter(args, requestedByCaller(requesterOf(principal))),
    });
    this.node = { projection: this.projection, visible: ({ principal }) => visibleTo(principal) };
    this.compilable = {
      renders: this.pages.compilable,
      render: compilableRow(this.projection, ({ id }: { id: string }, { principal }) =>
        visibleTo(principal).where('render.id = $', id),
      ),
    };
    asset.extend(
      'render',
      {
        object: this.projection,
        rows: 'select * from render where render.asset_id = asset.id order by render.id limit 1',
      },
      RENDER_SHOWN_FOR,
    );
  }
}

function visibleTo(principal: Principal): RowConditions {
  const whose = visibleRequester(principal);
  return whose === null ? new RowConditions() : requestedByCaller(whose);
}

const requestedByCaller = (asker: string) => new RowConditions().where('render.requested_by = $', asker);

/** @throws Refusal BAD_USER_INPUT if the search text is too short or too long */
function rowFilter({ filter }: RendersArgs, visible: RowConditions): RowConditions {
  const { status, hasAsset, requestedBy } = filter ?? {};
  // Prompts are stored in Unicode's composed form (NFC), so the search is composed as well.
  const search = filter?.search && composeText(filter.search);
  const rows = visible.oneOf('render.status', status).oneOf('render.requested_by', requestedBy);
  if (typeof hasAsset === 'boolean') rows.where(`render.asset_id is ${hasAsset ? 'not ' : ''}null`);
  if (typeof search === 'string') {
    if (search.length < MIN_SEARCH_LENGTH || search.length > MAX_SEARCH_LENGTH) {
      const detail = `\`search\` must have ${MIN_SEARCH_LENGTH} to ${MAX_SEARCH_LENGTH} characters; it has ${search.length}.`;
      throw badUserInput(detail, [{ pointer: '/filter/search', detail }]);
    }
    rows.where(matchesText('render.prompt', '$'), patternOf(search));
  }
  return rows;
}

/** Finds a render by its id. Null if the render doesn't exist, or the caller can't see it. */
export const findRender = entityFinder(Render, ({ principal }) => {
  const whose = visibleRequester(principal);
  return whose === null ? {} : { requestedBy: whose };
});

/**
 * Loads the first render that produced each asset. Null if no render did, or the caller lacks the permission `renders:read-all`.
 */
export const rendersOfAssets = ({ em, principal }: Context) =>
  new DataLoader<string, Render | null>(
    async (assetIds) => {
      if (!can(principal, RENDER_SHOWN_FOR)) return assetIds.map(() => null);
      const rows = await findFirstOfAssets(em, [...new Set(assetIds)]);
      const byAsset = new Map(rows.map((row) => [row.asset_id, em.map(Render, row)]));
      return assetIds.map((id) => byAsset.get(id) ?? null);
    },
    { cache: false },
  );

function renderProjection(publicUrl: string, asset: Projection): Projection {
  return entityProjection(Render, {
    fields: {
      retryOfId: 'render.retry_of_id',
      notApplied: { object: notApplied, document: 'render.not_applied' },
      understood: { object: understood, document: 'render.understood' },
      failure: { object: failure, presence: 'render.failure_reason' },
      file: { object: mediaFileProjection(publicUrl, 'picture', 'picture.is_banked'), rows: PICTURE_OF_RENDER },
      asset: { object: asset, rows: 'select * from asset where asset.id = render.asset_id' },
    },
  });
}
