import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: `${process.env.IMPRIMATUR_URL ?? 'http://127.0.0.1:4000'}/schema.graphql`,
  documents: ['*.ts', '!codegen.ts'],
  // For Node's own way of finding modules. A bundler needs neither of them.
  importExtension: '.js',
  emitLegacyCommonJSImports: false,
  generates: {
    'gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        strictScalars: true,
        scalars: {
          Base64Bytes: 'string',
          DateTime: 'string',
          JSON: 'unknown',
          JSONObject: 'Record<string, unknown>',
          NonNegativeInt: 'number',
          PositiveInt: 'number',
          SafeInt: 'number',
          Sha256: 'string',
          Upload: 'Blob',
        },
      },
    },
  },
};

export default config;
