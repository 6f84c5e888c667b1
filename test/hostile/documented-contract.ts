import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templateOf } from '../../src/platform/http/mount.ts';
import { PROJECT_ROOT } from '../../src/platform/program/project-root.ts';
import { headerFaults, type Scene, startScene } from '../rest/documented.ts';
import { type Answer, ask, upload } from '../rest/support.ts';
import type { Api, Credential, Json } from '../support/api.ts';
import { PAGE_OPERATIONS } from '../support/page-contracts.ts';
import { randomFrom, SEED } from './hostile-values.ts';

/** As callers have it: what they are promised is written there. */
const DOCUMENT: Json = JSON.parse(readFileSync(`${PROJECT_ROOT}/schema/openapi.json`, 'utf8'));
const OPERATIONS = [
  ...Object.entries<Json>(DOCUMENT.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]): [string, Operation] => {
      const name = `${method.toUpperCase()} ${path}`;
      return [name, { path, method: method.toUpperCase(), ...operation } as Operation];
    }),
  ),
  ...PAGE_OPERATIONS.map(({ method, path, operation }): [string, Operation] => {
    const template = templateOf(path);
    return [`${method} ${template}`, { path: template, method, ...operation } as Operation];
  }),
];

interface Operation {
  path: string;
  method: string;
  operationId: string;
  parameters: { name: string; in?: 'path' | 'query'; required: boolean; schema: Json; example?: unknown }[];
  requestBody?: Json;
  responses: Record<string, Json>;
}

/** Of an operation that seldom gets all it needs by chance. */
const MOST_REQUESTS = 200;
const validator = new Ajv2020({ strict: false, validateFormats: false });

const validators = new Map<Json, ValidateFunction>();

let scene: Scene;
let api: Api;

/** Asks each documented operation so many things, right ones and wrong ones. */
export function answersAreDocumented(requestsEach: number): void {
  beforeAll(async () => {
    scene = await startScene();
    ({ api } = scene);
    await upload(api, { tags: WORDS.filter((word) => /^\w+$/.test(word)) });
  });
  afterAll(() => api.stop());

  test.each(OPERATIONS)('%s answers as it is documented, whatever it is asked', async (_, operation) => {
    const random = randomFrom(SEED);
    const statuses = new Set<number>();
    const hasSucceeded = () => [...statuses].some((status) => status < 400);
    for (let number = 0; number < requestsEach || (number < MOST_REQUESTS && !hasSucceeded()); number++) {
      const request = requestTo(operation, new Chooser(random));

      const answer = await ask(api, request);

      statuses.add(answer.status);
      const sent = `HOSTILE_SEED=${SEED}, request ${number}: ${JSON.stringify(request).slice(0, 2_000)}`;
      expect(
        undocumented(operation, answer),
        `${sent}\nanswered ${answer.status} ${answer.text.slice(0, 1_000)}`,
      ).toBeNull();
    }
    // Otherwise nothing of what a success looks like was looked at.
    expect(hasSucceeded()).toBe(true);
  });
}

/** What an answer has that the document does not tell of; null when all is told. */
function undocumented({ method, responses }: Operation, { status, headers, json }: Answer): string | null {
  if (status >= 500) return 'an error of ours';
  const response = responses[status];
  if (!response) return 'a status that is not documented';
  // Of the headers that Node sends of its own there is nothing to tell.
  const faults = status === 431 ? [] : headerFaults(response.headers, headers);
  if (faults.length > 0) return `${method}: ${faults.join(', ')}`;
  const type = headers['content-type']?.split(';')[0];
  if (response.content === undefined) return null;
  const media = type && response.content[type];
  if (!media) return `the type ${type}`;
  if (json === null) return null;
  let validate = validators.get(media);
  if (!validate) {
    // Its references begin at the root of the document.
    validate = validator.compile({ ...media.schema, components: DOCUMENT.components });
    validators.set(media, validate);
  }
  return validate(json) ? null : `a body of another shape: ${validator.errorsText(validate.errors)}`;
}

