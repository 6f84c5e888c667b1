import { Migration } from '@mikro-orm/migrations';

export class LimitUse20261122040159 extends Migration {
  override name = 'LimitUse20261122040159';

  override up(): void | Promise<void> {
    // Not logged: a take waits for no disk, and a count that a crash of the database loses is worth nobody's wait. Half of
    // each page is left free, so that a row is changed within its page and no index has to hear of it.
    this.addSql(
      `create unlogged table "limit_use" ("key" bytea not null, "used" bigint not null, "ends_at" timestamptz(3) not null, primary key ("key")) with (fillfactor = 50);`,
    );
  }
}
