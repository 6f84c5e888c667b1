import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Cases of customers, their members, and their documents in versions. */
export class Documents20261130100000 extends SteppedMigration {
  override name = 'Documents20261130100000';

  override steps(): Step[] {
    return [
      change(
        `create table "document_case" ("id" varchar(255) not null primary key, "customer_id" varchar(255) not null, "name" text null, "data_class" text check ("data_class" in ('HOSTED', 'LOCAL_ONLY')) not null, "retention_months" int null, "document_count" int not null default 0, "byte_count" bigint not null default 0, "version" int not null default 1, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "updated_at" timestamptz(3) not null default current_timestamp(3), "erased_at" timestamptz(3) null, "erased_by" varchar(255) null);
create index "document_case_customer_id_id_index" on "document_case" ("customer_id", "id");`,
        `create table "case_member" ("case_id" varchar(255) not null, "member" varchar(255) not null, "added_by" varchar(255) not null, "added_at" timestamptz(3) not null default current_timestamp(3), primary key ("case_id", "member"));
create index "case_member_member_case_id_index" on "case_member" ("member", "case_id");`,
        `create table "document" ("id" varchar(255) not null primary key, "case_id" varchar(255) not null, "name" text null, "parent_id" varchar(255) null, "current_version_id" varchar(255) null, "erased_at" timestamptz(3) null, "erased_by" varchar(255) null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "updated_at" timestamptz(3) not null default current_timestamp(3));
create index "document_case_id_id_index" on "document" ("case_id", "id");
create index "document_parent_id_index" on "document" ("parent_id");
create unique index "document_case_id_name_unique" on "document" ("case_id", "name") where "erased_at" is null;`,
        `create table "document_version" ("id" varchar(255) not null primary key, "document_id" varchar(255) not null, "case_id" varchar(255) not null, "number" int not null, "state" text check ("state" in ('WAITING', 'READING', 'INDEXING', 'READY', 'REFUSED', 'FAILED', 'ERASED')) not null, "sha256" varchar(255) not null, "byte_size" bigint not null, "media_type" varchar(255) null, "text_sha256" varchar(255) null, "text_length" int null, "reading_sha256" varchar(255) null, "reading_size" bigint null, "extractor" varchar(255) null, "language" varchar(255) null, "title" text null, "page_count" int null, "pages_done" int not null default 0, "attempts" int not null default 0, "refusal" varchar(255) null, "refusal_message" text null, "notices" jsonb null, "created_by" varchar(255) not null, "created_at" timestamptz(3) not null default current_timestamp(3), "started_at" timestamptz(3) null, "ready_at" timestamptz(3) null, "erased_at" timestamptz(3) null);
create index "document_version_document_id_number_index" on "document_version" ("document_id", "number");
create index "document_version_case_id_sha256_index" on "document_version" ("case_id", "sha256");
create index "document_version_case_id_state_index" on "document_version" ("case_id", "state");
create index "document_version_sha256_index" on "document_version" ("sha256");
create index "document_version_reading_sha256_index" on "document_version" ("reading_sha256");
create index "document_version_under_way_index" on "document_version" ("id") where "state" in ('WAITING', 'READING', 'INDEXING');`,
        `create table "document_released_blob" ("key" varchar(80) not null primary key, "released_at" timestamptz(3) not null default current_timestamp(3));`,
      ),
    ];
  }
}
