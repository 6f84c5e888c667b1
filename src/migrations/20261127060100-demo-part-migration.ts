import { Migration } from '@mikro-orm/migrations';

/** Which example content an installation has got, so that it is created once. */
export class DemoPart20261127060100 extends Migration {
  override name = 'DemoPart20261127060100';

  override up(): void {
    this.addSql(
      `create table "demo_part" ("name" varchar(64) not null, "created_at" timestamptz(3) not null default current_timestamp(3), primary key ("name"));`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "demo_part";`);
  }
}
