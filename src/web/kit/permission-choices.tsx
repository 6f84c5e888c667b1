import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { PermissionNamesDocument, type PermissionNamesQuery } from '../generated/frame/graphql.ts';
import { Shown } from './states.tsx';
import { useQueryOf } from './use-query-of.ts';
import './permission-choices.css';

export type NamedPermission = PermissionNamesQuery['permissions'][number];

/** All that can be allowed. */
export const usePermissions = () => useQueryOf(PermissionNamesDocument, {});

/** Longer lists can be narrowed. */
const LONG = 12;

/** Permissions to choose from, as scopes of a token or a key: what each allows, and its name. */
export function PermissionChoices({
  among,
  value,
  onChange,
}: {
  /** Which can be chosen at all. */
  among(permission: NamedPermission): boolean;
  value: readonly string[];
  onChange(names: readonly string[]): void;
}) {
  const asked = usePermissions();
  const [sought, setSought] = useState('');
  return (
    <Shown asked={asked} rows={5}>
      {({ permissions }) => {
        const possible = permissions.filter(among);
        const words = sought.trim().toLowerCase();
        const shown = possible.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(words));
        return (
          <div className="permission-choices">
            {possible.length > LONG && (
              <TextInput
                label="Search"
                placeholder="Part of it, e.g. audit"
                maxLength={60}
                value={sought}
                onChange={(event) => setSought(event.currentTarget.value)}
                // Enter would send the form around it.
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            )}
            <div className="choices">
              {shown.map(({ name, title }) => (
                <label key={name} className="check">
                  <input
                    type="checkbox"
                    checked={value.includes(name)}
                    onChange={(event) =>
                      onChange(event.target.checked ? [...value, name] : value.filter((one) => one !== name))
                    }
                  />
                  <span>
                    {title} <code className="hint">{name}</code>
                  </span>
                </label>
              ))}
            </div>
            <p className="hint" role="status">
              {shown.length === 0 ? 'None has this word. ' : ''}
              {value.length} of {possible.length} chosen
            </p>
          </div>
        );
      }}
    </Shown>
  );
}

/** The same of something that has them: how many, and which for whoever wants to know. */
export function PermissionList({ names }: { names: readonly string[] }) {
  return (
    <details className="permissions">
      <summary>{names.length === 1 ? 'One permission' : `${names.length} permissions`}</summary>
      <ul className="plain">
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
