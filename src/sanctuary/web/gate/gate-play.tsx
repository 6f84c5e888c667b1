import { useEffect, useState } from 'react';
import { CodeText } from '../page/code-text.tsx';
import { sha256 } from '../seal/digest.ts';
import { NOT_YET } from '../seal/hex-digest.tsx';
import { texts } from '../texts.ts';
import {
  ApprovalState,
  ApprovalVerdict,
  applyDecision,
  type Game,
  PERSONAS,
  type Persona,
  startGame,
} from './gate-simulation.ts';

const { message: FIRST, changedMessage: CHANGED } = texts.gate;

/** Simulates the approval of an agent’s message in the browser, with the same rules as the service. Nothing is sent. */
export function GatePlay() {
  const [game, setGame] = useState<Game>(() => startGame(FIRST, NOT_YET));
  const begin = async () => setGame(startGame(FIRST, (await sha256(new TextEncoder().encode(FIRST))) ?? FIRST));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => void begin(), []);

  const look = ({ name }: Persona) =>
    setGame({
      ...game,
      seen: { ...game.seen, [name]: game.sha256 },
      log: [...game.log, { who: name, did: texts.gate.events.view, refusal: null }],
    });
  const decide = (persona: Persona, verdict: ApprovalVerdict) => setGame(applyDecision(game, persona, verdict));
  const tamper = async () => {
    const digest = (await sha256(new TextEncoder().encode(CHANGED))) ?? CHANGED;
    setGame((now) => ({
      ...now,
      text: CHANGED,
      sha256: digest,
      log: [...now.log, { who: texts.gate.personas.someone, did: texts.gate.events.tamper, refusal: null }],
    }));
  };
  const hasLooked = Object.keys(game.seen).length > 0;
  const isPending = game.state === ApprovalState.PENDING;

  return (
    <div className="two gate">
      <div>
        <div className="held" data-state={game.state}>
          <p className="eyebrow">{texts.gate.states[game.state] ?? texts.gate.otherState(game.state)}</p>
          <blockquote>{game.text}</blockquote>
          <code className="quiet">{texts.gate.digest(game.sha256.slice(0, 24))}</code>
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
                    {texts.gate.view}
                    <span className="visually-hidden">{texts.gate.asPersona(persona.name)}</span>
                  </button>
                )}
                <button type="button" onClick={() => decide(persona, ApprovalVerdict.APPROVE)}>
                  {texts.gate.approve}
                  <span className="visually-hidden">{texts.gate.asPersona(persona.name)}</span>
                </button>
                <button type="button" onClick={() => decide(persona, ApprovalVerdict.REJECT)}>
                  {texts.gate.reject}
                  <span className="visually-hidden">{texts.gate.asPersona(persona.name)}</span>
                </button>
              </p>
            </li>
          ))}
        </ul>
        <p className="actions">
          <button type="button" disabled={!hasLooked || !isPending || game.text === CHANGED} onClick={tamper}>
            {texts.gate.tamper}
          </button>
          <button type="button" onClick={() => void begin()}>
            {texts.gate.startOver}
          </button>
        </p>
      </div>
      <ol className="log" aria-live="polite" aria-label={texts.gate.log}>
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
