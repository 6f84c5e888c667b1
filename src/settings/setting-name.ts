import { registerEnumType } from 'type-graphql';
import { type AnySetting, publishedName } from '../platform/config/settings.ts';

/** Members of the GraphQL enum of settings: published key to setting name, which is what resolvers get. */
const published: Record<string, string> = {};
const descriptions: Record<string, { description: string }> = {};
export const SettingName = published;
registerEnumType(SettingName, {
  name: 'SettingName',
  description: 'Name of a setting.',
  valuesConfig: descriptions,
});

/**
 * Fills the GraphQL enum of settings. Must be called before a schema is built, after all features have declared their settings.
 * @throws Error if two settings have the same published name
 */
export function publishSettingNames(settings: readonly AnySetting[]): void {
  for (const key of Object.keys(published)) delete published[key];
  for (const { name, description } of settings) {
    const key = publishedName(name);
    if (key in published) throw new Error(`Two settings have the published name ${key}.`);
    published[key] = name;
    descriptions[key] = { description };
  }
}
