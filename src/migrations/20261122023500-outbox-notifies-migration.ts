import { Migration } from '@mikro-orm/migrations';

export class OutboxNotifies20261122023500 extends Migration {
  override name = 'OutboxNotifies20261122023500';

  override up(): void | Promise<void> {
    // Says what happened to what: the event's type, then the ids in its payload, at most 8,000 bytes of it. A trigger,
    // because it costs no round trip of its own, and because whoever writes an event, in whatever way, is heard.
    this.addSql(`create function announce_events() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', case when octet_length(words) < 8000 then words else type end)
  from (
    select type, type || coalesce((
      select string_agg(' ' || value, '') from jsonb_each_text(payload) where key like '%Id'
    ), '') as words
    from added
  ) announcement;
  return null;
end $$;`);
    this.addSql(
      `create trigger "announce" after insert on "outbox_event" referencing new table as added for each statement execute function announce_events();`,
    );
  }
}
