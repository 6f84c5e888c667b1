import { backfill, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** The address of an import as it was sent: a browser's parser takes blanks before it, and tabs and line ends within. */
const ADDRESS = `translate("source", E'\\t\\n\\r', '')`;

export class SourceWithoutSecrets20261122061600 extends SteppedMigration {
  override name = 'SourceWithoutSecrets20261122061600';

  override steps(): Step[] {
    return [
      // Queries of signed addresses, fragments, and names of users with their passwords. They are not wanted back: no way down.
      backfill({
        table: 'asset',
        key: 'id',
        set: String.raw`"source" = regexp_replace(regexp_replace(${ADDRESS}, '[?#].*$', ''), '^(\s*https?:[/\\]*)[^/\\]*@', '\1', 'i')`,
        where: String.raw`"origin" = 'IMPORT' and ${ADDRESS} ~* '^\s*https?:' and ${ADDRESS} ~ '[?#@]'`,
      }),
    ];
  }
}
