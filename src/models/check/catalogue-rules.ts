import type { ValueIssue } from '../../platform/errors/errors.ts';
import { DataClass, type ImageSizes, ProviderName, TaskKind, TaskRedaction } from '../catalogue.ts';
import type { ShapedCatalogue } from './catalogue-shape.ts';
import { priceFaults } from './price-rules.ts';

/** Checks the rules between members of a catalogue. Each issue has the JSON pointer of its value. */
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
      fault(`/${list}/${at}/${list === 'deployments' ? 'id' : 'name'}`, `Duplicate name: ${names[at]}.`);
    }
  }

  clusters.forEach(({ name }, at) => {
    if (!slots.some(({ cluster }) => cluster === name))
      fault(`/clusters/${at}/name`, `Cluster ${name} has no slots. Add one, or remove the cluster.`);
  });
  const deploymentById = new Map(deployments.map((deployment) => [deployment.id, deployment]));
  const slotByName = new Map(slots.map((slot) => [slot.name, slot]));

  slots.forEach((slot, at) => {
    const { name, cluster, preferred, alternates, economy } = slot;
    const place = `/slots/${at}`;
    if (cluster !== null && !clusters.some((one) => one.name === cluster))
      fault(`${place}/cluster`, `Unknown cluster: ${cluster}.`);
    if (cluster !== null && !name.startsWith(`${cluster}/`))
      fault(`${place}/name`, `Slot name ${name} must start with its cluster, ${cluster}/.`);
    if (!deploymentById.has(preferred)) {
      fault(`${place}/preferred`, `Unknown deployment: ${preferred}.`);
    }
    alternates.forEach((alternate, index) => {
      if (!deploymentById.has(alternate)) {
        fault(`${place}/alternates/${index}`, `Unknown deployment: ${alternate}.`);
      }
    });
    for (const index of repeated([preferred, ...alternates])) {
      fault(
        `${place}/alternates/${index - 1}`,
        `Duplicate deployment: ${alternates[index - 1]} is already preferred or an earlier alternate.`,
      );
    }
    if (economy !== null && economy !== preferred && !alternates.includes(economy)) {
      fault(`${place}/economy`, `${economy} must be the preferred deployment or an alternate of ${name}.`);
    }
    const own = tasks.filter((task) => task.slot === name);
    if (own.length !== 1) fault(`${place}/name`, `Slot ${name} has ${own.length} tasks. Each slot needs exactly one.`);
    const kind = own[0]?.kind;
    if (kind === undefined) return;
    if ((cluster === null) !== (kind === TaskKind.IMAGE)) {
      const detail = 'Slots of text tasks must have a cluster; slots of image tasks must not.';
      fault(`${place}/cluster`, detail);
    }
    [preferred, ...alternates].forEach((id, index) => {
      const deployment = deploymentById.get(id);
      if (!deployment || deployment.kind === kind) return;
      const member = index === 0 ? 'preferred' : `alternates/${index - 1}`;
      fault(`${place}/${member}`, `Task ${name} is of kind ${kind}, but ${id} is of kind ${deployment.kind}.`);
    });
  });

  tasks.forEach((task, at) => {
    const place = `/tasks/${at}`;
    const { name, timeouts, content } = task;
    const slot = slotByName.get(task.slot);
    if (!slot) fault(`${place}/slot`, `Unknown slot: ${task.slot}.`);
    if (name !== task.slot) fault(`${place}/name`, `Task ${name} must have the name of its slot, ${task.slot}.`);
    for (const [list, values] of Object.entries({ gates: task.gates, labels: task.labels })) {
      for (const index of repeated(values)) fault(`${place}/${list}/${index}`, `Duplicate value: ${values[index]}.`);
    }

    for (const part of ['connectMs', 'firstTokenMs', 'idleMs'] as const) {
      if (timeouts[part] > timeouts.totalMs) {
        fault(
          `${place}/timeouts/${part}`,
          `${timeouts[part]} is longer than the whole call (\`totalMs\`: ${timeouts.totalMs}).`,
        );
      }
    }
    if (content.keep !== (content.retentionDays !== null)) {
      fault(
        `${place}/content/retentionDays`,
        content.keep
          ? 'Send a number of days: stored content must be deleted some day.'
          : 'Send null: this task stores no content.',
      );
    }

    if (task.restoresRedacted !== undefined && task.redaction !== TaskRedaction.BEFORE_HOSTED) {
      fault(`${place}/restoresRedacted`, 'Leave this value out: the task redacts nothing.');
    }
    if (task.kind === TaskKind.IMAGE) {
      if (task.gates.length > 0) fault(`${place}/gates`, "Send []: images can't be held for approval.");
      if (task.redaction === TaskRedaction.BEFORE_HOSTED)
        fault(`${place}/redaction`, 'Send NONE or leave it out: only texts can be redacted.');
    }
    if (task.kind === TaskKind.TEXT) {
      const { defaultMaxOutputTokens: usual, maxOutputTokens: most, temperature } = task.parameters;
      if (usual > most)
        fault(`${place}/parameters/defaultMaxOutputTokens`, `${usual} is more than \`maxOutputTokens\` (${most}).`);
      if (temperature && temperature.min > temperature.max) {
        fault(
          `${place}/parameters/temperature/min`,
          `${temperature.min} is greater than \`max\` (${temperature.max}).`,
        );
      }
      const preferred = slot && deploymentById.get(slot.preferred);
      if (preferred?.kind === TaskKind.TEXT) {
        const gives = preferred.maxOutputTokens ?? preferred.contextWindow;
        if (usual > gives) {
          const detail = `${usual} is more than the preferred deployment ${preferred.id} can produce (${gives}).`;
          fault(`${place}/parameters/defaultMaxOutputTokens`, detail);
        }
      }
    }
    if (slot && task.dataClass === DataClass.LOCAL_ONLY) {
      for (const id of [slot.preferred, ...slot.alternates]) {
        if (deploymentById.get(id)?.dataClass !== DataClass.HOSTED) continue;
        fault(`${place}/dataClass`, `${name} is LOCAL_ONLY, but its slot names ${id}, which is HOSTED.`);
      }
    }
  });

  deployments.forEach((deployment, at) => {
    const { id, provider, model, dataClass } = deployment;
    const place = `/deployments/${at}`;
    if (id !== `${provider}/${model}`)
      fault(`${place}/id`, `The id must be the provider and the model: ${provider}/${model}.`);
    if (deployment.kind === TaskKind.TEXT) {
      const { contextWindow } = deployment;
      for (const bound of ['maxInputTokens', 'maxOutputTokens'] as const) {
        if ((deployment[bound] ?? 0) > contextWindow)
          fault(`${place}/${bound}`, `${deployment[bound]} is more than the context window (${contextWindow}).`);
      }
      if (provider === ProviderName.EMBEDDED) fault(`${place}/provider`, "The embedded engine can't produce texts.");
    } else sizeFaults(deployment.images.sizes, `${place}/images/sizes`, fault);
    // The provider determines the data class: text sent to a hosted provider has left the customer, also if the document says
    // otherwise.
    const staysHere = provider === ProviderName.OWN || provider === ProviderName.EMBEDDED;
    const trueClass = staysHere ? DataClass.LOCAL_ONLY : DataClass.HOSTED;
    if (dataClass !== trueClass) fault(`${place}/dataClass`, `Deployments of ${provider} must be ${trueClass}.`);
  });

  faults.push(...priceFaults(document));
  return faults;
}

function sizeFaults(sizes: ImageSizes, place: string, fault: (pointer: string, detail: string) => void): void {
  if (sizes.by === 'SHAPE') {
    sizes.resolutions.forEach(({ pixels }, at) => {
      const before = sizes.resolutions[at - 1]?.pixels ?? 0;
      if (pixels <= before)
        fault(
          `${place}/resolutions/${at}/pixels`,
          `${pixels} must be more than ${before}: list the smallest resolution first.`,
        );
    });
  }
  if (sizes.by !== 'BOUNDS') return;
  if (sizes.minSidePx > sizes.maxSidePx)
    fault(`${place}/minSidePx`, `${sizes.minSidePx} is greater than \`maxSidePx\` (${sizes.maxSidePx}).`);
  if (sizes.minPixels > sizes.maxPixels)
    fault(`${place}/minPixels`, `${sizes.minPixels} is greater than \`maxPixels\` (${sizes.maxPixels}).`);
}

/** Indexes of values that repeat an earlier value of the list. */
function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []));
}
