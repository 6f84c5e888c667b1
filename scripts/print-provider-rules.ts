import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../src/platform/program/project-root.ts';
import { DIALECTS, type DialectName } from '../test/support/providers/strict/index.ts';

/** Writes `docs/provider-rules.md` from the rules of the simulated providers in the tests. */

const INTRODUCTION = `# Provider rules

Rules by which each provider refuses a request, with the HTTP status of the refusal and the source of the rule. This page is for developers who change the conversion of requests. It is generated from the simulated providers of the tests by \`npm run generate\`.

The tests call simulated providers with these rules, so a request that a provider would refuse fails a test. [Providers](providers.md) lists the changes with which the service follows them. A source is a page of the provider's documentation, a public report (\`owner/repository#number\` on GitHub) or a file of a published package.
`;

const NAMES: Readonly<Record<DialectName, string>> = {
  'openai-chat': 'OpenAI, chat completions',
  'openai-responses': 'OpenAI, responses',
  'openai-images': 'OpenAI, images',
  anthropic: 'Anthropic, messages',
  google: 'Google, generateContent',
  mistral: 'Mistral, chat completions',
  deepseek: 'DeepSeek, chat completions',
  xai: 'xAI, responses',
  perplexity: 'Perplexity, chat completions',
  own: 'Own servers, chat completions',
};

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const sections = Object.entries(DIALECTS).map(([name, { rules }]) =>
  [
    `## ${NAMES[name as DialectName]}`,
    '',
    '| rule | status | source |',
    '|---|---:|---|',
    ...rules.map(({ says, status, source }) => `| ${cell(says)} | ${status} | ${cell(source)} |`),
    '',
  ].join('\n'),
);

writeFileSync(path.join(PROJECT_ROOT, 'docs/provider-rules.md'), `${INTRODUCTION}\n${sections.join('\n')}`);
