import { Migration } from '@mikro-orm/migrations';

/** What somebody has asked for is found without looking through what all others have. */
export class ApprovalsByAsker20261124041500 extends Migration {
  override name = 'ApprovalsByAsker20261124041500';

  override up(): void {
    this.addSql(`create index "approval_asked_by_id_index" on "approval" ("asked_by", "id");`);
  }

  override down(): void {
    this.addSql(`drop index "approval_asked_by_id_index";`);
  }
}
