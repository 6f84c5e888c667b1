import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type Scheme, useScheme } from '../kit/scheme.ts';
import type { Viewer } from '../kit/viewer.ts';
import { texts } from './texts.ts';

const SCHEMES: readonly (readonly [Scheme, string])[] = [
  ['light', texts.menu.light],
  ['dark', texts.menu.dark],
  ['auto', texts.menu.auto],
];

/** Menu of the signed-in user: account, theme, documents and sign-out. */
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
          {texts.menu.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.menu.theme}</Menu.Label>
        <Menu.RadioGroup value={chosen} onChange={(value) => choose(value as Scheme)}>
          {SCHEMES.map(([scheme, title]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component="a" href="/docs">
          {texts.menu.documents}
        </Menu.Item>
        <Menu.Item component="a" href="/graphql">
          {texts.menu.graphiql}
        </Menu.Item>
        <Menu.Item component="a" href="/docs/rest">
          {texts.menu.rest}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href="/admin/sign-out">
          {texts.menu.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
