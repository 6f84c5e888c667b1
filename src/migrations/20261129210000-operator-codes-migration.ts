import { change, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** Operators, their sessions, links, invitations and tokens have a code that the database can’t compute. */
export class OperatorCodes20261129210000 extends SteppedMigration {
  override name = 'OperatorCodes20261129210000';

  override steps(): Step[] {
    return [
      change(
        `create table "operator_code_baseline" ("name" varchar(16) not null, "recorded_at" timestamptz(3) not null, "authentication_code" bytea not null, primary key ("name"));`,
      ),
      change(`alter table "operator" add column "authentication_code" bytea null;`),
      change(`alter table "operator_session" add column "authentication_code" bytea null;`),
      change(`alter table "operator_link" add column "authentication_code" bytea null;`),
      change(`alter table "operator_invitation" add column "authentication_code" bytea null;`),
      change(`alter table "operator_token" add column "authentication_code" bytea null;`),
    ];
  }
}
