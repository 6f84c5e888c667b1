import { Migration } from '@mikro-orm/migrations';

/** What somebody has decided is found without looking through what all others have. */
export class DecisionsByPerson20261124040100 extends Migration {
  override name = 'DecisionsByPerson20261124040100';

  override up(): void {
    this.addSql(
      `create index "approval_decision_decided_by_approval_id_index" on "approval_decision" ("decided_by", "approval_id");`,
    );
  }

  override down(): void {
    this.addSql(`drop index "approval_decision_decided_by_approval_id_index";`);
  }
}
