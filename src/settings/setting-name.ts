import { registerEnumType } from 'type-graphql';
import { type AnySetting, publishedName } from '../platform/config/settings.ts';

/** What TypeGraphQL publishes: the keys. What resolvers get: the names. */
const published: Record<string, string> = {};
const descriptions: Record<string, { description: string }> = {};
export const SettingName = published;
registerEnumType(SettingName, {
  name: 'SettingName',
  description: 'Every setting there is.',
  valuesConfig: descriptions,
});

/** To be called before a schema is built, when all features have declared their settings. @throws for two of one name */
export function publishSettingNames(settings: readonly AnySetting[]): void {
  for (const key of Object.keys(published)) delete published[key];
  for (const { name, description } of settings) {
    const key = publishedName(name);
    if (key in published) throw new Error(`There are two settings that are published as ${key}.`);
    published[key] = name;
    descriptions[key] = { description };
  }
}
