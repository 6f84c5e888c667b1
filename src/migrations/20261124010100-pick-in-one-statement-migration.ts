import { change, index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/**
 * A pick is one statement: what the tags mean, which of them are let go, where the rotation stands, whose turn it is and where
 * the rotation has come to. In PL/pgSQL, since which step comes next depends on what the one before has found, and each step
 * keeps its plan.
 */
export class PickInOneStatement20261124010100 extends SteppedMigration {
  override name = 'PickInOneStatement20261124010100';

  override steps(): Step[] {
    return [
      // The order in which all pictures take turns, with all that says whether one fits: an entry is a hundredth of a page.
      index(
        `create index "asset_pick_walk_index" on "asset" (pick_key, id) include (facets, valid_from, valid_until) where status = 'LIVE'`,
      ),
      change(RING, NEWEST, MATCHES, PICK),
    ];
  }
}

const IN_TIME = `(valid_from is null or valid_from <= now()) and (valid_until is null or valid_until > now())`;
const FITS = `(case when p_any then facets && p_tags else facets @> p_tags end) and not facets && p_avoided and ${IN_TIME}`;
/**
 * With a plan of its own for each way of asking, so that the index of facets is used for either. Fenced off: where PostgreSQL
 * guesses that many fit, it would walk along the order until enough have come, which may be never.
 */
const gathered = (columns: string, order: string, limit: string) =>
  ['@>', '&&'].map(
    (operator) => `select ${columns} from (
        select * from asset where facets ${operator} p_tags and not facets && p_avoided and status = 'LIVE' and ${IN_TIME} offset 0
      ) asset ${order} limit ${limit}`,
  );

const [RING_OF_ALL, RING_OF_ANY] = gathered(
  'id, pick_key, facets',
  'order by (pick_key > p_place) desc, pick_key, id',
  'p_many',
);
const ARRAYS = `select array_agg(found.id order by found.pick_key <= p_place, found.pick_key, found.id),
    array_agg(found.pick_key order by found.pick_key <= p_place, found.pick_key, found.id),
    array_agg(found.facets::text order by found.pick_key <= p_place, found.pick_key, found.id)
  into o_ids, o_places, o_facets`;
const walked = (side: string, many: string) => `select id, pick_key, facets from (
      select id, pick_key, facets, valid_from, valid_until from asset
      where status = 'LIVE' and ${side} order by pick_key, id limit p_within
    ) asset where ${FITS} limit ${many}`;
const isCut = (side: string) =>
  `exists (select from (select from asset where status = 'LIVE' and ${side} order by pick_key, id offset p_within limit 1) beyond)`;

/**
 * The first fitting pictures after a place of the order, and then from its beginning, each once. Walks along the order for so
 * many places (0: not at all); where that does not give as many as are asked for, the index of facets gathers all that fit.
 * The same pictures in the same order either way.
 */
const RING = `create function pick_ring(p_tags int[], p_avoided int[], p_any boolean, p_place float8, p_many int, p_within int,
    out o_ids text[], out o_places float8[], out o_facets text[])
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  declare
    v_ids text[]; v_places float8[]; v_facets text[];
  begin
    if p_within > 0 then
      ${ARRAYS} from (${walked('pick_key > p_place', 'p_many')}) found;
      if cardinality(o_ids) = p_many then return; end if;
      if not ${isCut('pick_key > p_place')} then
        v_ids := o_ids; v_places := o_places; v_facets := o_facets;
        ${ARRAYS} from (${walked('pick_key <= p_place', 'p_many - coalesce(cardinality(v_ids), 0)')}) found;
        if cardinality(o_ids) = p_many - coalesce(cardinality(v_ids), 0) or not ${isCut('pick_key <= p_place')} then
          o_ids := v_ids || o_ids; o_places := v_places || o_places; o_facets := v_facets || o_facets;
          return;
        end if;
      end if;
    end if;
    if p_any then
      ${ARRAYS} from (${RING_OF_ANY}) found;
    else
      ${ARRAYS} from (${RING_OF_ALL}) found;
    end if;
  end $$;`;

const [NEWEST_OF_ALL, NEWEST_OF_ANY] = gathered('id, facets::text into v_id, v_facets', 'order by id desc', '1');

/** The fitting picture that came in last. */
const NEWEST = `create function pick_newest(p_tags int[], p_avoided int[], p_any boolean, p_within int, out o_ids text[], out o_facets text[])
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  declare
    v_id text; v_facets text;
  begin
    if p_within > 0 then
      select id, facets::text into v_id, v_facets from (
        select id, facets, status, valid_from, valid_until from asset order by id desc limit p_within
      ) asset where status = 'LIVE' and ${FITS} limit 1;
    end if;
    if v_id is null and p_any then
      ${NEWEST_OF_ANY};
    elsif v_id is null then
      ${NEWEST_OF_ALL};
    end if;
    if v_id is not null then o_ids := array[v_id]; o_facets := array[v_facets]; end if;
  end $$;`;

const [MATCHES_OF_ALL] = gathered('1', '', 'p_most');

/** How many pictures fit, counted no further than \`p_most\`. */
const MATCHES = `create function pick_matches(p_tags int[], p_avoided int[], p_most int) returns int
  language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  declare
    p_any constant boolean := false;
    v_many int;
  begin
    select count(*) into v_many from (
      select from (select facets, valid_from, valid_until from asset where status = 'LIVE' order by pick_key, id limit 4 * p_most) asset
      where ${FITS} limit p_most
    ) found;
    if v_many < p_most then select count(*) into v_many from (${MATCHES_OF_ALL}) found; end if;
    return v_many;
  end $$;`;

/**
 * Picks. \`p_mode\`: TAKE takes \`p_many\` turns of the campaign's rotation, one after another, PEEK shows whose turn it is, PLACE
 * gives the pictures after \`p_place\`, NEWEST the last that came in. \`p_match\`: ALL, ANY, or BEST, which lets the rarest tags go
 * one by one until something fits. Of a rotation that has not begun no turn is taken: \`key\` says which it is.
 */
const PICK = `create function pick_pictures(p_mode text, p_match text, p_wanted text[], p_avoided text[], p_campaign text,
    p_place float8, p_many int) returns json
  language plpgsql set plan_cache_mode = force_generic_plan as $$
  declare
    v_found json; v_known int; v_numbers int[]; v_keys text[]; v_counts int[]; v_not int[]; v_not_keys text[];
    v_bank float8; v_any constant boolean := p_match = 'ANY'; v_last int;
    v_tags int[]; v_expected float8; v_within int; v_rest float8;
    v_key text; v_place float8 := p_place; v_begun boolean := true;
    v_ids text[]; v_places float8[]; v_facets text[];
  begin
    select json_agg(json_build_object('asked', tag.key, 'number', meant.number, 'label', meant.label)
        order by meant.asset_count, meant.id), count(*)
      into v_found, v_known
      from tag join tag meant on meant.id = coalesce(tag.alias_of_id, tag.id) where tag.key = any(p_wanted);
    select array_agg(number order by asset_count, id), array_agg(key order by asset_count, id), array_agg(asset_count order by asset_count, id)
      into v_numbers, v_keys, v_counts
      from (select distinct meant.id, meant.number, meant.key, meant.asset_count
        from tag join tag meant on meant.id = coalesce(tag.alias_of_id, tag.id) where tag.key = any(p_wanted)) tags;
    select coalesce(array_agg(number), '{}'), coalesce(array_agg(key order by key collate "C"), '{}') into v_not, v_not_keys
      from (select distinct meant.number, meant.key
        from tag join tag meant on meant.id = coalesce(tag.alias_of_id, tag.id) where tag.key = any(p_avoided)) tags;
    if v_numbers is null or (p_match = 'ALL' and v_known < cardinality(p_wanted)) then
      return json_build_object('found', v_found, 'avoided', v_not);
    end if;
    select greatest(reltuples, 1) into v_bank from pg_class where oid = 'asset'::regclass;
    v_last := case when p_match = 'BEST' then cardinality(v_numbers) - 1 else 0 end;
    for v_dropped in 0..v_last loop
      v_tags := v_numbers[v_dropped + 1:];
      -- As if one tag said nothing of another. It decides only what is tried first.
      select case when v_any then least(v_bank, sum(greatest(pictures, 1)))
        else v_bank * exp(sum(ln(least(1, greatest(pictures, 1) / v_bank)))) end, sum(pictures)
        into v_expected, v_rest from unnest(v_counts[v_dropped + 1:]) pictures;
      -- In places of the order, about, of which one takes a microsecond: against pictures that are gathered, entries of the tags
      -- that are jumped over, and entries of the rarest, of which each is looked for in the others.
      v_within := case when p_many * v_bank / v_expected
          < 50 + 3 * v_expected + 0.005 * v_rest + 0.02 * v_counts[v_dropped + 1] * (cardinality(v_counts) - v_dropped)
        then least(8000 + 200 * p_many, 200 + 4 * p_many * v_bank / v_expected)::int else 0 end;
      if p_mode in ('TAKE', 'PEEK') then
        select encode(sha256(convert_to('[' || to_json(p_campaign) || ',"' || v_any::text || '",['
            || string_agg(to_json(key)::text, ',' order by key collate "C") || '],['
            || coalesce((select string_agg(to_json(one)::text, ',') from unnest(v_not_keys) one), '') || ']]', 'UTF8')), 'hex')
          into v_key from unnest(v_keys[v_dropped + 1:]) key;
        if p_mode = 'TAKE' then
          select position into v_place from pick_cursor where key = v_key for update;
        else
          select position into v_place from pick_cursor where key = v_key;
        end if;
        v_begun := found;
      end if;
      if p_mode = 'NEWEST' then
        select o_ids, o_facets into v_ids, v_facets from pick_newest(v_tags, v_not, v_any, v_within);
      else
        select o_ids, o_places, o_facets into v_ids, v_places, v_facets
          from pick_ring(v_tags, v_not, v_any, coalesce(v_place, 0), p_many, v_within);
      end if;
      exit when v_ids is not null;
    end loop;
    if p_mode = 'TAKE' and v_ids is not null then
      if not v_begun then
        return json_build_object('found', v_found, 'avoided', v_not, 'key', v_key, 'place', v_places[1], 'ids', v_ids[1:1], 'facets', v_facets[1:1]);
      end if;
      update pick_cursor set position = v_places[(p_many - 1) % cardinality(v_places) + 1], picks = picks + p_many, updated_at = now()
        where key = v_key;
    end if;
    return json_build_object('found', v_found, 'avoided', v_not, 'ids', v_ids, 'facets', v_facets);
  end $$;`;
