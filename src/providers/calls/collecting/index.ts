import type { DeploymentEntry, ProviderName } from '../../../models/index.ts';
import { type CallCredential, CredentialSource } from '../../providers-api.ts';
import { anthropicStream } from './anthropic.ts';
import { chatStream } from './chat.ts';
import type { CollectedStream } from './collector.ts';
import { googleStream } from './google.ts';
import { responsesStream } from './responses.ts';

export { type CollectedStream, ReportedInStream, withMembers } from './collector.ts';
export { EventReader } from './event-reader.ts';

const WITH_USAGE = '"stream":true,"stream_options":{"include_usage":true}';

/**
 * How each provider's stream is collected. Null for servers of customers, because some omit the usage or the tool calls from
 * their streams, and for the embedded engine, which has no streams.
 */
const STREAMED: Readonly<Record<ProviderName, CollectedStream | null>> = {
  openai: chatStream(WITH_USAGE),
  deepseek: chatStream(WITH_USAGE),
  mistral: chatStream('"stream":true'),
  perplexity: chatStream('"stream":true'),
  anthropic: anthropicStream,
  google: googleStream,
  xai: responsesStream,
  own: null,
  embedded: null,
};

/** Form in which the complete answer of a call is streamed to this service. Null if the answer isn't streamed. */
export function collectedStreamOf({ deployment, credential }: CollectableCall): CollectedStream | null {
  return credential.source === CredentialSource.SANDBOX ? null : STREAMED[deployment.provider];
}

interface CollectableCall {
  readonly deployment: DeploymentEntry;
  readonly credential: CallCredential;
}

/** True if a call for a complete answer can be aborted when the provider falls silent, like a streamed call. */
export const canDetectSilence = (call: CollectableCall) => collectedStreamOf(call) !== null;
