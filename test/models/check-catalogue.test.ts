import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PriceEntry } from '../../src/models/catalogue.ts';
import { CatalogueView } from '../../src/models/catalogue-view.ts';
import { checkCatalogue } from '../../src/models/check/check-catalogue.ts';
import { maxCostOfImages } from '../../src/models/image-price.ts';
import { maxCostOf, priceAt } from '../../src/models/price.ts';
import { SEED } from '../../src/models/seed/seed-catalogue.ts';
import { withTaskVersions } from '../../src/models/task-versions.ts';
import type { Json } from '../support/api.ts';
import { changed, seedCopy } from './support.ts';

/** What was done to the document, and what is said of it: the place, and words of the sentence. */
const FAULTS: [name: string, change: (document: Json) => void, pointer: string, words: string][] = [
  ['a cluster without a title', ({ clusters }) => delete clusters[1].title, '/clusters/1/title', 'Missing'],
  ['a cluster of an odd name', ({ clusters }) => (clusters[0].name = 'Deep Reasoning'), '/clusters/0/name', 'like'],
  [
    'a cluster without a slot',
    (d) => d.clusters.push({ name: 'more', title: 'M', purpose: 'p' }),
    '/clusters/4/name',
    'Cluster more has no slots',
  ],
  ['two clusters of one name', (d) => d.clusters.push(d.clusters[0]), '/clusters/4/name', 'Duplicate name'],
  ['two slots of one name', (d) => d.slots.push(d.slots[0]), '/slots/13/name', 'Duplicate name'],
  [
    'a slot of a cluster that there is not',
    ({ slots }) => (slots[3].cluster = 'none'),
    '/slots/3/cluster',
    'Unknown cluster: none',
  ],
  [
    'a slot in another cluster than its name',
    ({ slots }) => (slots[3].cluster = 'deep-reasoning'),
    '/slots/3/name',
    'start with its cluster',
  ],
  ['a slot without a preferred deployment', ({ slots }) => delete slots[3].preferred, '/slots/3/preferred', 'Missing'],
  [
    'a slot whose preferred deployment is unknown',
    ({ slots }) => (slots[3].preferred = 'openai/none'),
    '/slots/3/preferred',
    'openai/none',
  ],
  [
    'an unknown alternate',
    ({ slots }) => slots[3].alternates.push('openai/none'),
    '/slots/3/alternates/1',
    'openai/none',
  ],
  [
    'an alternate twice',
    ({ slots }) => slots[3].alternates.push(slots[3].alternates[0]),
    '/slots/3/alternates/1',
    'is already preferred or an earlier alternate',
  ],
  [
    'an alternate that is preferred',
    ({ slots }) => slots[3].alternates.push(slots[3].preferred),
    '/slots/3/alternates/1',
    'is already preferred or an earlier alternate',
  ],
  [
    'too many alternates',
    ({ slots }) => (slots[3].alternates = Array(9).fill('openai/none')),
    '/slots/3/alternates',
    'at most 8',
  ],
  [
    'an economy that is no alternate',
    ({ slots }) => (slots[3].economy = 'openai/gpt-6-luna'),
    '/slots/3/economy',
    'must be the preferred deployment or an alternate',
  ],
  ['a slot without a task', ({ tasks }) => tasks.splice(5, 1), '/slots/5/name', '0 tasks'],
  ['a slot with two tasks', (d) => d.tasks.push(d.tasks[0]), '/slots/0/name', '2 tasks'],
  ['two tasks of one name', (d) => d.tasks.push(d.tasks[0]), '/tasks/13/name', 'Duplicate name'],
  ['a task without a slot', ({ tasks }) => (tasks[2].slot = 'deep-reasoning/none'), '/tasks/2/slot', 'Unknown slot'],
  [
    'a task of another name than its slot',
    ({ tasks }) => (tasks[2].name = 'deep-reasoning/other'),
    '/tasks/2/name',
    'name of its slot',
  ],
  [
    'a task without instructions or null',
    ({ tasks }) => delete tasks[2].instructions,
    '/tasks/2/instructions',
    'Missing',
  ],
  [
    'instructions that are too long',
    ({ tasks }) => (tasks[2].instructions = 'a'.repeat(8_001)),
    '/tasks/2/instructions',
    'at most 8,000',
  ],
  ['instructions of blanks', ({ tasks }) => (tasks[2].instructions = '   '), '/tasks/2/instructions', 'at least 1'],
  ['a gate that there is not', ({ tasks }) => (tasks[2].gates = ['PAYMENT']), '/tasks/2/gates/0', 'APPROVAL'],
  ['a gate twice', ({ tasks }) => (tasks[1].gates = ['APPROVAL', 'APPROVAL']), '/tasks/1/gates', 'at most 1'],
  ['a label that there is not', ({ tasks }) => (tasks[2].labels = ['DRAFT']), '/tasks/2/labels/0', 'NOT_FINAL'],
  [
    'more output by default than at the most',
    ({ tasks }) => (tasks[2].parameters.defaultMaxOutputTokens = 70_000),
    '/tasks/2/parameters/defaultMaxOutputTokens',
    '`maxOutputTokens` (64000)',
  ],
  [
    'more output by default than the model gives',
    ({ tasks }) => Object.assign(tasks[3].parameters, { defaultMaxOutputTokens: 128_001, maxOutputTokens: 200_000 }),
    '/tasks/3/parameters/defaultMaxOutputTokens',
    'can produce (128000)',
  ],
  [
    'no output',
    ({ tasks }) => (tasks[2].parameters.defaultMaxOutputTokens = 0),
    '/tasks/2/parameters/defaultMaxOutputTokens',
    'at least 1',
  ],
  [
    'half a token',
    ({ tasks }) => (tasks[2].parameters.maxOutputTokens = 0.5),
    '/tasks/2/parameters/maxOutputTokens',
    'whole number',
  ],
  [
    'NaN',
    ({ tasks }) => (tasks[2].parameters.maxOutputTokens = Number.NaN),
    '/tasks/2/parameters/maxOutputTokens',
    'Send',
  ],
  [
    'temperatures the wrong way round',
    ({ tasks }) => (tasks[3].parameters.temperature = { min: 1, max: 0.5 }),
    '/tasks/3/parameters/temperature/min',
    '`max` (0.5)',
  ],
  [
    'a temperature of three',
    ({ tasks }) => (tasks[3].parameters.temperature = { min: 0, max: 3 }),
    '/tasks/3/parameters/temperature/max',
    'at most 2',
  ],
  [
    'an output schema of a megabyte',
    ({ tasks }) => (tasks[2].outputSchema = { title: 'a'.repeat(1_000_000) }),
    '/tasks/2/outputSchema',
    '20,000',
  ],
  [
    'an output schema that is a list',
    ({ tasks }) => (tasks[2].outputSchema = []),
    '/tasks/2/outputSchema',
    'JSON object',
  ],
  [
    'a wait that is longer than the whole call',
    ({ tasks }) => (tasks[2].timeouts.idleMs = 1_000_000),
    '/tasks/2/timeouts/idleMs',
    'longer than the whole call',
  ],
  [
    'a call of more than an hour',
    ({ tasks }) => (tasks[2].timeouts.totalMs = 3_600_001),
    '/tasks/2/timeouts/totalMs',
    '3600000',
  ],
  ['no time at all', ({ tasks }) => (tasks[2].timeouts.connectMs = 0), '/tasks/2/timeouts/connectMs', 'at least 1'],
  [
    'content that is kept for ever',
    ({ tasks }) => (tasks[2].content.keep = true),
    '/tasks/2/content/retentionDays',
    'number of days',
  ],
  [
    'a retention of nothing',
    ({ tasks }) => (tasks[2].content.retentionDays = 7),
    '/tasks/2/content/retentionDays',
    'null',
  ],
  [
    'a local task with a hosted model',
    ({ slots }) => slots[5].alternates.push('openai/gpt-6-luna'),
    '/tasks/5/dataClass',
    'openai/gpt-6-luna',
  ],
  ['a task that is made local', ({ tasks }) => (tasks[9].dataClass = 'LOCAL_ONLY'), '/tasks/9/dataClass', 'HOSTED'],
  ['two deployments of one id', (d) => d.deployments.push(d.deployments[0]), '/deployments/19/id', 'Duplicate name'],
  [
    'an id of another model',
    ({ deployments }) => (deployments[0].model = 'gpt-7'),
    '/deployments/0/id',
    'openai/gpt-7',
  ],
  [
    'a provider that there is not',
    ({ deployments }) => (deployments[0].provider = 'groq'),
    '/deployments/0/provider',
    'mistral',
  ],
  [
    'more input than the window',
    ({ deployments }) => (deployments[0].maxInputTokens = 2_000_000),
    '/deployments/0/maxInputTokens',
    'window',
  ],
  [
    'more output than the window',
    ({ deployments }) => (deployments[0].maxOutputTokens = 2_000_000),
    '/deployments/0/maxOutputTokens',
    'window',
  ],
  [
    'a window of nothing',
    ({ deployments }) => (deployments[0].contextWindow = 0),
    '/deployments/0/contextWindow',
    'at least 1',
  ],
  [
    'a hosted model that says it is local',
    ({ deployments }) => (deployments[0].dataClass = 'LOCAL_ONLY'),
    '/deployments/0/dataClass',
    'HOSTED',
  ],
  [
    'an own server that says it is hosted',
    ({ deployments }) => (deployments[13].dataClass = 'HOSTED'),
    '/deployments/13/dataClass',
    'LOCAL_ONLY',
  ],
  [
    'a price of nothing known',
    ({ prices }) => (prices[0].deployment = 'openai/none'),
    '/prices/0/deployment',
    'openai/none',
  ],
  ['a price in another currency', ({ prices }) => (prices[0].currency = 'EUR'), '/prices/0/currency', 'USD'],
  [
    'a negative price',
    ({ prices }) => (prices[0].tiers[0].inputMicros = -1),
    '/prices/0/tiers/0/inputMicros',
    'at least 0',
  ],
  [
    'a price of a fraction of a micro',
    ({ prices }) => (prices[0].tiers[0].inputMicros = 0.5),
    '/prices/0/tiers/0/inputMicros',
    'whole number',
  ],
  [
    'a price that nobody pays',
    ({ prices }) => (prices[0].tiers[0].outputMicros = 1e15),
    '/prices/0/tiers/0/outputMicros',
    'at most',
  ],
  ['a price without a rate', ({ prices }) => (prices[0].tiers = []), '/prices/0/tiers', 'at least 1'],
  [
    'a first tier that does not begin with nothing',
    ({ prices }) => (prices[1].tiers[0].aboveInputTokens = 5),
    '/prices/1/tiers/0/aboveInputTokens',
    'start at 0',
  ],
  [
    'tiers out of order',
    ({ prices }) => prices[0].tiers.push({ ...prices[0].tiers[1], aboveInputTokens: 272_000 }),
    '/prices/0/tiers/2/aboveInputTokens',
    'more than 272000',
  ],
  [
    'cached input that is dearer',
    ({ prices }) => (prices[0].tiers[0].cachedInputMicros = 9_000_000),
    '/prices/0/tiers/0/cachedInputMicros',
    'uncached input (2000000)',
  ],
  [
    'a time without a zone',
    ({ prices }) => (prices[0].validFrom = '2026-01-01T00:00:00'),
    '/prices/0/validFrom',
    'UTC',
  ],
  [
    'a day that there is not',
    ({ prices }) => (prices[0].validFrom = '2026-02-30T00:00:00Z'),
    '/prices/0/validFrom',
    'UTC',
  ],
  [
    'an end before the beginning',
    ({ prices }) => (prices[0].validUntil = '2025-01-01T00:00:00Z'),
    '/prices/0/validUntil',
    'after',
  ],
  [
    'images with priced tokens of unknown number',
    ({ prices }) => (prices[20].tiers[0].outputMicros = 900_000),
    '/prices/20/images/most',
    'maximum number of output tokens',
  ],
  ['two prices from one day on', (d) => d.prices.push(d.prices[0]), '/prices/21/validFrom', '/prices/0'],
  [
    'prices that overlap',
    ({ prices }) => (prices[6].validUntil = '2026-12-01T00:00:00Z'),
    '/prices/6/validUntil',
    'overlaps',
  ],
  [
    'a peak of no hour',
    ({ prices }) => (prices[7].peak.windows[0] = { fromHour: 4, toHour: 4 }),
    '/prices/7/peak/windows/0/toHour',
    'another hour',
  ],
  [
    'a peak of the hour 25',
    ({ prices }) => (prices[7].peak.windows[0].toHour = 25),
    '/prices/7/peak/windows/0/toHour',
    'at most 24',
  ],
  ['a peak that is cheaper', ({ prices }) => (prices[7].peak.factor = 0.5), '/prices/7/peak/factor', 'at least 1'],
  [
    'a factor of many places',
    ({ prices }) => (prices[7].peak.factor = 1.234),
    '/prices/7/peak/factor',
    'two decimal places',
  ],
  ['a member that there is not', ({ tasks }) => (tasks[0].model = 'gpt-7'), '/tasks/0/model', 'Unknown'],
  ['no prices at all', (d) => delete d.prices, '/prices', 'Missing'],
];

