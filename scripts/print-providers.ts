import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deployments } from '../src/models/seed/deployments.ts';
import { PROJECT_ROOT } from '../src/platform/program/project-root.ts';
import { CHANGES, type ChangeName } from '../src/providers/fitting/changes.ts';
import { FITS } from '../src/providers/fitting/fit.ts';
import { abilitiesOf, type FittedProvider, type ModelAbilities } from '../src/providers/fitting/model-abilities.ts';

/** Writes `docs/providers.md` from the data of the request conversion. */

const INTRODUCTION = `# Providers

Parameters that the models support, and the changes that adapt a request to a provider. This page is for developers who call tasks and for operators. It is generated from the code by \`npm run generate\`.

Models of several providers can answer a task. Each provider has its own rules, for example for the order of roles, tool call ids and keywords of JSON Schema. The service converts the request for the deployment before every attempt, so a fallback gets its own form. The caller keeps its own ids and names.

- **A parameter that the model doesn't support is left out**, with a warning. This applies to all tasks, so \`temperature: 1\` never fails a request.
- **A value outside a range becomes the nearest supported one**, with a warning. The range of the task applies first, then that of the model.
- **Requests whose answer would change its meaning are refused**: tools for a task without tool support, \`n\` above 1, \`logprobs\`, stored conversations.
- **Warnings** are in the header \`X-Imprimatur-Warnings\`, in \`imprimatur.warnings\` and in \`warnings\` of GraphQL.
`;

const NAMES: Readonly<Record<FittedProvider, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  mistral: 'Mistral',
  deepseek: 'DeepSeek',
  xai: 'xAI',
  perplexity: 'Perplexity',
  own: 'own server',
};

function takesTable(): string {
  const rows = deployments.map((deployment) => {
    const abilities = abilitiesOf(deployment);
    const samples = deployment.takesTemperature
      ? range(abilities.temperature)
      : abilities.samplesWithoutReasoning
        ? 'with effort `none`'
        : '–';
    const cells = [
      `\`${deployment.id}\``,
      samples,
      abilities.penalties ? range(abilities.penalties) : '–',
      abilities.seed ? 'yes' : '–',
      stops(abilities),
      abilities.efforts.length === 0 ? '–' : abilities.efforts.join(', '),
      abilities.verbosity ? 'yes' : '–',
      deployment.takesTools ? FORCED[abilities.forcedTools] : 'no tools',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '## Supported parameters',
    '',
    'From the packages and the providers’ pages, November 2026.',
    '',
    '| deployment | temperature, top_p | penalties | seed | stop sequences | reasoning_effort | verbosity | forced tool call |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

const range = ({ min, max }: ModelAbilities['temperature']) => `${min} to ${max}`;

function stops({ stops: { blank, most } }: ModelAbilities): string {
  if (most === 0) return 'applied here';
  return `${most}${blank ? '' : ', not blank'}`;
}

const FORCED: Readonly<Record<ModelAbilities['forcedTools'], string>> = {
  TAKEN: 'yes',
  WITHOUT_THINKING: 'without thinking',
  NONE: 'requested in the prompt',
};

function changesTable(): string {
  const rows = Object.entries(CHANGES).map(([name, { isWarned, sentence, title }]) => {
    const providers = Object.entries(FITS).filter(([, { changes }]) => changes.includes(name as ChangeName));
    const where =
      providers.length === Object.keys(FITS).length
        ? 'all'
        : providers.map(([provider]) => NAMES[provider as FittedProvider]).join(', ');
    return `| ${title} | ${sentence.replaceAll('|', '\\|')} | ${where} | ${isWarned ? 'yes' : '–'} |`;
  });
  return [
    '## Changes to requests',
    '',
    'Changes without a warning barely affect the model, or are checked in the answer.',
    '',
    '| part | change | providers | warning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

writeFileSync(path.join(PROJECT_ROOT, 'docs/providers.md'), `${INTRODUCTION}\n${takesTable()}\n${changesTable()}`);
