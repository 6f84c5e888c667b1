import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Passages of documents for the search, and how often words occur in the passages of a case. */
export class Passages20261130110000 extends SteppedMigration {
  override name = 'Passages20261130110000';

  override steps(): Step[] {
    return [
      change(
        `create table "case_index" ("case_id" varchar(255) not null, "configuration" varchar(255) not null, "passages" bigint not null, "characters" bigint not null, primary key ("case_id", "configuration"));`,
        `create table "case_word" ("case_id" varchar(255) not null, "word" text not null, "passages" int not null, primary key ("case_id", "word"));
create index "case_word_word_index" on "case_word" using gin ("word" gin_trgm_ops);`,
        `create table "indexed_version" ("version_id" varchar(255) not null primary key, "case_id" varchar(255) not null, "configuration" varchar(255) not null, "passages" int not null, "characters" bigint not null);
create index "indexed_version_case_id_index" on "indexed_version" ("case_id");`,
        // Passages up to 8 kB stay in their row: a search reads the words of up to 2,000 rows, and a second table would double that.
        `create table "passage" ("version_id" varchar(255) not null, "ordinal" int not null, "case_id" varchar(255) not null, "document_id" varchar(255) not null, "start_offset" int not null, "end_offset" int not null, "first_page" int null, "last_page" int null, "heading_path" text[] not null, "configuration" varchar(255) not null, "text" text not null, "words" tsvector not null, primary key ("version_id", "ordinal")) with (toast_tuple_target = 8160);
create index "passage_words_index" on "passage" using gin ("words") with (fastupdate = off);`,
      ),
    ];
  }
}
