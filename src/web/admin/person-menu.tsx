import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type Scheme, useScheme } from '../kit/scheme.ts';
import type { Viewer } from '../kit/viewer.ts';

const SCHEMES: readonly (readonly [Scheme, string])[] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['auto', 'As the system has it'],
];

/** Who has signed in, and what is theirs: their account, how it looks, the way out. */
export function PersonMenu({ viewer }: { viewer: Viewer }) {
  const { chosen, choose } = useScheme();
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className="person">
          <span>{viewer.name ?? viewer.actor}</span> <ChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="/admin/account">
          Account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Look</Menu.Label>
        <Menu.RadioGroup value={chosen} onChange={(value) => choose(value as Scheme)}>
          {SCHEMES.map(([scheme, title]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component="a" href="/docs">
          Documents
        </Menu.Item>
        <Menu.Item component="a" href="/graphql">
          GraphiQL
        </Menu.Item>
        <Menu.Item component="a" href="/docs/rest">
          REST reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href="/admin/sign-out">
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
