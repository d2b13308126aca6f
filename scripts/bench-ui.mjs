/** `npm run bench:ui`: builds what is stale, builds the bench of the interface and runs it. Arguments go to the bench. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import esbuild from 'esbuild';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const bundle = path.join(root, 'bench', '.build', 'ui.mjs');

/** What it shares with the tests finds its files from its own place. */
const ownPlaces = {
  name: 'own-places',
  setup(build) {
    build.onLoad({ filter: /[\\/](test|bench)[\\/].*\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: 'ts' };
    });
  },
};

run([path.join(root, 'esbuild.config.mjs'), '--if-stale']);
await esbuild.build({
  entryPoints: [path.join(root, 'bench', 'ui', 'main.ts')],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
  plugins: [ownPlaces],
});
run(['--enable-source-maps', bundle, ...process.argv.slice(2)]);

function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}
