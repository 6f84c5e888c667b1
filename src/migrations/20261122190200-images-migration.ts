import { Migration } from '@mikro-orm/migrations';

/** Pictures come by doors of their own, the engine of the process shows no key, and an own server may draw as well. */
export class Images20261122190200 extends Migration {
  override name = 'Images20261122190200';

  override up(): void {
    this.#allow('run', 'surface', ['GRAPHQL', 'CHAT_COMPLETIONS', 'RESPONSES', 'IMAGES', 'RENDER']);
    this.#allow('run', 'credential_source', ['SERVICE', 'CUSTOMER', 'SANDBOX', 'EMBEDDED']);
    this.#allow('attempt', 'credential_source', ['SERVICE', 'CUSTOMER', 'SANDBOX', 'EMBEDDED']);
    this.addSql(`alter table "own_server" add column "image_model" text null;`);
  }

  override down(): void {
    this.addSql(`alter table "own_server" drop column "image_model";`);
    this.#allow('attempt', 'credential_source', ['SERVICE', 'CUSTOMER', 'SANDBOX']);
    this.#allow('run', 'credential_source', ['SERVICE', 'CUSTOMER', 'SANDBOX']);
    this.#allow('run', 'surface', ['GRAPHQL', 'CHAT_COMPLETIONS', 'RESPONSES']);
  }

  #allow(table: string, column: string, values: readonly string[]): void {
    const name = `${table}_${column}_check`;
    const list = values.map((value) => `'${value}'`).join(', ');
    this.addSql(`alter table "${table}" drop constraint "${name}";`);
    this.addSql(`alter table "${table}" add constraint "${name}" check ("${column}" in (${list}));`);
  }
}
