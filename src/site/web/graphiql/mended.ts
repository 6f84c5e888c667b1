import type { Plugin } from 'vite';

/** What is put in the place of what, in which module. Each stands there exactly once. */
const MENDED: readonly (readonly [module: string, from: string, to: string])[] = [
  // A tab must hold no other button, and here it holds the one that closes it. So tabs are a list of buttons, one of which is
  // the current one.
  [
    '@graphiql/react/dist/components/tabs/index.js',
    '"aria-selected": isActive',
    '"aria-current": isActive ? "true" : undefined',
  ],
  ['@graphiql/react/dist/components/tabs/index.js', 'role: "tab",', ''],
  ['@graphiql/react/dist/components/tabs/index.js', 'role: "tablist",', ''],
  ['graphiql/dist/GraphiQL.js', 'role: "tabpanel",', 'role: "region",'],
  // What was run is called by what stands on it, and not by what a press does.
  ['@graphiql/plugin-history/dist/components.js', ' "aria-label": "Set active",', ''],
];

/** GraphiQL with what keeps some people from using it mended. A GraphiQL that is built otherwise ends the build. */
export function mended(): Plugin {
  return {
    name: 'mended-graphiql',
    enforce: 'pre',
    transform(code, id) {
      const here = MENDED.filter(([module]) => id.endsWith(`/node_modules/${module}`));
      if (here.length === 0) return;
      let mendedCode = code;
      for (const [module, from, to] of here) {
        if (mendedCode.split(from).length !== 2)
          return this.error(`${module} no longer has ${from} where it is expected`);
        mendedCode = mendedCode.replace(from, to);
      }
      return { code: mendedCode, map: null };
    },
  };
}
