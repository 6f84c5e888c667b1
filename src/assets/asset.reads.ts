import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import { BatchedRead } from '../platform/database/batched-read.ts';
import type { Database } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared-statements.ts';
import { Columns } from '../platform/graphql/reads/columns.ts';
import type { CompilableFields } from '../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../platform/graphql/reads/entity-projection.ts';
import { forPermission, type NodeRead } from '../platform/graphql/reads/node-projection.ts';
import { PageProjection } from '../platform/graphql/reads/page-projection.ts';
import type { PageRequest } from '../platform/graphql/reads/page-window.ts';
import { type ProjectedChoice, Projection } from '../platform/graphql/reads/projection.ts';
import { compilableRow } from '../platform/graphql/reads/row-projection.ts';
import { rowReader, rowTemplate } from '../platform/graphql/reads/row-template.ts';
import type { Permission } from '../platform/registry.ts';
import { Asset } from './asset.entity.ts';
import type { AssetFilter, AssetOrder } from './asset.inputs.ts';
import { originalUrlSql, renditionFor, renditionUrlSql } from './asset.links.ts';
import { selectAssets } from './asset.sql.ts';
import { assetRowFilter, RELEVANCE } from './asset-filter.ts';
import { RENDITION_WIDTHS_PX } from './derive-picture.ts';
import { KnownFacetShares } from './facet-shares.ts';
import type { MediaFile } from './media-file.type.ts';

/**
 * JSON of an asset, as `AssetReads.projection` reads it. It has all fields of `Asset`; the type only declares those used in code.
 */
export interface AssetView extends Pick<Asset, 'id' | 'status'> {
  source: string | null;
  tags: string[];
  file: MediaFile;
  thumbnailUrl: string;
}

export interface AssetPageArgs extends PageRequest {
  filter?: AssetFilter | null;
  orderBy?: AssetOrder | null;
}

/** Permission that a caller needs to see the source of a picture. One constant, so that all responses use the same permission. */
export const SOURCE_SHOWN_FOR = 'assets:read' satisfies Permission;

const IS_NOT_IN_TRASH = `asset.status <> 'TRASHED'`;

/**
 * SQL condition for pictures that can be used: live, and within their validity dates. One constant, so that all responses use
 * the same condition.
 */
export const IS_USABLE =
  `asset.status = 'LIVE' and (asset.valid_from is null or asset.valid_from <= now()) ` +
  `and (asset.valid_until is null or asset.valid_until > now())`;

/** All reads of assets. Every response uses them, so that the URLs of pictures are built in one place. */
export class AssetReads {
  /** SQL projection of an asset. Other features add their fields to it. */
  readonly projection: Projection;
  /** Pages of all assets, for operators. */
  readonly everything: PageProjection<AssetPageArgs, AssetView>;
  /** Pages of live assets within their validity dates, for partners. */
  readonly usable: PageProjection<AssetPageArgs, AssetView>;
  readonly compilable: CompilableFields;
  /** Read of an asset by its id, for the queries `node` and `nodes`. */
  readonly node: NodeRead;

  constructor(publicUrl: string) {
    this.projection = assetProjection(publicUrl);
    const page = {
      typeName: 'AssetConnection',
      node: this.projection,
      ids: 'asset',
      mayLag: true,
      orders: {
        CREATED_AT: 'id',
        UPDATED_AT: { sql: 'asset.updated_at', type: 'time' },
        TITLE: { sql: 'asset.title_key', type: 'text' },
        SIZE: { sql: 'asset.pixels', type: 'integer' },
        RELEVANCE: { sql: `asset.${RELEVANCE}`, type: 'integer' },
      },
    } as const;
    const facetShares = new KnownFacetShares();
    this.everything = new PageProjection<AssetPageArgs, AssetView>({
      ...page,
      filter: ({ filter, orderBy }) =>
        assetRowFilter(filter, {
          facetShares,
          always: filter?.status?.length ? [] : [IS_NOT_IN_TRASH],
          isRanked: orderBy?.field === 'RELEVANCE',
        }),
    });
    this.usable = new PageProjection<AssetPageArgs, AssetView>({
      ...page,
      filter: ({ filter, orderBy }) =>
        assetRowFilter(filter, {
          facetShares,
          always: [IS_USABLE],
          tagsAt: '/tags',
          isRanked: orderBy?.field === 'RELEVANCE',
        }),
    });
    this.node = { projection: this.projection, visible: forPermission('assets:read') };
    this.compilable = {
      assets: this.everything.compilable,
      asset: compilableRow(this.projection, ({ id }: { id: string }) => ({
        conditions: ['asset.id = $1'],
        values: [id],
      })),
    };
  }

