import { CopyButton } from '../../../web/kit/values.tsx';

/** What follows from a check in this page, and what does not. */
export function CheckLimits() {
  const command = `imprimatur audit ${location.origin} --trust trust.json`;
  return (
    <div className="seals-check-limits">
      <h3>What this shows, and what it does not</h3>
      <ul>
        <li>
          It finds what was changed, lost or replaced in the log behind the service’s back, and a log that goes on in
          another way than this browser has seen it.
        </li>
        <li>
          It is no evidence against the service: this page and the program that checks come from it, and a service that
          wants to deceive can send a page that says Clean.
        </li>
        <li>
          It sees what this browser is shown. That everybody is shown the same, witnesses can tell, and people who audit
          from elsewhere.
        </li>
      </ul>
      <p>
        Who checks for evidence runs the same check on a machine of their own, by the trust file that they have kept
        from an earlier day:
      </p>
      <p className="seals-command">
        <code>{command}</code>
        <CopyButton text={command} what="command" />
      </p>
    </div>
  );
}
