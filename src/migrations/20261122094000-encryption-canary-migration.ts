import { Migration } from '@mikro-orm/migrations';

export class EncryptionCanary20261122094000 extends Migration {
  override name = 'EncryptionCanary20261122094000';

  override up(): void {
    this.addSql(
      `create table "encryption_canary" ("name" varchar(16) not null, "encrypted" bytea not null, "made_at" timestamptz(3) not null, primary key ("name"));`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "encryption_canary";`);
  }
}
