import { index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

/** What the lists that callers make grow can be ordered by. */
export class OrdersOfLists20261124020100 extends SteppedMigration {
  override name = 'OrdersOfLists20261124020100';

  override steps(): Step[] {
    return [
      index(`create index "customer_updated_at_id_index" on "customer" ("updated_at", "id")`),
      index(`create index "partner_token_expires_at_id_index" on "partner_token" ("expires_at", "id")`),
      index(`create index "approval_expires_at_id_index" on "approval" ("expires_at", "id")`),
      index(`create index "publish_request_target_count_id_index" on "publish_request" ("target_count", "id")`),
      index(`create index "operator_token_expires_at_id_index" on "operator_token" ("expires_at", "id")`),
      index(`create index "operator_invitation_expires_at_id_index" on "operator_invitation" ("expires_at", "id")`),
      index(`create index "agent_name_id_index" on "agent" (lower("name"), "id")`),
      index(`create index "customer_name_id_index" on "customer" (lower("name"), "id")`),
      index(`create index "partner_name_id_index" on "partner" (lower("name"), "id")`),
      index(`create index "operator_name_id_index" on "operator" (lower("name"), "id")`),
      index(`create index "operator_token_name_id_index" on "operator_token" (lower("name"), "id")`),
      index(`create index "operator_invitation_email_id_index" on "operator_invitation" (lower("email"), "id")`),
      index(`create index "outward_tool_name_id_index" on "outward_tool" (lower("name"), "id")`),
    ];
  }
}
