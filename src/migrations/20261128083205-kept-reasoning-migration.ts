import { Migration } from '@mikro-orm/migrations';

/** Reasoning that led to tool calls is kept for a day, for the request with their results. */
export class KeptReasoning20261128083205 extends Migration {
  override name = 'KeptReasoning20261128083205';

  override up(): void {
    this.addSql(
      `create table "kept_reasoning" ("id" varchar(255) not null, "call_sha256" varchar(64) not null, "run_id" varchar(255) not null, "content" bytea not null, "expires_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "kept_reasoning_call_sha256_index" on "kept_reasoning" ("call_sha256");`);
    this.addSql(`create index "kept_reasoning_run_id_index" on "kept_reasoning" ("run_id");`);
    this.addSql(`create index "kept_reasoning_expires_at_index" on "kept_reasoning" ("expires_at");`);
  }

  override down(): void {
    this.addSql(`drop table "kept_reasoning";`);
  }
}
