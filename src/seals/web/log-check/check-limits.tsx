import { CopyButton } from '../../../web/kit/values.tsx';

/** Explains what a check in this page proves, and its limits. */
export function CheckLimits() {
  const command = `imprimatur audit ${location.origin} --trust trust.json`;
  return (
    <div className="seals-check-limits">
      <h3>Scope of this check</h3>
      <ul>
        <li>
          It finds entries that were changed, lost or replaced behind the service’s back, and a log that doesn’t
          continue the one this browser checked before.
        </li>
        <li>
          It isn’t evidence against the service: this page and its program come from the service, and a dishonest
          service could send a page that always says Clean.
        </li>
        <li>
          It sees only what the service shows to this browser. Witnesses, and audits from other machines, confirm that
          everyone is shown the same log.
        </li>
      </ul>
      <p>For evidence, run the same check on your own machine, with a trust file that you saved earlier:</p>
      <p className="seals-command">
        <code>{command}</code>
        <CopyButton text={command} what="command" />
      </p>
    </div>
  );
}
