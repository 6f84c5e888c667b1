import { Migration } from '@mikro-orm/migrations';

/** Runs say which tokens were written into a provider's cache, and where their cost comes from. */
export class CacheAndCostSource20261127061500 extends Migration {
  override name = 'CacheAndCostSource20261127061500';

  override up(): void {
    for (const table of ['run', 'attempt']) {
      this.addSql(
        `alter table "${table}" add column "cache_write_tokens" int null, add column "cost_source" varchar(255) null;`,
      );
    }
  }

  override down(): void {
    for (const table of ['attempt', 'run']) {
      this.addSql(`alter table "${table}" drop column "cache_write_tokens", drop column "cost_source";`);
    }
  }
}
