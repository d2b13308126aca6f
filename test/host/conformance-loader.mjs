/** For Node 20: the official conformance suite of the Model Context Protocol imports `globSync`, which came with Node 22. Nothing that a test of a server does calls it. */
import fs from 'node:fs';
import { register } from 'node:module';

if (fs.globSync === undefined) register(import.meta.url);

const WITH_GLOB = `export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];`;

export async function resolve(specifier, context, next) {
  const isSuite = (context.parentURL ?? '').includes('@modelcontextprotocol/conformance/');
  if (specifier !== 'fs' || !isSuite) return next(specifier, context);
  return { url: `data:text/javascript,${encodeURIComponent(WITH_GLOB)}`, shortCircuit: true };
}
