import { dollars } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

interface Tier {
  aboveInputTokens: number;
  inputMicros: number;
  cachedInputMicros?: number | null;
  cacheWriteMicros?: number | null;
  outputMicros: number;
}

/** Prices per million tokens by size of the input, and the price per request. */
export function TierPrice({ tiers, perRequestMicros }: { tiers: readonly Tier[]; perRequestMicros: number }) {
  return (
    <>
      {tiers.map(({ aboveInputTokens, inputMicros, cachedInputMicros, cacheWriteMicros, outputMicros }) => (
        <div key={aboveInputTokens} className="number">
          {texts.price.inAndOut(dollars(inputMicros), dollars(outputMicros))}
          {cachedInputMicros != null && <span className="hint"> {texts.price.cached(dollars(cachedInputMicros))}</span>}
          {cacheWriteMicros != null && (
            <span className="hint"> {texts.price.cacheWrite(dollars(cacheWriteMicros))}</span>
          )}
          {aboveInputTokens > 0 && (
            <span className="hint"> {texts.price.above(aboveInputTokens.toLocaleString('en-US'))}</span>
          )}
        </div>
      ))}
      {perRequestMicros > 0 && <div className="hint">{texts.price.perRequest(dollars(perRequestMicros))}</div>}
    </>
  );
}
