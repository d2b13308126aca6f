/**
 * The public face of the engine: hosts, the server, the user interface and the program know nothing else of it but `operation-infos.ts`.
 * It evaluates next to nothing of the engine: the app evaluates it at each start.
 */

import type { EngineOptions } from './engine';
import type { Host } from './ports/host';
import type { Engine } from './running-engine';

/** Resolves when the rows are there to be asked for. Throws NotedbError when the vault can't be opened. The first call evaluates the engine. */
export async function openEngine(host: Host, options?: EngineOptions): Promise<Engine> {
  const engine = await import('./engine');
  return engine.openEngine(host, options);
}

export type { EngineOptions };
export type { AcceptedDeletions } from './commit/external/external-edits';
export { type Conflict, type ErrorCode, NotedbError, type Violation, type ViolationCode, nearOf } from './errors';
export type { ViewLayout, ViewLayoutSettings } from './catalog/spec/view-layouts';
export type { Change } from './feed/published';
export type { ChangeKind } from './history/change-record';
export type { Actor, App, Caller, Owner, Permission } from './history/caller';
export { matchesPatterns, patternProblem } from './text/table-patterns';
export type { OperationInfo } from './operation-infos';
export type { OperationGroup } from './operations/define-operation';
export type { VaultFiles } from './operations/query/vault-files';
export type { PartTarget } from './note/parts/note-part';
export type { Deed } from './schemas/deed';
export type { ErrorResult, PlannedNote } from './schemas/results';
export type { Operations } from './operations/registry';
export { type RunOperation, type RunnableOperations, typedRun } from './operations/typed-run';
export type { ApprovalPort, ApprovalRequest, NotePreview } from './ports/approval-port';
export type { CachePort } from './ports/cache-port';
export type {
  ClockPort,
  CompressionPort,
  CryptoPort,
  EmbeddingsEnvironment,
  Host,
  IdPort,
  LinkSettings,
  LoggerPort,
  SchedulerPort,
} from './ports/host';
export {
  HttpFailure,
  type HttpFailureCode,
  type HttpPort,
  type HttpRequest,
  type HttpResponse,
  type HttpTarget,
} from './ports/http-port';
export type { KnownNote, MetadataPort } from './ports/metadata-port';
export type { LocalModelsPort, ModelThread, ModelToStart } from './ports/local-models-port';
export type { PrivateStorePort } from './ports/private-store-port';
export type { SecretPort } from './ports/secret-port';
export {
  type FileStat,
  type NotePath,
  type VaultChange,
  VaultFailure,
  type VaultFailureCode,
  type VaultPort,
} from './ports/vault-port';
export type { Engine, EngineChange } from './running-engine';
export type { NameField, NameKind } from './search/names/name-entry';
export type { FoundName, FoundNames, NameRequest } from './search/names/name-index';
export { RULE_ACTOR } from './rules/rule-actor';
export { KNOWN_MODELS, KNOWN_STATIC_MODELS } from './semantic/known-models';
export type { SetUpOutcome, SetUpRequest, SetUpState } from './semantic/semantic-set-up';
export { type Json, type JsonObject, isJsonObject } from './json';
