/** Starts the Chromium of the browser tests: on Linux the one of an npm package, elsewhere an installed Chrome or Edge. */

import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);
const packageFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../node_modules/@sparticuz/chromium');

const needsABrowser = `The browser tests need Chrome, Edge or Chromium, and none was found. Install Google Chrome or Microsoft Edge,
or set NOTEDB_CHROMIUM to the path of a Chromium program.`;

/** A new headless browser. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const own = process.env['NOTEDB_CHROMIUM'];
  if (own !== undefined && own !== '') return chromium.launch({ executablePath: own, args: ['--no-sandbox'] });
  if (process.platform === 'linux' && process.arch === 'x64') return launchPackaged();
  return launchInstalled();
}

async function launchInstalled(): Promise<Browser> {
  const reasons: string[] = [];
  for (const channel of ['chrome', 'msedge']) {
    try {
      return await chromium.launch({ channel });
    } catch (error) {
      reasons.push(`${channel}: ${String(error).split('\n')[0] ?? ''}`);
    }
  }
  throw new Error([needsABrowser, ...reasons].join('\n'));
}

async function launchPackaged(): Promise<Browser> {
  const folder = await unpacked();
  const executablePath = path.join(folder, 'chromium');
  const env = { ...definedEnvironment(), FONTCONFIG_FILE: path.join(folder, 'fonts.conf') };
  const args = ['--no-sandbox', '--font-render-hinting=none'];
  return chromium.launch({ executablePath, args, env: { ...env, ...(await librariesFor(executablePath, folder)) } });
}

/** Where the package's files are unpacked, once a version and user; another process that does the same is no harm. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = path.join(tmpdir(), `notedb-chromium-${version}-${process.getuid?.() ?? 'user'}`);
  const isThere = (): Promise<boolean> =>
    access(path.join(folder, 'fonts.conf')).then(
      () => true,
      () => false,
    );
  if (await isThere()) return folder;

  const fresh = await mkdtemp(`${folder}-`);
  await inflateInto(fresh, ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']);
  await mkdir(path.join(fresh, 'font-cache'));
  await writeFile(path.join(fresh, 'fonts.conf'), fontsConfiguration(folder));
  try {
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!(await isThere())) throw error;
  }
  return folder;
}

/** The package unpacks to the folder for temporary files of its process. */
async function inflateInto(folder: string, archives: readonly string[]): Promise<void> {
  const code = `import { inflate } from '@sparticuz/chromium'; await Promise.all(process.argv.slice(1).map(inflate));`;
  const files = archives.map((archive) => path.join(packageFolder, 'bin', archive));
  await run(process.execPath, ['--input-type=module', '-e', code, ...files], {
    cwd: packageFolder,
    env: { ...process.env, TMPDIR: folder },
  });
}

/** The package's font first, so that a machine without fonts shows text, then what the system has. */
function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
</fontconfig>
`;
}

/** Nothing where the system has NSS and its kin; else the copies that come with the package. */
async function librariesFor(executablePath: string, folder: string): Promise<Record<string, string>> {
  const bundled = { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') };
  if ((await complaintOf(executablePath, {})) === '') return {};
  const complaint = await complaintOf(executablePath, bundled);
  if (complaint === '') return bundled;
  throw new Error(
    `The Chromium of the browser tests does not start. Install what it misses (on Debian: libnss3 libnspr4 libexpat1).\n${complaint}`,
  );
}

/** What the program says when it can not start. */
async function complaintOf(executablePath: string, libraries: Record<string, string>): Promise<string> {
  try {
    await run(executablePath, ['--version'], { env: { ...process.env, ...libraries } });
    return '';
  } catch (error) {
    return String(error);
  }
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
