import { Migration } from '@mikro-orm/migrations';

export class SecondFactors20261122230200 extends Migration {
  override name = 'SecondFactors20261122230200';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "operator_passkey" ("id" varchar(255) not null, "operator_id" varchar(255) not null, "credential_id" text not null, "public_key" bytea not null, "counter" bigint not null, "transports" text[] not null, "name" varchar(80) not null, "is_backed_up" boolean not null, "created_at" timestamptz(3) not null default current_timestamp(3), "last_used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "operator_passkey_operator_id_index" on "operator_passkey" ("operator_id");`);
    this.addSql(
      `alter table "operator_passkey" add constraint "operator_passkey_credential_id_unique" unique ("credential_id");`,
    );

    this.addSql(
      `create table "operator_recovery_code" ("digest" bytea not null, "operator_id" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), primary key ("digest"));`,
    );
    this.addSql(`create index "operator_recovery_code_operator_id_index" on "operator_recovery_code" ("operator_id");`);

    this.addSql(
      `create table "operator_spent" ("digest" bytea not null, "expires_at" timestamptz(3) not null, primary key ("digest"));`,
    );
    this.addSql(`create index "operator_spent_expires_at_index" on "operator_spent" ("expires_at");`);

    this.addSql(
      `create table "operator_totp" ("id" varchar(255) not null, "operator_id" varchar(255) not null, "secret" bytea not null, "confirmed_at" timestamptz(3) null, "last_step" int null, "created_at" timestamptz(3) not null default current_timestamp(3), primary key ("id"));`,
    );
    this.addSql(
      `alter table "operator_totp" add constraint "operator_totp_operator_id_unique" unique ("operator_id");`,
    );

    this.addSql(
      `alter table "operator_passkey" add constraint "operator_passkey_operator_id_foreign" foreign key ("operator_id") references "operator" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "operator_recovery_code" add constraint "operator_recovery_code_operator_id_foreign" foreign key ("operator_id") references "operator" ("id") on delete cascade;`,
    );

    this.addSql(
      `alter table "operator_totp" add constraint "operator_totp_operator_id_foreign" foreign key ("operator_id") references "operator" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    for (const table of ['operator_totp', 'operator_spent', 'operator_recovery_code', 'operator_passkey']) {
      this.addSql(`drop table if exists "${table}" cascade;`);
    }
  }
}