function requestTo(operation: Operation, chooser: Chooser) {
  const { path, method, operationId, parameters, requestBody } = operation;
  const isRight = chooser.chance(2);
  const value = (schema: Json, name: string) => chooser.value(schema, name, isRight);
  const inPath = (name: string) => {
    const known = scene.inPath(path, name, method) ?? String(parameters.find((one) => one.name === name)!.example);
    return isRight || chooser.chance(2)
      ? known
      : encodeURIComponent(
          String(value({ type: 'string' }, name))
            .toWellFormed()
            .slice(0, 500) ||
            // With nothing in its place it would be another path.
            known,
        );
  };
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required ? isRight || chooser.chance(2) : chooser.chance(3)))
    .map(({ name, schema, example }) => {
      const one = isRight && example !== undefined && chooser.chance(2) ? example : value(schema, name);
      return `${name}=${encodeURIComponent(scene.withRender(String(one)).toWellFormed().slice(0, 500))}`;
    });
  if (!isRight && chooser.chance(4)) query.push(`${chooser.oneOf(['nope', '__proto__', 'tags', ''])}=1`);
  const type = [JSON_TYPE, FORM_TYPE].find((one) => requestBody?.content[one]);
  const { schema, example } = (type && requestBody!.content[type]) ?? {};
  const written = type === FORM_TYPE ? formText : JSON.stringify;
  const shown = example && isRight && chooser.chance(3) && scene.withRender(written(example));
  const body =
    shown ||
    (schema &&
      (isRight || chooser.chance(2) ? written(value(schema, 'body')) : chooser.brokenBody(type === FORM_TYPE)));
  const own = scene.credentialOf(operationId);
  const as =
    own && chooser.chance(2)
      ? own
      : chooser.oneOf<Credential | undefined>(
          isRight
            ? ['operator', 'operator', 'integration', undefined]
            : ['operator', 'integration', undefined, { bearer: 'no' }],
        );
  return {
    method: method === 'GET' && chooser.chance(8) ? 'HEAD' : method,
    path: `${path.replaceAll(/\{(\w+)\}/g, (_, name) => inPath(name))}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ...(as && { as }),
    headers: {
      // Without it, whatever is asked by an address could be another page's doing.
      ...(path === '/graphql' && method === 'GET' && { 'apollo-require-preflight': '1' }),
      ...(body !== undefined && { 'content-type': isRight || chooser.chance(6) ? type : chooser.type() }),
      // Forms are taken from pages of the service alone.
      ...(type === FORM_TYPE && (isRight || chooser.chance(2)) && { origin: api.url }),
      ...(path === '/mcp' && (isRight || chooser.chance(2)) && { accept: 'application/json, text/event-stream' }),
      ...(method === 'POST' && { prefer: chooser.oneOf(['wait=0', 'wait=0', 'wait=1']) }),
      ...(chooser.chance(6) && { 'idempotency-key': chooser.oneOf(['k', '', '"k"', 'k'.repeat(256)]) }),
    },
    ...(body !== undefined && { body }),
  };
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What is no object has no fields to write. */
function formText(value: unknown): string {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [[String(value), '']];
  return new URLSearchParams(fields.map(([name, text]): [string, string] => [name!, String(text)])).toString();
}

const WORDS = ['sea', 'calm', 'sea,calm', 'en', 'image', 'live', 'a "quoted" text', 'é', '雪', '1', 'true', 'ast_1'];
const WRONG = [
  '',
  ' ',
  'a\u0000b',
  'a\ud800',
  `a${'\u0301\u0323'.repeat(100)}`,
  'x'.repeat(300),
  '-1',
  '1e400',
  '[]',
  "'",
  '%',
];

/** What a schema does not tell of right values, which are small here, so that drawing them takes no time. */
const RIGHT: Readonly<Record<string, unknown>> = {
  width: 256,
  height: 256,
  imageBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
};
const ALWAYS = new Set(Object.keys(RIGHT));

/** Values by schema, right ones or not. */
class Chooser {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  chance(oneIn: number): boolean {
    return this.#random() * oneIn < 1;
  }

  oneOf<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)]!;
  }

  value(schema: Json, name: string, isRight: boolean): unknown {
    if (!isRight && this.chance(4))
      return this.oneOf([null, 1, -1.5, true, [], {}, [null], { a: { b: [] } }, ...WRONG]);
    if (isRight && Object.hasOwn(RIGHT, name)) return RIGHT[name];
    if ('const' in schema) return schema.const;
    if (schema.enum) return this.oneOf(schema.enum);
    const either = schema.anyOf ?? schema.oneOf;
    if (either) return this.value(this.oneOf(either), name, isRight);
    switch (Array.isArray(schema.type) ? this.oneOf(schema.type) : schema.type) {
      case 'object': {
        const required: string[] = schema.required ?? [];
        const members = Object.entries<Json>(schema.properties ?? {}).filter(
          ([member]) =>
            (isRight && ALWAYS.has(member)) ||
            (required.includes(member) && (isRight || !this.chance(6))) ||
            this.chance(4),
        );
        const extra = !isRight && this.chance(5) ? { nope: 1 } : {};
        return {
          ...Object.fromEntries(members.map(([member, of]) => [member, this.value(of, member, isRight)])),
          ...extra,
        };
      }
      case 'array':
        return Array.from({ length: Math.floor(this.#random() * 4) }, () =>
          this.value(schema.items ?? {}, name, isRight),
        );
      case 'integer':
      case 'number': {
        const { minimum = 0, maximum = 2_000 } = schema;
        return Math.floor(Math.max(minimum, -5) + this.#random() * (Math.min(maximum, 3_000) - Math.max(minimum, -5)));
      }
      case 'boolean':
        return this.chance(2);
      case 'null':
        return null;
      default:
        return this.oneOf(isRight ? WORDS : [...WORDS, ...WRONG]);
    }
  }

  brokenBody(isForm = false): string {
    if (isForm)
      return this.oneOf(['', '&&=', 'a=1&a=2', 'a=%ff', '%', `a=${'x'.repeat(20_000)}`, 'a&'.repeat(100), '{']);
    return this.oneOf([
      '',
      '{',
      'null',
      '[]',
      '"a"',
      '{"a":1e999}',
      '{"__proto__":{}}',
      `${'['.repeat(200)}${']'.repeat(200)}`,
    ]);
  }

  type(): string {
    return this.oneOf(['text/plain', 'application/json; charset=utf-16', 'application/xml', ';;']);
  }
}