test.each(FAULTS)('%s', (_name, change, pointer, words) => {
  const checked = checkCatalogue(changed(change));

  if (checked.isSound) throw new Error('It was taken for sound.');
  expect(checked.faults).toContainEqual({ pointer, detail: expect.stringContaining(words) });
});

test.each([null, undefined, 'text', 7, [], true])('what is no document: %j', (sent) => {
  expect(checkCatalogue(sent)).toMatchObject({ isSound: false });
});

test('what may be: no price, no alternate, two prices one after the other, a peak past midnight', () => {
  const document = changed(({ prices, slots }) => {
    prices.splice(0, 1);
    slots[0].alternates = [];
    slots[0].economy = null;
    prices[4].peak = { windows: [{ fromHour: 22, toHour: 2 }], isWeekdaysOnly: false, factor: 1.15 };
  });

  expect(checkCatalogue(document)).toMatchObject({ isSound: true });
});

test('a document is not changed by being checked, and stays as it was sent but for blanks around texts', () => {
  const sent = seedCopy();
  sent.tasks[0].title = '  Evidence chain ';

  const checked = checkCatalogue(sent);

  expect(sent.tasks[0].title).toBe('  Evidence chain ');
  expect(checked).toMatchObject({ isSound: true, document: seedCopy() });
});

