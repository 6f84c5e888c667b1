import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deployments } from '../src/models/seed/deployments.ts';
import { PROJECT_ROOT } from '../src/platform/program/project-root.ts';
import { CHANGES, type ChangeName } from '../src/providers/fitting/changes.ts';
import { FITS } from '../src/providers/fitting/fit.ts';
import { abilitiesOf, type FittedProvider, type ModelAbilities } from '../src/providers/fitting/model-abilities.ts';

/** Writes `docs/providers.md` from the data by which requests are fitted. */

const INTRODUCTION = `# Providers

What the models take, and how a request is changed for a provider that wouldn't take it as it is. This page is for developers who call tasks and for operators. It is generated from the code by \`npm run generate\`.

Models of several providers may answer a task. Each provider has rules of its own, for example for the order of roles, the ids of tool calls and the keywords of JSON Schema. A request is fitted to the deployment before every attempt, so a fallback gets its own form. The caller keeps its own ids and names.

- **A parameter that the model can't take is left out**, with a warning. This is one rule for all tasks, so \`temperature: 1\` is never a reason to fail.
- **A value outside a range becomes the nearest one**, with a warning. The range of a task counts first, then that of the model.
- **What would change the meaning of the answer is refused**: tools for a task whose models take none, \`n\` above 1, \`logprobs\`, stored conversations.
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
    '## What the models take',
    '',
    'Read in the packages and on the pages of the providers in November 2026.',
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
  NONE: 'asked for in the prompt',
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
    '## What is changed',
    '',
    'A change without a warning is one that the model hardly notices, or that is checked once the answer is there.',
    '',
    '| what | how | where | warning |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

writeFileSync(path.join(PROJECT_ROOT, 'docs/providers.md'), `${INTRODUCTION}\n${takesTable()}\n${changesTable()}`);
