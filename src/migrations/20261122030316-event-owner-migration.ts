import { Migration } from '@mikro-orm/migrations';

export class EventOwner20261122030316 extends Migration {
  override name = 'EventOwner20261122030316';

  override up(): void {
    this.addSql('alter table "outbox_event" add "owner" varchar(255) null;');
  }

  override down(): void {
    this.addSql('alter table "outbox_event" drop column "owner";');
  }
}
