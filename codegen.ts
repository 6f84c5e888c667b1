import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents for the stored operations: the REST layer runs them, and a client can be built on them. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
  documents: 'schema/operations/*.graphql',
  generates: {
    'src/rest/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        documentMode: 'string',
        importExtension: '.ts',
        emitLegacyCommonJSImports: false,
        enumsAsTypes: true,
        useTypeImports: true,
        scalars: {
          DateTime: 'string',
          Sha256: 'string',
          JSONObject: 'Record<string, unknown>',
          SafeInt: 'number',
          NonNegativeInt: 'number',
          PositiveInt: 'number',
          Upload: { input: 'Uint8Array', output: 'never' },
          Base64Bytes: { input: 'string | Uint8Array', output: 'string' },
        },
      },
    },
  },
};

export default config;
