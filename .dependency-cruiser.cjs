const { readFileSync } = require('node:fs');
const { builtinModules } = require('node:module');

/**
 * The arrows of docs/architecture.md: main → cli → server → app → features → rest → platform, and among the features the
 * order of the one list in src/features.ts. A later feature may know the earlier ones, never the reverse, and features meet
 * only through index.ts.
 */
const [, list] = /export const FEATURES = inOrder\(\[([^\]]*)\]\)/.exec(
  readFileSync(`${__dirname}/src/features.ts`, 'utf8'),
);
const FEATURES = list.split(',').flatMap((name) => name.trim() || []);

const earlierThan = (feature) => FEATURES.slice(0, FEATURES.indexOf(feature));
const folder = (name) => `^src/${name}/`;
const anyOf = (names) => `^src/(${names.join('|')})/`;

const SCREENS = '^src/[^/]+/web/';
/** Entry of a feature for pages: code that runs in a browser too. */
const PURE = '^src/[^/]+/pure\\.ts$';
/** Modules of Node and packages of the server. */
const NOT_IN_A_PAGE = [`^(node:)?(${builtinModules.join('|')})$`, 'node_modules/(express|type-graphql|@mikro-orm)/'];
/** Configuration of a build. It runs in Node and is no part of the page. */
const BUILD = '/vite\\.config\\.ts$';

const TOP = '^src/(main|server|app|service|read-config|features)\\.ts$|^src/cli/';

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: folder('platform') },
      to: { path: '^src/', pathNot: '^src/(platform|proof)/' },
    },
    ...FEATURES.map((feature) => ({
      name: `${feature}-knows-only-earlier-features`,
      severity: 'error',
      from: { path: folder(feature), pathNot: SCREENS },
      to: {
        path: '^src/',
        pathNot: [
          `^src/(${['painter', 'platform', 'proof', 'quotations', 'rest', feature, ...earlierThan(feature)].join('|')})/`,
          '^src/feature\\.ts$',
        ],
      },
    })),
    {
      name: 'features-meet-at-their-index',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: anyOf(FEATURES), pathNot: ['^src/[^/]+/(web/)?index\\.ts$', PURE, '^src/$1/'] },
    },
    {
      name: 'screens-know-the-kit-and-themselves',
      comment: 'Screens read data by GraphQL only, and verify proofs themselves.',
      severity: 'error',
      from: { path: '^src/([^/]+)/web/', pathNot: BUILD },
      to: {
        path: '^src/',
        pathNot: ['^src/(web/(kit|generated)|proof|quotations|platform/text)/', PURE, '^src/$1/web/'],
      },
    },
    {
      name: 'the-kit-knows-no-screen',
      severity: 'error',
      from: { path: '^src/web/kit/' },
      to: { path: '^src/', pathNot: ['^src/web/(kit|generated)/', PURE, '^src/platform/text/'] },
    },
    {
      name: 'the-back-office-meets-features-at-their-screens',
      severity: 'error',
      from: { path: '^src/web/admin/' },
      to: {
        path: '^src/',
        pathNot: ['^src/web/(admin|build|kit|generated)/', '^src/platform/text/', PURE, '^src/[^/]+/web/index\\.ts$'],
      },
    },
    {
      name: 'the-server-knows-no-screen',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/web/', SCREENS] },
      to: { path: ['^src/web/', SCREENS] },
    },
    {
      name: 'rest-knows-platform-only',
      comment: 'REST runs stored operations; a service it called directly would be a second implementation.',
      severity: 'error',
      from: { path: ['^src/rest/', '^src/feature\\.ts$'] },
      to: { path: '^src/', pathNot: '^src/(rest|platform)/' },
    },
    {
      name: 'proofs-run-anywhere',
      comment: 'They also run in a page loaded from disk, so they must not use Node, the service or the database.',
      severity: 'error',
      from: { path: '^src/proof/' },
      to: {
        pathNot: ['^src/proof/', 'node_modules/(@noble/(curves|hashes)|asn1js|canonicalize|pkijs)/'],
      },
    },
    {
      name: 'pure-entries-run-anywhere',
      severity: 'error',
      from: { path: [PURE, folder('platform/text')] },
      to: { path: NOT_IN_A_PAGE, reachable: true },
    },
    {
      name: 'the-painter-knows-pure-code-only',
      severity: 'error',
      from: { path: folder('painter') },
      to: { path: '^src/', pathNot: '^src/(painter|proof)/' },
    },
    {
      name: 'quotations-run-anywhere',
      comment: 'They are checked in pages and by verifiers outside the service too.',
      severity: 'error',
      from: { path: folder('quotations') },
      to: { pathNot: ['^src/(quotations|platform/text|proof)/', 'node_modules/@noble/hashes/'] },
    },
    {
      name: 'quotations-meet-at-their-index',
      severity: 'error',
      from: { path: '^src/', pathNot: folder('quotations') },
      to: { path: folder('quotations'), pathNot: '^src/quotations/index\\.ts$' },
    },
    {
      name: 'nobody-imports-the-top',
      severity: 'error',
      from: { path: '^src/', pathNot: TOP },
      to: { path: TOP },
    },
    {
      name: 'no-dev-packages-in-src',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/web/', SCREENS] },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { pathNot: '/generated/' },
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^@graphql-typed-document-node/core$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
};
