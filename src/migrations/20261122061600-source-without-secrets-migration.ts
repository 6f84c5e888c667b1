import { Migration } from '@mikro-orm/migrations';

/** The address of an import as it was sent: a browser's parser takes blanks before it, and tabs and line ends within. */
const ADDRESS = `translate("source", E'\\t\\n\\r', '')`;

export class SourceWithoutSecrets20261122061600 extends Migration {
  override name = 'SourceWithoutSecrets20261122061600';

  override up(): void {
    // Queries of signed addresses, fragments, and names of users with their passwords. They are not wanted back: no way down.
    this.addSql(
      String.raw`update "asset" set "source" = regexp_replace(regexp_replace(${ADDRESS}, '[?#].*$', ''), '^(\s*https?:[/\\]*)[^/\\]*@', '\1', 'i')
        where "origin" = 'IMPORT' and ${ADDRESS} ~* '^\s*https?:' and ${ADDRESS} ~ '[?#@]';`,
    );
  }

  override down(): void {}
}
