import { Migration } from '@mikro-orm/migrations';

/** Remembers when the service last ran, so that a start under a wrong clock is noticed before anything is deleted. */
export class ClockNote20261128121001 extends Migration {
  override name = 'ClockNote20261128121001';

  override up(): void {
    this.addSql(
      `create table "clock_note" ("id" smallint not null, "noted_at" timestamptz(3) not null, "process_noted_at" timestamptz(3) not null, "held_since" timestamptz(3) null, "held_reason" varchar(16) null, "held_after" timestamptz(3) null, primary key ("id"));`,
    );
    // A database that was used before has no note. Its newest rows tell when the service last ran; an empty one gets no note.
    this.addSql(
      `insert into "clock_note" ("id", "noted_at", "process_noted_at")
       select 1, "newest"."at", "newest"."at" from (select greatest(
         (select "happened_at" from "audit_entry" order by "id" desc limit 1),
         (select "occurred_at" from "outbox_event" order by "id" desc limit 1),
         (select "started_at" from "run" order by "id" desc limit 1),
         (select "created_at" from "render" order by "id" desc limit 1),
         (select "created_at" from "asset" order by "id" desc limit 1)
       ) as "at") as "newest" where "newest"."at" is not null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "clock_note";`);
  }
}
