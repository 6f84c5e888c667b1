import { Migration } from '@mikro-orm/migrations';

/** Remembers which endings were announced, so that each is announced 30, 7 and 1 days before it and not more often. */
export class AnnouncedEnding20261128121002 extends Migration {
  override name = 'AnnouncedEnding20261128121002';

  override up(): void {
    this.addSql(
      `create table "announced_ending" ("subject_id" varchar(255) not null, "ends_at" timestamptz(3) not null, "days_before" smallint not null, primary key ("subject_id"));`,
    );
    this.addSql(`create index "announced_ending_ends_at_index" on "announced_ending" ("ends_at");`);
  }

  override down(): void {
    this.addSql(`drop table "announced_ending";`);
  }
}
