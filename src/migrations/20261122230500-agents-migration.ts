import { Migration } from '@mikro-orm/migrations';

export class Agents20261122230500 extends Migration {
  override name = 'Agents20261122230500';

  override up(): void {
    this.addSql(
      `create table "agent" ("id" varchar(255) not null, "name" text not null, "owner" varchar(255) not null, "disabled_at" timestamptz(3) null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(`create index "agent_owner_id_index" on "agent" ("owner", "id");`);

    this.addSql(
      `create table "agent_key" ("id" varchar(255) not null, "agent_id" varchar(255) not null, "name" text not null, "token_hash" bytea not null, "hint" varchar(16) not null, "scopes" text[] null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "agent_key_agent_id_index" on "agent_key" ("agent_id");`);
    this.addSql(`alter table "agent_key" add constraint "agent_key_token_hash_unique" unique ("token_hash");`);
    this.addSql(
      `alter table "agent_key" add constraint "agent_key_agent_id_foreign" foreign key ("agent_id") references "agent" ("id");`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "agent_key";`);
    this.addSql(`drop table if exists "agent";`);
  }
}
