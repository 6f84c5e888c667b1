import { Migration } from '@mikro-orm/migrations';

export class RenderUnderWay20261122040211 extends Migration {
  override name = 'RenderUnderWay20261122040211';

  override up(): void {
    this.addSql(
      `create index "render_under_way_index" on "render" ("status") where "status" in ('QUEUED', 'RUNNING');`,
    );
  }

  override down(): void {
    this.addSql('drop index "render_under_way_index";');
  }
}
