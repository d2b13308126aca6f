/**
 * The client of `pg` in `main.js`, without what the mirror never asks of it: pools, the native client, the file of passwords, channel binding, and
 * values of other types than text and boolean. docs/adr/0012-mirror.md#in-mainjs
 */

/** By the name that is imported, with the package that imports it. */
const STANDS_IN = new Map([
  ['pg', "module.exports = { Client: require('pg/lib/client') };"],
  ['pgpass', 'module.exports = (connection, callback) => callback(undefined);'],
  ['./cert-signatures', 'module.exports = {};'],
  [
    'pg-types',
    // 16 is boolean.
    `const parser = (type) => (type === 16 ? (text) => text === 't' : (text) => text);
module.exports = { getTypeParser: parser, setTypeParser() {}, builtins: {} };`,
  ],
]);

/** @returns {import('esbuild').Plugin} */
export function smallPg() {
  return {
    name: 'small-pg',
    setup: (build) => {
      build.onResolve({ filter: /^(?:pg|pgpass|pg-types|\.\/cert-signatures)$/ }, ({ path, resolveDir }) => ({
        path,
        namespace: 'small-pg',
        pluginData: { resolveDir },
      }));
      build.onLoad({ filter: /.*/, namespace: 'small-pg' }, ({ path, pluginData }) => ({
        contents: STANDS_IN.get(path),
        loader: 'js',
        resolveDir: pluginData.resolveDir,
      }));
    },
  };
}
