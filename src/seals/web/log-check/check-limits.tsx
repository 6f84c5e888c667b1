import { CopyButton } from '../../../web/kit/values.tsx';
import { texts } from '../texts.ts';

/** Explains what a log check in this page proves, and its limits. */
export function CheckLimits() {
  const command = `imprimatur audit ${location.origin} --trust trust.json`;
  return (
    <div className="seals-check-limits">
      <h3>{texts.checkLimits.title}</h3>
      <ul>
        <li>{texts.checkLimits.finds}</li>
        <li>{texts.checkLimits.noEvidence}</li>
        <li>{texts.checkLimits.oneView}</li>
      </ul>
      <p>{texts.checkLimits.forEvidence}</p>
      <p className="seals-command">
        <code>{command}</code>
        <CopyButton text={command} what="command" />
      </p>
    </div>
  );
}
