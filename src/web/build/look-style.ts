import type { Plugin } from 'vite';
import { CUSTOM_PROPERTIES } from '../../site/pure.ts';

const ID = 'virtual:look.css';
const RESOLVED = `\0${ID}`;

/** Gives `import 'virtual:look.css'` the custom properties that all our pages have. */
export function lookStyle(): Plugin {
  return {
    name: 'look-style',
    resolveId: (id) => (id === ID ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? CUSTOM_PROPERTIES : null),
  };
}
