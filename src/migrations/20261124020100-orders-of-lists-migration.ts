import { Migration } from '@mikro-orm/migrations';

/** What the lists that callers make grow can be ordered by. */
export class OrdersOfLists20261124020100 extends Migration {
  override name = 'OrdersOfLists20261124020100';

  override up(): void {
    this.addSql(`create index "customer_updated_at_id_index" on "customer" ("updated_at", "id");`);
    this.addSql(`create index "partner_token_expires_at_id_index" on "partner_token" ("expires_at", "id");`);
    this.addSql(`create index "approval_expires_at_id_index" on "approval" ("expires_at", "id");`);
    this.addSql(`create index "publish_request_target_count_id_index" on "publish_request" ("target_count", "id");`);
    this.addSql(`create index "operator_token_expires_at_id_index" on "operator_token" ("expires_at", "id");`);
    this.addSql(
      `create index "operator_invitation_expires_at_id_index" on "operator_invitation" ("expires_at", "id");`,
    );
    this.addSql(`create index "agent_name_id_index" on "agent" (lower("name"), "id");`);
    this.addSql(`create index "customer_name_id_index" on "customer" (lower("name"), "id");`);
    this.addSql(`create index "partner_name_id_index" on "partner" (lower("name"), "id");`);
    this.addSql(`create index "operator_name_id_index" on "operator" (lower("name"), "id");`);
    this.addSql(`create index "operator_token_name_id_index" on "operator_token" (lower("name"), "id");`);
    this.addSql(`create index "operator_invitation_email_id_index" on "operator_invitation" (lower("email"), "id");`);
    this.addSql(`create index "outward_tool_name_id_index" on "outward_tool" (lower("name"), "id");`);
  }

  override down(): void {
    for (const name of [
      'customer_updated_at_id_index',
      'partner_token_expires_at_id_index',
      'approval_expires_at_id_index',
      'publish_request_target_count_id_index',
      'operator_token_expires_at_id_index',
      'operator_invitation_expires_at_id_index',
      'agent_name_id_index',
      'customer_name_id_index',
      'partner_name_id_index',
      'operator_name_id_index',
      'operator_token_name_id_index',
      'operator_invitation_email_id_index',
      'outward_tool_name_id_index',
    ]) {
      this.addSql(`drop index "${name}";`);
    }
  }
}
