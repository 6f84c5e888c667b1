import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import { badUserInput, type Refusal } from '../platform/errors.ts';
import { Columns } from '../platform/graphql/columns.ts';
import type { CompilableFields } from '../platform/graphql/compilable-field.ts';
import { PageProjection, type RowFilter } from '../platform/graphql/page-projection.ts';
import type { PageRequest } from '../platform/graphql/page-window.ts';
import { prepared } from '../platform/graphql/prepared.ts';
import { isoTime, Projection } from '../platform/graphql/projection.ts';
import { compilableRow } from '../platform/graphql/row-projection.ts';
import { rowReader, rowTemplate } from '../platform/graphql/row-template.ts';
import type { Permission } from '../platform/names.ts';
import type { AssetKind, AssetOrigin, AssetStatus } from './asset.entity.ts';
import type { AssetFilter, AssetOrder } from './asset.inputs.ts';
import { originalUrlSql, renditionUrlSql } from './asset.links.ts';
import { RENDITION_WIDTHS_PX } from './derive-picture.ts';
import type { MediaFile } from './media-file.type.ts';
import { TagInvalid, tagKey } from './tag-folding.ts';
import { MAX_TAGS_PER_ASSET } from './tagging.ts';

/** An asset as it is shown: the JSON that the projection makes of its row, with the fields that were asked for. */
export interface AssetView {
  id: string;
  kind: AssetKind;
  origin: AssetOrigin;
  status: AssetStatus;
  title: string;
  alt: string;
  source: string | null;
  tags: string[];
  file: MediaFile;
  thumbnailUrl: string;
  thumbhash: string;
  dominantColor: string;
  licence: string | null;
  credit: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface AssetPageArgs extends PageRequest {
  filter?: AssetFilter | null;
  orderBy?: AssetOrder | null;
}

/** Who is told where a picture comes from. One place, because every way out has to agree. */
export const SOURCE_SHOWN_FOR = 'assets:read' satisfies Permission;

/** May be shown to somebody outside: live and within its rights. One place, because every way out has to agree. */
export const IS_USABLE =
  `asset.status = 'LIVE' and (asset.valid_from is null or asset.valid_from <= now()) ` +
  `and (asset.valid_until is null or asset.valid_until > now())`;

/** All reading of assets. Every answer that shows one comes from here, so a link is spelt in one place. */
export class AssetReads {
  /** Of an asset. Later features add the fields that they add to the type. */
  readonly projection: Projection;
  /** The whole bank, for operators. */
  readonly everything: PageProjection<AssetPageArgs, AssetView>;
  /** What partners may see. */
  readonly usable: PageProjection<AssetPageArgs, AssetView>;
  readonly compilable: CompilableFields;

  constructor(publicUrl: string) {
    this.projection = assetProjection(publicUrl);
    const page = {
      typeName: 'AssetConnection',
      node: this.projection,
      ids: 'asset',
      orders: { CREATED_AT: 'id' },
    } as const;
    this.everything = new PageProjection<AssetPageArgs, AssetView>({ ...page, filter: (args) => rowFilter(args) });
    this.usable = new PageProjection<AssetPageArgs, AssetView>({
      ...page,
      filter: (args) => rowFilter(args, { always: [IS_USABLE], tagsAt: '/tags' }),
    });
    this.compilable = {
      assets: this.everything.compilable,
      asset: compilableRow(this.projection, ({ id }: { id: string }) => ({
        conditions: ['asset.id = $1'],
        values: [id],
      })),
    };
  }