/** Every place in a value, as the path of keys that leads to it. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => placesIn(child, [...path, key]))];
}

const PLACES = placesIn(SEED).filter(({ length }) => length > 0);
/** Values that stand somewhere in it, and others. */
const values = fc.oneof(
  fc.constantFrom(...PLACES).map((path) => path.reduce<Json>((value, key) => value[key], seedCopy())),
  fc.jsonValue(),
  fc.constantFrom('', 0, -1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined, [], {}),
);

/** Whether a price of images has rows for pictures of this size. */
const coversPixels = ({ images }: PriceEntry, pixels: number) =>
  [images?.each, images?.most].every((rows) => (rows?.at(-1)?.maxPixels ?? pixels) >= pixels);

test('whatever is put anywhere, a document is refused with places, or it is sound and can be used as a whole', () => {
  const changes = fc.array(fc.tuple(fc.constantFrom(...PLACES), values, fc.boolean()), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(changes, (made) => {
      const document = seedCopy();
      for (const [path, value, isRemoved] of made) {
        const parent = path.slice(0, -1).reduce<Json>((within, key) => within?.[key], document);
        if (typeof parent !== 'object' || parent === null) continue;
        const key = path.at(-1)!;
        if (Array.isArray(parent) && isRemoved) parent.splice(Number(key), 1);
        else if (isRemoved) delete parent[key];
        else parent[key] = value;
      }

      const checked = checkCatalogue(document);

      if (!checked.isSound) {
        expect(checked.faults.length).toBeGreaterThan(0);
        for (const { pointer, detail } of checked.faults) {
          expect(pointer).toMatch(/^(\/|$)/);
          expect(detail.length).toBeGreaterThan(3);
        }
        return;
      }
      const catalogue = { ...withTaskVersions(checked.document, SEED), version: 2, sha256: '' };
      const view = CatalogueView.of(catalogue);
      for (const { task, cluster, deployments } of view.slots) {
        expect(task.slot.cluster).toBe(cluster);
        for (const { name } of [deployments.preferred, ...deployments.alternates]) {
          const price = priceAt(catalogue, name, new Date('2026-11-22T12:00:00Z'));
          const most = task.parameters
            ? maxCostOf(price, { input: 1_000, output: task.parameters.maxOutputTokens }, new Date())
            : maxCostOfImages(price, { inputTokens: 1_000, images: 1, pixels: 1_000_000 }, new Date());
          expect(most === null).toBe(price === null || !coversPixels(price, 1_000_000));
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('no document is too odd to be looked at', () => {
  fc.assert(
    fc.property(fc.anything(), (sent) => {
      expect(checkCatalogue(sent).isSound).toBe(false);
    }),
  );
});