  /** The asset with this id. One statement reads all ids that are requested in the same tick of the event loop. */
  view(ctx: Context, id: string): Promise<AssetView | null> {
    return ctx.loader(this.#loader).load(id);
  }

  /**
   * The asset with this id, for operations that are called very often: one statement reads the assets of all concurrent requests.
   */
  viewForMany({ database }: Context, id: string): Promise<AssetView | null> {
    this.#ofMany ??= new BatchedRead((ids) => this.byIds(database, ids));
    return this.#ofMany.get(id);
  }

  #ofMany: BatchedRead<string, AssetView | null> | undefined;

  readonly #loader = (ctx: Context) => new DataLoader<string, AssetView | null>((ids) => this.byIds(ctx.database, ids));

  /** Reads the assets with these ids with one statement, in the order of the ids. Null for ids without an asset. */
  async byIds(database: Database, ids: readonly string[]): Promise<(AssetView | null)[]> {
    this.#whole ??= wholeRow(this.projection);
    const { statement, template } = this.#whole;
    const { rows, types } = await database.readRows(statement, [ids]);
    const views = rows.map(rowReader(template, types)) as unknown as AssetView[];
    const byId = new Map(views.map((view) => [view.id, view]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /** Statement that reads whole rows. Created at first use, because other features add fields to the projection before that. */
  #whole: ReturnType<typeof wholeRow> | undefined;
}

/** Statement that reads whole rows by their ids, and the template to make objects of them. */
function wholeRow(projection: Projection) {
  const columns = new Columns();
  const template = rowTemplate(projection, projection.ownSelection, columns);
  return {
    template,
    statement: prepared(selectAssets(columns)),
  };
}

/**
 * Projection of the media file of a row that has the columns of a picture.
 * @param isBanked SQL condition that is true for rows of assets; other pictures have no renditions
 */
export function mediaFileProjection(publicUrl: string, row: string, isBanked = 'true'): Projection {
  return new Projection({
    typeName: 'MediaFile',
    row,
    fields: {
      url: urlByWidth(publicUrl, row, isBanked),
      mediaType: `${row}.media_type`,
      byteSize: `${row}.byte_size`,
      width: `${row}.width`,
      height: `${row}.height`,
      sha256: `${row}.sha256`,
    },
  });
}

/**
 * Chooses among the URLs of the original and of three renditions. Each requested width maps to one of the four, which bounds the
 * number of statements and files.
 */
function urlByWidth(publicUrl: string, row: string, isBanked: string): ProjectedChoice {
  const original = originalUrlSql(publicUrl, row);
  const renditions = RENDITION_WIDTHS_PX.map((widthPx) => {
    const rendition = renditionUrlSql(publicUrl, row, widthPx);
    const isThere = `${row}.width >= ${widthPx}${isBanked === 'true' ? '' : ` and ${isBanked}`}`;
    return [widthPx, `(case when ${isThere} then ${rendition} else ${original} end)`];
  });
  return {
    choices: { original, ...Object.fromEntries(renditions) },
    choose: ({ width }) => String((typeof width === 'number' && renditionFor(width)) || 'original'),
    needs: ['width'],
  };
}

function assetProjection(publicUrl: string): Projection {
  return entityProjection(Asset, {
    fields: {
      source: 'asset.source',
      tags: 'asset.tag_labels',
      file: { object: mediaFileProjection(publicUrl, 'asset') },
      thumbnailUrl: renditionUrlSql(publicUrl, 'asset', RENDITION_WIDTHS_PX[0]),
    },
    shownFor: { source: SOURCE_SHOWN_FOR },
  });
}
