import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getOperationAST, parse } from 'graphql';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';

const FOLDER = path.join(PROJECT_ROOT, 'test/clients/pages');

/** A query that an application sends to show one of its pages. */
export interface Page {
  /** Name of the file without `.graphql`. */
  name: string;
  text: string;
  variables: Record<string, unknown>;
}

const VARIABLES = {
  id: 'rnd_01m818k3xne7cr4w9e6scbkb5d',
  count: 50,
  months: 12,
  tags: 10,
  retries: 10,
  customers: 50,
  webhooks: 20,
  withRenders: true,
  from: '2026-11-01T00:00:00Z',
  until: '2026-12-01T00:00:00Z',
};

/** Each customer can have a hundred keys. */
const SMALLER: Record<string, object> = { customerList: { count: 25 } };

/** Every page with the variables that its operation declares. `known` replaces values that depend on the stored data. */
export function pages(known: Partial<Pick<typeof VARIABLES, 'id' | 'from' | 'until'>> = {}): Page[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.graphql'));
  return files.map((file) => {
    const name = path.basename(file, '.graphql');
    const text = readFileSync(path.join(FOLDER, file), 'utf8');
    const declared = getOperationAST(parse(text))!.variableDefinitions!.map(({ variable }) => variable.name.value);
    const all = Object.entries({ ...VARIABLES, ...SMALLER[name], ...known });
    return { name, text, variables: Object.fromEntries(all.filter(([variable]) => declared.includes(variable))) };
  });
}
