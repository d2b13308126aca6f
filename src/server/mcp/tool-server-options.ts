import type { RequestId } from '@modelcontextprotocol/server';
import type { ApprovalRequest, JsonObject } from '../../engine/index';
import type { AskedOutcome } from '../asked-calls';
import type { ForwardedOutcome } from '../forwarded-outcome';
import type { Profile } from './tool-profiles';

export interface ToolServerOptions {
  readonly profile: Profile;
  /** Of the program. */
  readonly version: string;
  /** Runs an operation for the connected client; a refusal is a value. */
  readonly run: (operation: string, args: JsonObject, call: ToolCallContext) => Promise<AskedOutcome>;
  /** Brings what the user of the client says to a question. */
  readonly answer: (id: string, isAllowed: boolean, call: ToolCallContext) => Promise<ForwardedOutcome>;
  /** Names of the operations that the client may call. */
  readonly allowed: () => Promise<ReadonlySet<string>>;
  /** Shows a question in the middle of a call, where the package can't: on a connection of 2025 that the server does not keep. */
  readonly elicit?: ((question: ApprovalRequest, requestId: RequestId) => Promise<boolean>) | null;
  /** Resources that the client watches, for the revisions of 2025. */
  readonly subscribed?: Set<string>;
  /** The client hears when lists and resources change. */
  readonly hasNews?: boolean;
  /** The connected client, where the messages themselves do not name it. */
  readonly client?: ClientInfo | null;
}

export interface ToolCallContext {
  readonly harness: string | null;
  /** The client shows questions to its user. */
  readonly elicits: boolean;
  /** Resolves when the client cancels the call. */
  readonly cancelled: Promise<void>;
}

export interface ClientInfo {
  readonly name: string;
  readonly version?: string;
}
