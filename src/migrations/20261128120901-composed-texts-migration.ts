import { backfill, change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

const TEXTS = {
  asset: ['title', 'alt', 'source', 'licence', 'credit'],
  render: ['title', 'source', 'prompt'],
} as const;

/** Names with a unique constraint: two spellings of one name stay two rows. */
const NAMED = ['customer', 'partner'] as const;

const isComposed = (column: string) => `coalesce(${column}, '') is nfc normalized`;

/**
 * Texts that people search are stored composed (NFC), so that a title from macOS, which decomposes the names of files, is found.
 * Triggers compose what a process of the previous release writes. They are to be dropped in the next release.
 */
export class ComposedTexts20261128120901 extends SteppedMigration {
  override name = 'ComposedTexts20261128120901';

  override steps(): Step[] {
    return [
      ...Object.entries(TEXTS).flatMap(([table, columns]) => [
        change(
          `create function compose_texts_of_${table}() returns trigger language plpgsql as $$ begin
             ${columns.map((column) => `new.${column} := normalize(new.${column}, nfc);`).join(' ')}
             return new;
           end $$`,
          `create trigger "compose_texts" before insert or update of ${columns.join(', ')} on "${table}" for each row
             when (not (${columns.map((column) => isComposed(`new.${column}`)).join(' and ')}))
             execute function compose_texts_of_${table}()`,
        ),
        backfill({
          table,
          key: 'id',
          set: columns.map((column) => `"${column}" = normalize("${column}", nfc)`).join(', '),
          where: `not (${columns.map((column) => isComposed(`"${column}"`)).join(' and ')})`,
        }),
      ]),
      ...NAMED.map((table) =>
        backfill({
          table,
          key: 'id',
          set: `"name" = normalize("name", nfc)`,
          where: `"name" is not nfc normalized and not exists (
            select from "${table}" other where other.id <> "${table}".id
              and normalize(other.name, nfc) = normalize("${table}".name, nfc))`,
        }),
      ),
    ];
  }
}
