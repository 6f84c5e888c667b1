import { Migration } from '@mikro-orm/migrations';

/** Where a session was last used from. */
export class SessionLastAddress20261123030201 extends Migration {
  override name = 'SessionLastAddress20261123030201';

  override up(): void {
    this.addSql(`alter table "operator_session" add column "last_address" varchar(64) null;`);
  }

  override down(): void {
    this.addSql(`alter table "operator_session" drop column "last_address";`);
  }
}
