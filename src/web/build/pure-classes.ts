import type { Plugin } from 'vite';

/** Packages with a hundred classes, of which pages use a third. */
const PACKAGES = /\/node_modules\/(pkijs|asn1js)\//;

/** A static block that only sets a property to a text. */
const NAMING_BLOCK = /static \{\s*this\.([A-Z_]+) = ("[\w. ]+");\s*\}/g;

/**
 * Vite plugin that turns static blocks into static fields of the same meaning. Bundlers keep a class with a static block even if
 * it is unused, which makes the verifier of seals a sixth larger.
 */
export function pureClasses(): Plugin {
  return {
    name: 'pure-classes',
    apply: 'build',
    transform(code, id) {
      return PACKAGES.test(id) ? { code: code.replace(NAMING_BLOCK, 'static $1 = $2;'), map: null } : null;
    },
  };
}
