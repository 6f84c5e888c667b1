import type { ValueIssue } from '../../platform/errors/errors.ts';
import { DataClass, type ImageSizes, ProviderName, TaskKind, TaskRedaction } from '../catalogue.ts';
import type { ShapedCatalogue } from './catalogue-shape.ts';
import { priceFaults } from './price-rules.ts';

/** What has to hold between the members of a catalogue. Each fault is named with its place; none hides another. */
export function faultsBetween(document: ShapedCatalogue): ValueIssue[] {
  const faults: ValueIssue[] = [];
  const fault = (pointer: string, detail: string) => faults.push({ pointer, detail });
  const { clusters, slots, tasks, deployments } = document;

  for (const [list, names] of Object.entries({
    clusters: clusters.map(({ name }) => name),
    slots: slots.map(({ name }) => name),
    tasks: tasks.map(({ name }) => name),
    deployments: deployments.map(({ id }) => id),
  })) {
    for (const at of repeated(names)) {
      fault(`/${list}/${at}/${list === 'deployments' ? 'id' : 'name'}`, `${names[at]} stands here twice.`);
    }
  }

  clusters.forEach(({ name }, at) => {
    if (!slots.some(({ cluster }) => cluster === name)) fault(`/clusters/${at}/name`, `${name} has no slot.`);
  });
  const deploymentById = new Map(deployments.map((deployment) => [deployment.id, deployment]));
  const slotByName = new Map(slots.map((slot) => [slot.name, slot]));

  slots.forEach((slot, at) => {
    const { name, cluster, preferred, alternates, economy } = slot;
    const place = `/slots/${at}`;
    if (cluster !== null && !clusters.some((one) => one.name === cluster))
      fault(`${place}/cluster`, `There is no cluster ${cluster}.`);
    if (cluster !== null && !name.startsWith(`${cluster}/`))
      fault(`${place}/name`, `${name} does not begin with its cluster, ${cluster}/.`);
    if (!deploymentById.has(preferred)) {
      fault(`${place}/preferred`, `${name} has no preferred deployment: there is none called ${preferred}.`);
    }
    alternates.forEach((alternate, index) => {
      if (!deploymentById.has(alternate)) {
        fault(`${place}/alternates/${index}`, `There is no deployment called ${alternate}.`);
      }
    });
    for (const index of repeated([preferred, ...alternates])) {
      fault(`${place}/alternates/${index - 1}`, `${alternates[index - 1]} is tried before already.`);
    }
    if (economy !== null && economy !== preferred && !alternates.includes(economy)) {
      fault(`${place}/economy`, `${economy} is neither preferred nor an alternate of ${name}.`);
    }
    const own = tasks.filter((task) => task.slot === name);
    if (own.length !== 1) fault(`${place}/name`, `${name} has ${own.length} tasks; each slot has exactly one.`);
    const kind = own[0]?.kind;
    if (kind === undefined) return;
    if ((cluster === null) !== (kind === TaskKind.IMAGE)) {
      const detail = 'Slots of tasks for texts stand in a cluster, those of tasks for pictures in none.';
      fault(`${place}/cluster`, detail);
    }
    [preferred, ...alternates].forEach((id, index) => {
      const deployment = deploymentById.get(id);
      if (!deployment || deployment.kind === kind) return;
      const member = index === 0 ? 'preferred' : `alternates/${index - 1}`;
      fault(`${place}/${member}`, `The task ${name} is of kind ${kind}, and ${id} of ${deployment.kind}.`);
    });
  });

  tasks.forEach((task, at) => {
    const place = `/tasks/${at}`;
    const { name, timeouts, content } = task;
    const slot = slotByName.get(task.slot);
    if (!slot) fault(`${place}/slot`, `There is no slot ${task.slot}.`);
    if (name !== task.slot) fault(`${place}/name`, `A task is called like its slot, ${task.slot}.`);
    for (const [list, values] of Object.entries({ gates: task.gates, labels: task.labels })) {
      for (const index of repeated(values)) fault(`${place}/${list}/${index}`, `${values[index]} stands here twice.`);
    }

    for (const part of ['connectMs', 'firstTokenMs', 'idleMs'] as const) {
      if (timeouts[part] > timeouts.totalMs) {
        fault(`${place}/timeouts/${part}`, `Send at most ${timeouts.totalMs}, the deadline of the whole call.`);
      }
    }
    if (content.keep !== (content.retentionDays !== null)) {
      fault(
        `${place}/content/retentionDays`,
        content.keep ? 'What is kept has to go some day: send a number of days.' : 'Send null: nothing is kept.',
      );
    }

    if (task.restoresRedacted !== undefined && task.redaction !== TaskRedaction.BEFORE_HOSTED) {
      fault(`${place}/restoresRedacted`, 'Leave it out: nothing is redacted.');
    }
    if (task.kind === TaskKind.IMAGE) {
      if (task.gates.length > 0) fault(`${place}/gates`, 'Send []: pictures are not held.');
      if (task.redaction === TaskRedaction.BEFORE_HOSTED) fault(`${place}/redaction`, 'Only texts are redacted.');
    }
    if (task.kind === TaskKind.TEXT) {
      const { defaultMaxOutputTokens: usual, maxOutputTokens: most, temperature } = task.parameters;
      if (usual > most)
        fault(`${place}/parameters/defaultMaxOutputTokens`, `Send at most ${most}, the most there can be.`);
      if (temperature && temperature.min > temperature.max) {
        fault(`${place}/parameters/temperature/min`, `Send at most ${temperature.max}, the upper bound.`);
      }
      const preferred = slot && deploymentById.get(slot.preferred);
      if (preferred?.kind === TaskKind.TEXT) {
        const gives = preferred.maxOutputTokens ?? preferred.contextWindow;
        if (usual > gives) {
          const detail = `${preferred.id}, which is preferred, gives at most ${gives}.`;
          fault(`${place}/parameters/defaultMaxOutputTokens`, detail);
        }
      }
    }
    if (slot && task.dataClass === DataClass.LOCAL_ONLY) {
      for (const id of [slot.preferred, ...slot.alternates]) {
        if (deploymentById.get(id)?.dataClass !== DataClass.HOSTED) continue;
        fault(`${place}/dataClass`, `${name} is LOCAL_ONLY, and its slot names ${id}, which is HOSTED.`);
      }
    }
  });

  deployments.forEach((deployment, at) => {
    const { id, provider, model, dataClass } = deployment;
    const place = `/deployments/${at}`;
    if (id !== `${provider}/${model}`)
      fault(`${place}/id`, `The id is made of provider and model: ${provider}/${model}.`);
    if (deployment.kind === TaskKind.TEXT) {
      const { contextWindow } = deployment;
      for (const bound of ['maxInputTokens', 'maxOutputTokens'] as const) {
        if ((deployment[bound] ?? 0) > contextWindow)
          fault(`${place}/${bound}`, `Send at most ${contextWindow}, the window.`);
      }
      if (provider === ProviderName.EMBEDDED) fault(`${place}/provider`, 'The engine of this service writes no texts.');
    } else sizeFaults(deployment.images.sizes, `${place}/images/sizes`, fault);
    // Whatever a document says of it: what goes to a provider is not with the customer any more.
    const staysHere = provider === ProviderName.OWN || provider === ProviderName.EMBEDDED;
    const trueClass = staysHere ? DataClass.LOCAL_ONLY : DataClass.HOSTED;
    if (dataClass !== trueClass) fault(`${place}/dataClass`, `What ${provider} runs is ${trueClass}.`);
  });

  faults.push(...priceFaults(document));
  return faults;
}

function sizeFaults(sizes: ImageSizes, place: string, fault: (pointer: string, detail: string) => void): void {
  if (sizes.by === 'SHAPE') {
    sizes.resolutions.forEach(({ pixels }, at) => {
      const before = sizes.resolutions[at - 1]?.pixels ?? 0;
      if (pixels <= before) fault(`${place}/resolutions/${at}/pixels`, `Send more than ${before}: the smallest first.`);
    });
  }
  if (sizes.by !== 'BOUNDS') return;
  if (sizes.minSidePx > sizes.maxSidePx)
    fault(`${place}/minSidePx`, `Send at most ${sizes.maxSidePx}, the upper bound.`);
  if (sizes.minPixels > sizes.maxPixels)
    fault(`${place}/minPixels`, `Send at most ${sizes.maxPixels}, the upper bound.`);
}

/** Indexes of what has stood there before. */
function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}
