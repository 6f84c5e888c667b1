import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { FEATURES } from '../src/features.ts';
import { BASE_CONFIG, type ConfigFragment } from '../src/platform/config/config.ts';
import { type AnySetting, isSecret, sectionOf } from '../src/platform/config/settings.ts';
import { proxyConfig } from '../src/platform/http/proxies.config.ts';
import { PROJECT_ROOT } from '../src/platform/program/project-root.ts';
import { telemetryConfig } from '../src/platform/telemetry/telemetry.config.ts';

/** Writes `docs/settings.md` from the declarations of all settings. */

const INTRODUCTION = `# Settings

Every environment variable of the service, and every setting of the back office. This page is for operators. It is generated from the declarations in the code by \`npm run generate\`.

- **Environment variables** are read once, at start. All mistakes are reported at once, and so is a variable whose name is nearly right. An empty variable counts as not set.
- **Each variable can be given as a file.** \`ADMIN_TOKEN_FILE=/run/secrets/admin_token\` sets \`ADMIN_TOKEN\` to the content of that file. The same works with every variable on this page. One line break at the end of the file is removed. The start ends with exit code 78 if both variables are set, or if the file is empty, unreadable or not text in UTF-8.
- **A value in quotation marks, or with a line break (\`\\n\` or \`\\r\`) at its end,** ends the start with 78 and the name of the variable. Compose, systemd and shells remove quotation marks; \`docker run --env-file\` and Kubernetes don't. Quotation marks inside of a value are part of it, and a key in PEM can end with a line break.
- **Back-office settings** can also be changed while the service runs, at \`/admin/settings\` or with the mutation \`updateSetting\`. A value set there wins over the environment, from the next request on and within one second in other processes. The query \`settings\` lists them with their origin and who changed them.
- \`bin/imprimatur doctor\` checks all of them without starting the service.
- Secrets without a value are created at the first start in \`DATA_DIR/secrets\`, readable only by the service's account.
`;

/** Headings by name of the feature. */
const HEADINGS: Readonly<Record<string, string>> = {
  approvals: 'Approvals',
  assets: 'Imports of pictures',
  backup: 'Backups',
  log: 'Seals and their log',
  metrics: 'Metrics',
  operators: 'Operators and sign-in',
  providers: 'Model providers',
  webhooks: 'Webhooks',
};

function environmentTables(): string {
  const parts: [heading: string, ConfigFragment<unknown>][] = [['Service', BASE_CONFIG]];
  // A fragment that reads only variables of another fragment has no variables of its own to list.
  for (const { name, config } of FEATURES as readonly { name: string; config?: ConfigFragment<unknown> }[]) {
    if (config && HEADINGS[name]) parts.push([HEADINGS[name], config]);
  }
  parts.push(['Proxies and certificates', proxyConfig], ['Telemetry', telemetryConfig]);
  return parts.map(([heading, { variables }]) => table(heading, variables)).join('\n');
}

function table(heading: string, variables: z.ZodType): string {
  if (!(variables instanceof z.ZodObject)) throw new Error(`The variables of ${heading} are not listed.`);
  const rows = Object.entries(variables.shape as Record<string, z.ZodType>).map(([name, type]) => {
    if (!type.description) throw new Error(`${name} has no description.`);
    return `| \`${name}\` | ${shown(type.safeParse(undefined).data)} | ${cell(type.description)} |`;
  });
  return `### ${heading}\n\n| variable | default | description |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function settingTables(): string {
  const bySection = new Map<string, AnySetting[]>();
  for (const { settings = [] } of FEATURES as readonly { settings?: readonly AnySetting[] }[]) {
    for (const setting of settings) {
      const [section = ''] = sectionOf(setting);
      bySection.set(section, [...(bySection.get(section) ?? []), setting]);
    }
  }
  return [...bySection]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([section, settings]) => {
      const rows = settings.map((setting) => {
        const { environmentVariable, description } = setting;
        const standard = 'default' in setting ? shown(setting.default) : isSecret(setting) ? 'created' : '–';
        return `| \`${environmentVariable}\` | ${standard} | ${cell(description)} |`;
      });
      return `### ${section}\n\n| variable | default | description |\n|---|---|---|\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

function shown(value: unknown): string {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  return `\`${String(value)}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

writeFileSync(
  path.join(PROJECT_ROOT, 'docs/settings.md'),
  `${INTRODUCTION}\n## Environment only\n\n${environmentTables()}\n## Back office, or environment\n\n${settingTables()}`,
);
