/** The log as commit and recovery use it. */

import type { LoggerPort } from '../ports/host';

export type Logger = LoggerPort['log'];
