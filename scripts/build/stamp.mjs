/** Tells whether what was built still belongs to the sources, by content, so that a fresh checkout is judged rightly. */
import { createHash } from 'node:crypto';
import { readdir, readFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const inputs = [
  'src',
  'local-models',
  'scripts/build',
  'esbuild.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

export async function isFresh(root, outputs) {
  try {
    const stamp = JSON.parse(await readFile(stampFile(root), 'utf8'));
    return stamp.inputs === (await hashAll(root, inputs)) && stamp.outputs === (await hashAll(root, outputs));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return false;
    throw error;
  }
}

export async function writeStamp(root, outputs) {
  const stamp = { inputs: await hashAll(root, inputs), outputs: await hashAll(root, outputs) };
  await mkdir(path.dirname(stampFile(root)), { recursive: true });
  await writeFile(stampFile(root), JSON.stringify(stamp));
}

const stampFile = (root) => path.join(root, 'dist', '.build.json');

async function hashAll(root, names) {
  const hash = createHash('sha256');
  for (const name of names) {
    for (const file of await filesOf(root, name)) {
      hash
        .update(`${file}\0`)
        .update(await readFile(path.join(root, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesOf(root, name) {
  try {
    const entries = await readdir(path.join(root, name), { withFileTypes: true, recursive: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
    return files.map((file) => path.relative(root, file).split(path.sep).join('/')).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [name];
    throw error;
  }
}
