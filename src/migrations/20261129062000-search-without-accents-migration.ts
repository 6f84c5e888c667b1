import { change, index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/**
 * Searches find `Café` by `cafe` and `cafe` by `café`. The indexes of the words as they are written stay for processes of the
 * previous release.
 */
export class SearchWithoutAccents20261129062000 extends SteppedMigration {
  override name = 'SearchWithoutAccents20261129062000';

  override steps(): Step[] {
    return [
      // The extension `unaccent` isn't on every server, and its function can't be indexed. Some letters have no decomposition.
      change(
        `create function without_accents(words text) returns text language sql immutable parallel safe as
         $$ select case when octet_length(words) = char_length(words) then words
              else normalize(regexp_replace(normalize(translate(words, 'ØøŁłĐđ', 'OoLlDd'), nfd), '[\\u0300-\\u036f]', '', 'g'), nfc)
            end $$`,
      ),
      index(
        `create index "asset_plain_words_index" on "asset" using gin (without_accents(title || chr(10) || alt) gin_trgm_ops)`,
      ),
      index(
        `create index "render_plain_prompt_index" on "render" using gin (without_accents("prompt") gin_trgm_ops) with (fastupdate = off)`,
      ),
    ];
  }
}
