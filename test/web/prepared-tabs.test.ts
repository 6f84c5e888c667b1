import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { PREPARED_TABS } from '../../src/site/web/graphiql/prepared/index.ts';

const schema = buildSchema(readFileSync(path.join(PROJECT_ROOT, 'schema/schema.graphql'), 'utf8'));

test.each(PREPARED_TABS)('$name is valid against the schema', ({ query }) => {
  expect(validate(schema, parse(query)).map(({ message }) => message)).toEqual([]);
});
