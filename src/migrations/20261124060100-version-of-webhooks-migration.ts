import { Migration } from '@mikro-orm/migrations';

/** Of two who change the same webhook the second hears of the first. */
export class VersionOfWebhooks20261124060100 extends Migration {
  override name = 'VersionOfWebhooks20261124060100';

  override up(): void {
    this.addSql(`alter table "webhook" add column "version" int not null default 1;`);
  }

  override down(): void {
    this.addSql(`alter table "webhook" drop column "version";`);
  }
}
