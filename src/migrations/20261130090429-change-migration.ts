import { Migration } from '@mikro-orm/migrations';

export class Migration20261130090429 extends Migration {

  override name = 'Migration20261130090429';

  override up(): void | Promise<void> {
    this.addSql(`create table "case_index" ("case_id" varchar(255) not null, "configuration" varchar(255) not null, "passages" bigint not null, "characters" bigint not null, primary key ("case_id", "configuration"));`);

    this.addSql(`create table "case_word" ("case_id" varchar(255) not null, "word" text not null, "passages" int not null, primary key ("case_id", "word"));`);
    this.addSql(`create index "case_word_word_index" on "case_word" using gin ("word" gin_trgm_ops);`);

    this.addSql(`create table "indexed_version" ("version_id" varchar(255) not null, "case_id" varchar(255) not null, "configuration" varchar(255) not null, "passages" int not null, "characters" bigint not null, primary key ("version_id"));`);
    this.addSql(`create index "indexed_version_case_id_index" on "indexed_version" ("case_id");`);

    this.addSql(`create table "passage" ("version_id" varchar(255) not null, "ordinal" int not null, "case_id" varchar(255) not null, "document_id" varchar(255) not null, "start_offset" int not null, "end_offset" int not null, "first_page" int null, "last_page" int null, "heading_path" text[] not null, "configuration" varchar(255) not null, "text" text not null, "words" tsvector not null, primary key ("version_id", "ordinal"));`);
    this.addSql(`create index "passage_words_index" on "passage" using gin ("words") with (fastupdate = off);`);

    this.addSql(`create table "run_citations" ("run_id" varchar(255) not null, "outcome" varchar(255) not null, "claims" jsonb not null, primary key ("run_id"));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "case_index" cascade;`);
    this.addSql(`drop table if exists "case_word" cascade;`);
    this.addSql(`drop table if exists "indexed_version" cascade;`);
    this.addSql(`drop table if exists "passage" cascade;`);
    this.addSql(`drop table if exists "run_citations" cascade;`);
  }

}
