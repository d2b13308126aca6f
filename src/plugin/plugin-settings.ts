/** The user's settings in `data.json`, which travels with the vault. */

export interface PluginSettings {
  /** Whether operations are served over HTTP, where there is Node. */
  readonly serve: boolean;
  readonly port: number;
  /** Whether a notice shows the changes of apps and bulk writes. */
  readonly notices: boolean;
  /** Origins of web pages that may use the server besides its own, with spaces between them. */
  readonly origins: string;
}

/** The first of the ports that the headless program tries too. D1 */
export const USUAL_PORT = 27390;

const DEFAULTS: PluginSettings = { serve: false, port: USUAL_PORT, origins: '', notices: true };

/** A file that somebody edited by hand, or another version wrote, is not a reason to fail. */
export function readSettings(stored: unknown): PluginSettings {
  if (typeof stored !== 'object' || stored === null) return DEFAULTS;
  const { serve, port, origins, notices } = stored as Partial<Record<string, unknown>>;
  return {
    notices: typeof notices === 'boolean' ? notices : DEFAULTS.notices,
    serve: typeof serve === 'boolean' ? serve : DEFAULTS.serve,
    port: typeof port === 'number' && Number.isInteger(port) && port >= 1024 && port <= 65535 ? port : DEFAULTS.port,
    origins: typeof origins === 'string' ? origins : DEFAULTS.origins,
  };
}
