import { Migration } from '@mikro-orm/migrations';

export class OperatorTokens20261122230301 extends Migration {
  override name = 'OperatorTokens20261122230301';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "operator_token" ("id" varchar(255) not null, "operator_id" varchar(255) not null, "name" text not null, "token_hash" bytea not null, "hint" varchar(16) not null, "scopes" text[] not null, "issued_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "operator_token_operator_id_index" on "operator_token" ("operator_id");`);
    this.addSql(
      `alter table "operator_token" add constraint "operator_token_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(
      `alter table "operator_token" add constraint "operator_token_operator_id_foreign" foreign key ("operator_id") references "operator" ("id") on delete cascade;`,
    );

    this.addSql(
      `create table "operator_invitation" ("id" varchar(255) not null, "email" text not null, "roles" text[] not null, "token_digest" bytea not null, "invited_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "expires_at" timestamptz(3) not null, "accepted_at" timestamptz(3) null, "operator_id" varchar(255) null, "revoked_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "operator_invitation_email_index" on "operator_invitation" ("email");`);
    this.addSql(
      `alter table "operator_invitation" add constraint "operator_invitation_token_digest_unique" unique ("token_digest");`,
    );
  }
}
