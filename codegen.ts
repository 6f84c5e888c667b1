import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { preset as clientPreset } from '@graphql-codegen/client-preset';

type Output = CodegenConfig['generates'][string];

/** One folder per feature, so that a screen loads only its own documents. */
const WEB_FOLDERS = readdirSync('schema/operations/web').sort();

/** The client preset without its map of all documents (`gql.ts`) and its `index.ts`, because documents are imported by name. */
const documentsOnly: typeof clientPreset = {
  ...clientPreset,
  async buildGeneratesSection(options) {
    const files = await clientPreset.buildGeneratesSection(options);
    return files.filter(({ filename }) => path.basename(filename) === 'graphql.ts');
  },
};

/** Typed documents whose value is their own text, so that the text is sent as written. */
function typedDocuments(documents: string[], upload: { input: string; output: string }): Output {
  return {
    documents,
    preset: documentsOnly,
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
        JSON: 'unknown',
        JSONObject: 'Record<string, unknown>',
        SafeInt: 'number',
        NonNegativeInt: 'number',
        PositiveInt: 'number',
        Upload: upload,
        Base64Bytes: { input: 'string | Uint8Array', output: 'string' },
      },
    },
  };
}

/** The REST layer runs the stored operations. Those below `web` belong to the screens of the back office. */
const config: CodegenConfig = {
  schema: [{ 'schema/schema.graphql': { loader: './scripts/codegen/strict-schema.ts' } }],
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
  generates: {
    'src/rest/generated/': typedDocuments(['schema/operations/*.graphql'], { input: 'Uint8Array', output: 'never' }),
    'src/rest/generated/shapes.ts': {
      documents: ['schema/operations/*-fields.graphql'],
      plugins: ['./scripts/codegen/fragment-shapes.ts'],
    },
    ...Object.fromEntries(
      WEB_FOLDERS.map((name) => [
        `src/web/generated/${name}/`,
        typedDocuments(['schema/operations/problem-fields.graphql', `schema/operations/web/${name}/*.graphql`], {
          input: 'Blob',
          output: 'never',
        }),
      ]),
    ),
  },
};

export default config;
