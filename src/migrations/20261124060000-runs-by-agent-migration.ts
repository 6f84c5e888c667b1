import { Migration } from '@mikro-orm/migrations';

/** What an agent has run is found without looking through what all others have. */
export class RunsByAgent20261124060000 extends Migration {
  override name = 'RunsByAgent20261124060000';

  override up(): void {
    this.addSql(
      `create index "run_by_agent_index" on "run" ("requested_by", "id") where "requested_by" like 'agent:%';`,
    );
  }

  override down(): void {
    this.addSql(`drop index "run_by_agent_index";`);
  }
}
