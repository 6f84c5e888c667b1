import { index, type Step, SteppedMigration } from '../platform/database/migration-steps.ts';

export class RenderUnderWay20261122040211 extends SteppedMigration {
  override name = 'RenderUnderWay20261122040211';

  override steps(): Step[] {
    return [
      index(`create index "render_under_way_index" on "render" ("status") where "status" in ('QUEUED', 'RUNNING')`),
    ];
  }
}
