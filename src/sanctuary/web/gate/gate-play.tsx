import { useEffect, useState } from 'react';
import { CodeText } from '../page/code-text.tsx';
import { sha256 } from '../seal/digest.ts';
import { NOT_YET } from '../seal/hex-digest.tsx';
import { ApprovalState, ApprovalVerdict, applyDecision, type Game, PERSONAS, type Persona, startGame } from './game.ts';

const FIRST = 'Dear Ms Novak, your contract is ready to sign.';
const CHANGED = 'Dear Ms Novak, your contract is ready to sign, at twice the price.';

const STATES: Readonly<Record<string, string>> = {
  PENDING: 'waits for approval',
  APPROVED: 'is approved. The permit covers exactly these bytes.',
  REJECTED: 'is rejected. Nothing is sent.',
};

/** Simulates the approval of an agent’s message. The page itself applies the rules of the service; nothing is sent. */
export function GatePlay() {
  const [game, setGame] = useState<Game>(() => startGame(FIRST, NOT_YET));
  const begin = async () => setGame(startGame(FIRST, (await sha256(new TextEncoder().encode(FIRST))) ?? FIRST));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => void begin(), []);

  const look = ({ name }: Persona) =>
    setGame({
      ...game,
      seen: { ...game.seen, [name]: game.sha256 },
      log: [...game.log, { who: name, did: 'views the message', refusal: null }],
    });
  const decide = (persona: Persona, verdict: ApprovalVerdict) => setGame(applyDecision(game, persona, verdict));
  const tamper = async () => {
    const digest = (await sha256(new TextEncoder().encode(CHANGED))) ?? CHANGED;
    setGame((now) => ({
      ...now,
      text: CHANGED,
      sha256: digest,
      log: [...now.log, { who: 'Someone', did: 'changes the message after it was viewed', refusal: null }],
    }));
  };
  const hasLooked = Object.keys(game.seen).length > 0;
  const isPending = game.state === ApprovalState.PENDING;

  return (
    <div className="two gate">
      <div>
        <div className="held" data-state={game.state}>
          <p className="eyebrow">The message {STATES[game.state] ?? game.state}</p>
          <blockquote>{game.text}</blockquote>
          <code className="quiet">sha256 {game.sha256.slice(0, 24)}…</code>
        </div>
        <ul className="personas">
          {PERSONAS.map((persona) => (
            <li key={persona.name}>
              <p>
                <strong>{persona.name}</strong> <span className="quiet">{persona.role}</span>
              </p>
              <p className="actions">
                {persona.isApprover && (
                  <button type="button" onClick={() => look(persona)}>
                    View message<span className="visually-hidden"> as {persona.name}</span>
                  </button>
                )}
                <button type="button" onClick={() => decide(persona, ApprovalVerdict.APPROVE)}>
                  Approve<span className="visually-hidden"> as {persona.name}</span>
                </button>
                <button type="button" onClick={() => decide(persona, ApprovalVerdict.REJECT)}>
                  Reject<span className="visually-hidden"> as {persona.name}</span>
                </button>
              </p>
            </li>
          ))}
        </ul>
        <p className="actions">
          <button type="button" disabled={!hasLooked || !isPending || game.text === CHANGED} onClick={tamper}>
            Change the message after it was viewed
          </button>
          <button type="button" onClick={() => void begin()}>
            Start over
          </button>
        </p>
      </div>
      <ol className="log" aria-live="polite" aria-label="Event log">
        {game.log.map(({ who, did, refusal }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added
          <li key={at} data-refused={refusal !== null}>
            <p>
              <strong>{who}</strong> {did}
            </p>
            {refusal && (
              <p className="refusal">
                <code>
                  {refusal.code} · {refusal.obstacle}
                </code>{' '}
                <CodeText text={refusal.message} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
