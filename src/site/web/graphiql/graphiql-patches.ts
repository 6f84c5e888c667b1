import type { Plugin } from 'vite';

/** Replacements in the source code of GraphiQL: module, old text, new text. Each old text must occur exactly once. */
const PATCHES: readonly (readonly [module: string, from: string, to: string])[] = [
  // GraphiQL's tabs contain their close button, but an ARIA tab must not contain a button. So the tab list becomes a list of
  // buttons, one of which is marked as current.
  [
    '@graphiql/react/dist/components/tabs/index.js',
    '"aria-selected": isActive',
    '"aria-current": isActive ? "true" : undefined',
  ],
  ['@graphiql/react/dist/components/tabs/index.js', 'role: "tab",', ''],
  ['@graphiql/react/dist/components/tabs/index.js', 'role: "tablist",', ''],
  ['graphiql/dist/GraphiQL.js', 'role: "tabpanel",', 'role: "region",'],
  // This label would replace the text of the history item for screen readers.
  ['@graphiql/plugin-history/dist/components.js', ' "aria-label": "Set active",', ''],
];

/**
 * Vite plugin that removes accessibility faults from GraphiQL. The build fails if a new version of GraphiQL lacks one of the
 * texts to replace.
 */
export function patchedGraphiql(): Plugin {
  return {
    name: 'patched-graphiql',
    enforce: 'pre',
    transform(code, id) {
      const here = PATCHES.filter(([module]) => id.endsWith(`/node_modules/${module}`));
      if (here.length === 0) return;
      let patchedCode = code;
      for (const [module, from, to] of here) {
        if (patchedCode.split(from).length !== 2)
          return this.error(`${module} no longer has ${from} where it is expected`);
        patchedCode = patchedCode.replace(from, to);
      }
      return { code: patchedCode, map: null };
    },
  };
}
