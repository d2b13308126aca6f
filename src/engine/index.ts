/** The whole public face of the engine: hosts, the server, the user interface and the program know nothing else of it. */

export { type EngineOptions, openEngine } from './engine';
export type { AcceptedDeletions } from './commit/external/external-edits';
export { type Conflict, type ErrorCode, NotedbError, type Violation, type ViolationCode, nearOf } from './errors';
export type { ViewLayout, ViewLayoutSettings } from './catalog/spec/view-layouts';
export type { Change } from './feed/published';
export type { ChangeKind } from './history/change-record';
export type { Actor, App, Caller, Owner, Permission } from './history/caller';
export { matchesPatterns, patternProblem } from './text/table-patterns';
export type { OperationGroup } from './operations/define-operation';
export { errorSchema } from './operations/operation-schemas';
export type { VaultFiles } from './operations/query/vault-files';
export type { Deed } from './schemas/deed';
export type { ErrorResult, PlannedNote } from './schemas/results';
export { type Operations, type RunOperation, typedRun } from './operations/registry';
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
export { type Engine, type EngineChange, OPERATION_INFOS, type OperationInfo } from './running-engine';
export type { NameField, NameKind } from './search/names/name-entry';
export type { FoundName, FoundNames, NameRequest } from './search/names/name-index';
export { KNOWN_MODELS } from './semantic/known-models';
export type { SetUpOutcome, SetUpRequest, SetUpState } from './semantic/semantic-set-up';
export { type Json, type JsonObject, isJsonObject } from './json';
