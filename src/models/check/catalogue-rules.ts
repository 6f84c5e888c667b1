import type { ValueIssue } from '../../platform/errors.ts';
import { DataClass, ProviderName, TaskRedaction } from '../catalogue.ts';
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
    if (!clusters.some((one) => one.name === cluster)) fault(`${place}/cluster`, `There is no cluster ${cluster}.`);
    if (!name.startsWith(`${cluster}/`))
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
  });

  tasks.forEach((task, at) => {
    const place = `/tasks/${at}`;
    const { name, parameters, timeouts, content } = task;
    const slot = slotByName.get(task.slot);
    if (!slot) fault(`${place}/slot`, `There is no slot ${task.slot}.`);
    if (name !== task.slot) fault(`${place}/name`, `A task is called like its slot, ${task.slot}.`);
    for (const [list, values] of Object.entries({ gates: task.gates, labels: task.labels })) {
      for (const index of repeated(values)) fault(`${place}/${list}/${index}`, `${values[index]} stands here twice.`);
    }

    const { defaultMaxOutputTokens: usual, maxOutputTokens: most, temperature } = parameters;
    if (usual > most)
      fault(`${place}/parameters/defaultMaxOutputTokens`, `Send at most ${most}, the most there can be.`);
    if (temperature && temperature.min > temperature.max) {
      fault(`${place}/parameters/temperature/min`, `Send at most ${temperature.max}, the upper bound.`);
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

    const preferred = slot && deploymentById.get(slot.preferred);
    if (preferred && usual > (preferred.maxOutputTokens ?? preferred.contextWindow)) {
      fault(
        `${place}/parameters/defaultMaxOutputTokens`,
        `${preferred.id}, which is preferred, gives at most ${preferred.maxOutputTokens ?? preferred.contextWindow}.`,
      );
    }
    if (slot && task.dataClass === DataClass.LOCAL_ONLY) {
      for (const id of [slot.preferred, ...slot.alternates]) {
        if (deploymentById.get(id)?.dataClass !== DataClass.HOSTED) continue;
        fault(`${place}/dataClass`, `${name} is LOCAL_ONLY, and its slot names ${id}, which is HOSTED.`);
      }
    }
  });

  deployments.forEach(({ id, provider, model, contextWindow, dataClass, ...bounds }, at) => {
    const place = `/deployments/${at}`;
    if (id !== `${provider}/${model}`)
      fault(`${place}/id`, `The id is made of provider and model: ${provider}/${model}.`);
    for (const bound of ['maxInputTokens', 'maxOutputTokens'] as const) {
      if ((bounds[bound] ?? 0) > contextWindow)
        fault(`${place}/${bound}`, `Send at most ${contextWindow}, the window.`);
    }
    // Whatever a document says of it: what goes to a provider is not with the customer any more.
    const trueClass = provider === ProviderName.OWN ? DataClass.LOCAL_ONLY : DataClass.HOSTED;
    if (dataClass !== trueClass) fault(`${place}/dataClass`, `What ${provider} runs is ${trueClass}.`);
  });

  faults.push(...priceFaults(document));
  return faults;
}

/** Indexes of what has stood there before. */
function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}
