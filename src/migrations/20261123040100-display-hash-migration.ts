import { Migration } from '@mikro-orm/migrations';

/** What an approver was shown is kept with their decision, by its digest. */
export class DisplayHash20261123040100 extends Migration {
  override name = 'DisplayHash20261123040100';

  override up(): void {
    this.addSql(`alter table "approval_decision" add column "display_hash" varchar(64) null;`);
  }

  override down(): void {
    this.addSql(`alter table "approval_decision" drop column "display_hash";`);
  }
}
