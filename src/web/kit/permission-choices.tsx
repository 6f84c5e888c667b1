import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { PermissionNamesDocument, type PermissionNamesQuery } from '../generated/frame/graphql.ts';
import { Choices } from './choices.tsx';
import { Shown } from './states.tsx';
import { useQueryOf } from './use-query-of.ts';
import './permission-choices.css';

export type NamedPermission = PermissionNamesQuery['permissions'][number];

/** Permissions of the service. */
export const usePermissions = () => useQueryOf(PermissionNamesDocument, {});

/** Longer lists get a search field. */
const LONG = 12;

/** Permissions to choose as scopes of a token or key, each with its name and what it allows. */
export function PermissionChoices({
  among,
  value,
  onChange,
}: {
  /** Says which permissions are offered. */
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
            <Choices
              choices={shown.map(({ name, title }) => ({ value: name, label: title, hint: <code>{name}</code> }))}
              value={value}
              onChange={onChange}
            />
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

/** Number of permissions that something has, with the list on demand. */
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
