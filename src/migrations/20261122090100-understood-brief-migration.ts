import { backfill, change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** A word of the engine's vocabulary as it is published: `golden-hour` is GOLDEN_HOUR. Weather and elements had other names. */
const published = (value: string) =>
  `case ${value} when 'snow' then 'SNOWFALL' else upper(replace(${value}, '-', '_')) end`;
/** A part of what was understood, whose words were not recorded; null where there was none. */
const part = (member: string) =>
  `case when understood ->> '${member}' is null then null
    else jsonb_build_object('value', ${published(`understood ->> '${member}'`)}, 'isFromBrief', true, 'words', '[]'::jsonb) end`;
/** The colours that words stood for; others were given in digits, and keep those for a name. */
const COLORS = {
  red: '#d23c3c',
  crimson: '#b3122f',
  orange: '#f08a3c',
  amber: '#f2a65a',
  gold: '#e8b923',
  yellow: '#f3d13b',
  green: '#4f9d57',
  emerald: '#2f8f74',
  sage: '#9dc08b',
  teal: '#2a9d9d',
  turquoise: '#35c2c9',
  blue: '#3f74d1',
  navy: '#1d2f6f',
  indigo: '#4b3fa7',
  purple: '#8a4fc0',
  lavender: '#b59be0',
  pink: '#e58ab0',
  magenta: '#d6409f',
  coral: '#f0836f',
  brown: '#8a5a3b',
  terracotta: '#c8674a',
  beige: '#ead9b8',
  white: '#f4f4f2',
  grey: '#8c9299',
  black: '#15161a',
};
const colorName = `case one ${Object.entries(COLORS)
  .map(([name, hex]) => `when '${hex}' then '${name}'`)
  .join(' ')} else one end`;
const list = (member: string, item: string) =>
  `(select coalesce(jsonb_agg(${item} order by place), '[]'::jsonb)
    from jsonb_array_elements_text(coalesce(understood -> '${member}', '[]'::jsonb)) with ordinality as old (one, place))`;

const PUBLISHED = `jsonb_build_object(
        'scene', ${part('scene')}, 'light', ${part('timeOfDay')}, 'weather', ${part('weather')}, 'season', ${part('season')},
        'style', case when understood ->> 'mood' is null then '[]'::jsonb else jsonb_build_array(${part('mood')}) end,
        'palette', ${list('colors', `jsonb_build_object('name', ${colorName}, 'hex', one, 'words', '[]'::jsonb)`)},
        'composition', ${list('elements', `jsonb_build_object('value', upper(replace(one, '-', '_')), 'isFromBrief', true, 'words', '[]'::jsonb)`)},
        'exclusions', ${list('excluded', `jsonb_build_object('means', null, 'words', jsonb_build_array(one))`)})`;

export class UnderstoodBrief20261122090100 extends SteppedMigration {
  override name = 'UnderstoodBrief20261122090100';

  override steps(): Step[] {
    return [
      change(
        `create function understood_of_0_0_1(understood jsonb) returns jsonb language sql immutable as $$
           select ${PUBLISHED} $$`,
        // What was understood has a type now. Release 0.0.1 goes on writing it as before: it is brought into the new form as it
        // is written. To be dropped in the next release.
        `create function render_of_0_0_1() returns trigger language plpgsql as $$ begin
           new.understood := understood_of_0_0_1(new.understood);
           return new;
         end $$`,
        `alter table "render" add "note" text null`,
        `create trigger "understood_of_0_0_1" before insert or update of "understood" on "render" for each row when (new.understood is not null and not new.understood ? 'palette') execute function render_of_0_0_1()`,
      ),
      backfill({
        table: 'render',
        key: 'id',
        set: `"understood" = "understood"`,
        where: `"understood" is not null and not "understood" ? 'palette'`,
      }),
    ];
  }
}
