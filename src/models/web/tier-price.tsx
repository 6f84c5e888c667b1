import { dollars } from '../../web/kit/values.tsx';

interface Tier {
  aboveInputTokens: number;
  inputMicros: number;
  cachedInputMicros?: number | null;
  cacheWriteMicros?: number | null;
  outputMicros: number;
}

/** What a million tokens cost, at each size of the input. */
export function TierPrice({ tiers, perRequestMicros }: { tiers: readonly Tier[]; perRequestMicros: number }) {
  return (
    <>
      {tiers.map(({ aboveInputTokens, inputMicros, cachedInputMicros, cacheWriteMicros, outputMicros }) => (
        <div key={aboveInputTokens} className="number">
          {dollars(inputMicros)} in, {dollars(outputMicros)} out
          {cachedInputMicros != null && <span className="hint"> ({dollars(cachedInputMicros)} cached)</span>}
          {cacheWriteMicros != null && <span className="hint"> ({dollars(cacheWriteMicros)} cache write)</span>}
          {aboveInputTokens > 0 && (
            <span className="hint"> above {aboveInputTokens.toLocaleString('en-US')} tokens in</span>
          )}
        </div>
      ))}
      {perRequestMicros > 0 && <div className="hint">and {dollars(perRequestMicros)} a request</div>}
      {tiers.length === 0 && <span className="hint">by the picture</span>}
    </>
  );
}
