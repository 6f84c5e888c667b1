import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { PermissionNamesDocument, type PermissionNamesQuery } from '../generated/frame/graphql.ts';
import { Choices } from './choices.tsx';
import { QueryView } from './states.tsx';
import { useQueryOf } from './use-query-of.ts';
import './permission-choices.css';
import { texts } from './texts.ts';

export type NamedPermission = PermissionNamesQuery['permissions'][number];

/** Queries all permissions of the service. */
export const usePermissions = () => useQueryOf(PermissionNamesDocument, {});

/** Number of permissions above which the list gets a search input. */
const LONG = 12;

/** Checkboxes to select permissions for a token or key, each with its name and title. */
export function PermissionChoices({
  among,
  value,
  onChange,
}: {
  /** Returns true for permissions to offer. */
  among(permission: NamedPermission): boolean;
  value: readonly string[];
  onChange(names: readonly string[]): void;
}) {
  const query = usePermissions();
  const [sought, setSought] = useState('');
  return (
    <QueryView query={query} rows={5}>
      {({ permissions }) => {
        const possible = permissions.filter(among);
        const words = sought.trim().toLowerCase();
        const shown = possible.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(words));
        return (
          <div className="permission-choices">
            {possible.length > LONG && (
              <TextInput
                label={texts.permissions.search}
                placeholder={texts.permissions.example}
                maxLength={60}
                value={sought}
                onChange={(event) => setSought(event.currentTarget.value)}
                // Ignores Enter, which would submit the form around the search input.
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            )}
            <Choices
              choices={shown.map(({ name, title }) => ({ value: name, label: title, hint: <code>{name}</code> }))}
              value={value}
              onChange={onChange}
            />
            <p className="hint" role="status">
              {texts.permissions.selected(shown.length === 0, value.length, possible.length)}
            </p>
          </div>
        );
      }}
    </QueryView>
  );
}

/** Displays the number of permissions. The user can open the list. */
export function PermissionList({ names }: { names: readonly string[] }) {
  return (
    <details className="permissions">
      <summary>{texts.permissions.count(names.length)}</summary>
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
