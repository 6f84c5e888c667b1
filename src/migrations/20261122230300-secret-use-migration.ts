import { Migration } from '@mikro-orm/migrations';

export class SecretUse20261122230300 extends Migration {
  override name = 'SecretUse20261122230300';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "setting_secret_use" ("setting" varchar(255) not null, "digest" bytea not null, "last_used_at" timestamptz(3) not null, primary key ("setting", "digest"));`,
    );
  }
}
