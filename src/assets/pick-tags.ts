import type { Database } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared.ts';
import { SharedReads } from '../platform/database/shared-read.ts';
import { PickMatch } from './asset.inputs.ts';
import { IS_USABLE } from './asset.reads.ts';
import type { ParsedTag } from './tagging.ts';

export interface KnownTag extends ParsedTag {
  id: string;
  /** What it is among the facets of a picture. */
  number: number;
  assetCount: number;
}

/** What the words of a pick mean. */
export interface AskedTags {
  /** The rarest first, each once: an alias and what it stands for are both the same one. */
  wanted: readonly KnownTag[];
  unknown: readonly ParsedTag[];
  avoided: readonly KnownTag[];
  /** How many of the rarest have to be let go until something fits; null where nothing ever does. Looked up for BEST alone. */
  fewestDropped: number | null;
}

const FOUND = `found as materialized (
  select tag.key as asked, meant.id, meant.number, meant.key, meant.label, meant.asset_count as "assetCount"
  from tag join tag meant on meant.id = coalesce(tag.alias_of_id, tag.id)
  where tag.key = any((select $1::text[] || $2::text[])::text[])
  order by meant.asset_count, meant.id
)`;
const LISTED = `(select json_agg(found) from found)`;

/**
 * The series is gone through in its order, as the outer side of a nested loop, and no further than to the first that fits.
 * Letting the rarest go first: it is the one that most likely nothing else goes with.
 */
const FEWEST_DROPPED = `wanted as materialized (
  select array_agg(id order by "assetCount", id) as ids, array_agg(number order by "assetCount", id) as numbers
  from (select distinct id, number, "assetCount" from found where asked = any((select $1::text[])::text[])) tags
), avoided as materialized (
  select coalesce(array_agg(number), '{}') as numbers from found where asked = any((select $2::text[])::text[])
), fitting as materialized (
  select dropped from wanted, avoided, lateral generate_series(0, cardinality(wanted.ids) - 1) dropped, lateral (
    select 1 from asset_tag join asset on asset.id = asset_tag.asset_id
    where asset_tag.tag_id = wanted.ids[dropped + 1] and asset.facets @> wanted.numbers[dropped + 1:]
      and not asset.facets && avoided.numbers and ${IS_USABLE} limit 1
  ) fits limit 1
)`;

const TAGS = prepared(`with ${FOUND} select ${LISTED}, null::int`);
const TAGS_AND_DROPPED = prepared(`with ${FOUND}, ${FEWEST_DROPPED} select ${LISTED}, (select dropped from fitting)`);

/** Looks up what tags mean, by one statement for all who ask the same at once. */
export class PickTags {
  readonly #reads = new SharedReads<AskedTags>();

  read(
    database: Database,
    match: PickMatch,
    wanted: readonly ParsedTag[],
    unwanted: readonly ParsedTag[],
  ): Promise<AskedTags> {
    const keys = [wanted, unwanted].map((tags) => tags.map(({ key }) => key));
    // Of a tag that is not known the spelling of who asks is shown: only who spells alike shares.
    const name = JSON.stringify([match === PickMatch.BEST, wanted, keys[1]]);
    return this.#reads.get(name, async () => {
      const statement = match === PickMatch.BEST ? TAGS_AND_DROPPED : TAGS;
      const row = await database.readRow<[(KnownTag & { asked: string })[] | null, number | null]>(statement, keys);
      const [found, fewestDropped] = row!;
      const byKey = new Map((found ?? []).map(({ asked, ...tag }) => [asked, tag]));
      const asked = new Set(keys[0]);
      const all = [...byKey].filter(([key]) => asked.has(key)).map(([, tag]) => tag);
      return {
        wanted: [...new Map(all.map((tag) => [tag.id, tag])).values()],
        unknown: wanted.filter(({ key }) => !byKey.has(key)),
        avoided: unwanted.flatMap(({ key }) => byKey.get(key) ?? []),
        fewestDropped,
      };
    });
  }
}
