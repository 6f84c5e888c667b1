import { describe } from 'vitest';

// Each registers types of its own with TypeGraphQL, which a process cannot take back. They bear each other, and to load the
// service for each of them takes longer than all of them do.
suite('a feature added by one line', () => import('./house/house.own-types.ts'));
suite('errors with secrets in them', () => import('./platform/graphql/masking.own-types.ts'));
suite('the shape of mutations', () => import('./platform/graphql/mutation-shape.own-types.ts'));
suite('the bound of statements', () => import('./platform/statement-limit.own-types.ts'));

function suite(name: string, load: () => Promise<unknown>): void {
  describe(name, async () => {
    await load();
  });
}
