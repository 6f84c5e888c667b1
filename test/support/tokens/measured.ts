/**
 * Tokens of each text by public vocabularies of other families, counted once on 2026-11-27: Gemini and Gemma 3 (the larger of both),
 * Mistral's Tekken, DeepSeek V3, Llama 3 and an older Claude. docs/decisions/0067-count-tokens-with-a-tokenizer.md names the packages.
 */
export const MEASURED: Readonly<
  Record<string, Readonly<Record<'google' | 'mistral' | 'deepseek' | 'perplexity' | 'anthropic', number>>>
> = {
  English: { google: 47, mistral: 49, deepseek: 47, perplexity: 47, anthropic: 46 },
  German: { google: 74, mistral: 76, deepseek: 83, perplexity: 86, anthropic: 96 },
  French: { google: 69, mistral: 72, deepseek: 77, perplexity: 75, anthropic: 83 },
  Spanish: { google: 56, mistral: 65, deepseek: 71, perplexity: 72, anthropic: 80 },
  Italian: { google: 63, mistral: 69, deepseek: 74, perplexity: 77, anthropic: 92 },
  Portuguese: { google: 61, mistral: 67, deepseek: 72, perplexity: 76, anthropic: 78 },
  Dutch: { google: 67, mistral: 70, deepseek: 74, perplexity: 78, anthropic: 88 },
  Polish: { google: 76, mistral: 84, deepseek: 83, perplexity: 99, anthropic: 123 },
  Czech: { google: 71, mistral: 73, deepseek: 79, perplexity: 65, anthropic: 102 },
  Turkish: { google: 62, mistral: 66, deepseek: 81, perplexity: 56, anthropic: 92 },
  Russian: { google: 64, mistral: 71, deepseek: 73, perplexity: 70, anthropic: 117 },
  Greek: { google: 77, mistral: 72, deepseek: 94, perplexity: 75, anthropic: 211 },
  Hebrew: { google: 77, mistral: 74, deepseek: 76, perplexity: 157, anthropic: 145 },
  Arabic: { google: 71, mistral: 57, deepseek: 76, perplexity: 75, anthropic: 187 },
  Hindi: { google: 79, mistral: 78, deepseek: 120, perplexity: 117, anthropic: 222 },
  Thai: { google: 68, mistral: 93, deepseek: 71, perplexity: 87, anthropic: 315 },
  Chinese: { google: 54, mistral: 76, deepseek: 41, perplexity: 66, anthropic: 83 },
  Japanese: { google: 54, mistral: 74, deepseek: 62, perplexity: 73, anthropic: 101 },
  Korean: { google: 70, mistral: 60, deepseek: 72, perplexity: 65, anthropic: 104 },
  Amharic: { google: 118, mistral: 283, deepseek: 219, perplexity: 282, anthropic: 305 },
  TypeScript: { google: 2043, mistral: 1804, deepseek: 1671, perplexity: 1641, anthropic: 1747 },
  Python: { google: 1453, mistral: 1364, deepseek: 1263, perplexity: 1233, anthropic: 1212 },
  JSON: { google: 1173, mistral: 1264, deepseek: 1038, perplexity: 948, anthropic: 959 },
  'indented JSON': { google: 1982, mistral: 1742, deepseek: 1502, perplexity: 1562, anthropic: 1413 },
  'a Markdown table': { google: 983, mistral: 987, deepseek: 699, perplexity: 702, anthropic: 615 },
  CSV: { google: 1178, mistral: 1179, deepseek: 657, perplexity: 687, anthropic: 550 },
  HTML: { google: 1019, mistral: 1052, deepseek: 997, perplexity: 967, anthropic: 1086 },
  emoji: { google: 660, mistral: 1561, deepseek: 930, perplexity: 1230, anthropic: 1360 },
  digests: { google: 1067, mistral: 1377, deepseek: 753, perplexity: 746, anthropic: 730 },
  numbers: { google: 766, mistral: 772, deepseek: 429, perplexity: 421, anthropic: 358 },
  'indented text': { google: 198, mistral: 199, deepseek: 177, perplexity: 177, anthropic: 124 },
};