  /** The asset behind an id, one statement for all that are asked in one tick. */
  view(ctx: Context, id: string): Promise<AssetView | null> {
    return ctx.loader(this.#loader).load(id);
  }

  readonly #loader = (ctx: Context) => new DataLoader<string, AssetView | null>((ids) => this.byIds(ctx.database, ids));

  /** The assets with these ids, in the order of the ids; null where there is none. One statement for all of them. */
  async byIds(database: Database, ids: readonly string[]): Promise<(AssetView | null)[]> {
    const columns = new Columns();
    const template = rowTemplate(this.projection, this.projection.ownSelection, columns);
    const statement = prepared(`select ${columns.sql} from asset where id = any($1)`);
    const { rows, types } = await database.readRows(statement, [ids]);
    const views = rows.map(rowReader(template, types)) as unknown as AssetView[];
    const byId = new Map(views.map((view) => [view.id, view]));
    return ids.map((id) => byId.get(id) ?? null);
  }
}

/** The file of a row that has the columns of a picture. */
export function mediaFileProjection(publicUrl: string, row: string): Projection {
  return new Projection({
    typeName: 'MediaFile',
    row,
    fields: {
      url: originalUrlSql(publicUrl, row),
      mediaType: `${row}.media_type`,
      byteSize: `${row}.byte_size`,
      width: `${row}.width`,
      height: `${row}.height`,
      sha256: `${row}.sha256`,
    },
  });
}

function assetProjection(publicUrl: string): Projection {
  return new Projection({
    typeName: 'Asset',
    row: 'asset',
    fields: {
      id: 'asset.id',
      kind: 'asset.kind',
      origin: 'asset.origin',
      status: 'asset.status',
      title: 'asset.title',
      alt: 'asset.alt',
      source: 'asset.source',
      tags: 'asset.tag_labels',
      file: { object: mediaFileProjection(publicUrl, 'asset') },
      thumbnailUrl: renditionUrlSql(publicUrl, RENDITION_WIDTHS_PX[0]),
      thumbhash: 'asset.thumbhash',
      dominantColor: 'asset.dominant_color',
      licence: 'asset.licence',
      credit: 'asset.credit',
      createdAt: isoTime('asset.created_at'),
      updatedAt: isoTime('asset.updated_at'),
    },
    // Where a picture comes from is for those who work with the bank.
    shownFor: { source: SOURCE_SHOWN_FOR },
  });
}

/** An alias among the keys stands for its tag, as it does when a picture is picked. */
function meantKeys(keys: string): string {
  return `(select coalesce(array_agg(coalesce(meant.key, asked.key)::text), '{}') from unnest(${keys}::text[]) as asked (key)
    left join tag on tag.key = asked.key left join tag meant on meant.id = tag.alias_of_id)`;
}

/** Of the text that is looked for, in UTF-16 code units. */
export const MAX_SEARCH_LENGTH = 200;

interface RowFilterOptions {
  /** Conditions besides those that are asked for. */
  always?: readonly string[];
  /** Where the tags stand in the arguments. */
  tagsAt?: string;
}

/** @throws Refusal BAD_USER_INPUT for a tag or a search that cannot be. */
function rowFilter(
  { filter }: AssetPageArgs,
  { always = [], tagsAt = '/filter/tags' }: RowFilterOptions = {},
): RowFilter {
  if ((filter?.search?.length ?? 0) > MAX_SEARCH_LENGTH) {
    throw refused('/filter/search', `At most ${MAX_SEARCH_LENGTH} characters are looked for.`);
  }
  const conditions = [...always];
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  if (filter?.status?.length) conditions.push(`asset.status = any(${parameter(filter.status)}::text[])`);
  if (filter?.origin?.length) conditions.push(`asset.origin = any(${parameter(filter.origin)}::text[])`);
  if (filter?.tags?.length) {
    conditions.push(`asset.tag_keys @> ${meantKeys(parameter(wantedKeys(filter.tags, tagsAt)))}`);
  }
  if (filter?.search) {
    const words = parameter(`%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%`);
    conditions.push(`(asset.title ilike ${words} or asset.alt ilike ${words})`);
  }
  return { conditions, values };
}

function wantedKeys(tags: readonly string[], pointer: string): string[] {
  if (tags.length > MAX_TAGS_PER_ASSET)
    throw refused(pointer, `At most ${MAX_TAGS_PER_ASSET} tags; no picture has more.`);
  return tags.map((tag, index) => {
    try {
      return tagKey(tag);
    } catch (error) {
      if (!(error instanceof TagInvalid)) throw error;
      throw refused(`${pointer}/${index}`, error.message);
    }
  });
}

function refused(pointer: string, detail: string): Refusal {
  return badUserInput(detail, [{ pointer, detail }]);
}
