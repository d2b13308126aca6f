import type { ErrorResult, JsonObject } from '../engine/index';

/** The result of a forwarded call, or the error as every caller sees it. D5 */
export type ForwardedOutcome = { readonly result: JsonObject } | ErrorResult;
