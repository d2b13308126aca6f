/** Another process at work in a vault: does what it reads on stdin, a step a line, each at its time, and answers with a line for each. */

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import type { Step } from './second-process';

const [, , folder = ''] = process.argv;
const place = (file: string): string => path.join(folder, file);
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A path may end in `*`: the first name in its folder that begins like this. */
function resolvePath(file: string): string | null {
  if (!file.endsWith('*')) return fs.existsSync(place(file)) ? file : null;
  const parent = path.dirname(file);
  const start = path.basename(file).slice(0, -1);
  if (!fs.existsSync(place(parent))) return null;
  const name = fs.readdirSync(place(parent)).find((each) => each.startsWith(start) && !each.startsWith('.'));
  return name === undefined ? null : `${parent}/${name}`;
}

/** As editors and sync tools save: a new file takes the name. */
function replace(file: string, text: string): void {
  const temporary = place(`${path.dirname(file)}/.saving~${path.basename(file)}`);
  fs.writeFileSync(temporary, text);
  fs.renameSync(temporary, place(file));
}

/** A note that is being made is empty for a moment: no editor has anything to edit there yet. */
function textOf(file: string): string {
  let text = '';
  for (let tries = 0; text === '' && tries < 1000; tries += 1) text = fs.readFileSync(place(file), 'utf8');
  return text;
}

const edited = (file: string): string => textOf(file).replace(/^name: ./m, 'name: Z');

/** The same size and the same time stamp as before. */
function disguise(file: string): void {
  const reference = place(`${path.dirname(file)}/.reference`);
  fs.writeFileSync(reference, '');
  execFileSync('touch', ['-r', place(file), reference]);
  fs.writeFileSync(place(file), edited(file));
  execFileSync('touch', ['-r', reference, place(file)]);
  fs.unlinkSync(reference);
}

/** More events than the operating system keeps for who does not fetch them: 16,384 by default on Linux. */
function noise(folderOfNoise: string): void {
  const files = ['a.txt', 'b.txt'].map((name) => fs.openSync(place(`${folderOfNoise}/${name}`), 'w'));
  // Events that are alike are told once, so that they take turns.
  for (let i = 0; i < 20_000; i += 1) fs.writeSync(files[i % 2] as number, 'x');
  files.forEach((fd) => fs.closeSync(fd));
}

/** In place: empty, then about half of it in whole lines, then the rest. */
function writeHalves(file: string, text: string, pause: number): void {
  const half = text.indexOf('\n', text.length / 2) + 1;
  fs.writeFileSync(place(file), text.slice(0, half));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
  fs.appendFileSync(place(file), text.slice(half));
}

/** The words of this process that a note holds: they go with it. */
const ownWords = (file: string): readonly string[] => fs.readFileSync(place(file), 'utf8').match(/\bN\d+x\b/g) ?? [];

function act(step: Step, file: string): void {
  const to = (): string => {
    fs.mkdirSync(path.dirname(place(step.to ?? '')), { recursive: true });
    return place(step.to ?? '');
  };
  switch (step.act) {
    case 'write':
      fs.mkdirSync(path.dirname(place(file)), { recursive: true });
      return fs.writeFileSync(place(file), step.text ?? '');
    case 'replace':
      return replace(file, step.text ?? edited(file));
    case 'edit':
      return fs.writeFileSync(place(file), `${edited(file)}edited\n`);
    case 'disguise':
      return disguise(file);
    case 'noise':
      return noise(file);
    case 'append':
      return fs.appendFileSync(place(file), step.text ?? '');
    case 'swap':
      return replace(file, `${fs.readFileSync(place(file), 'utf8')}${step.text ?? ''}\n`);
    case 'halves':
      return writeHalves(file, `${fs.readFileSync(place(file), 'utf8')}${step.text ?? ''}\n`, step.after ?? 0);
    case 'copy':
      return fs.copyFileSync(place(file), to());
    case 'remove':
      return fs.rmSync(place(file), { recursive: true });
    case 'move':
      return fs.renameSync(place(file), to());
  }
}

/** `destroyed` and the words: what went with a note. */
function runAtOnce(step: Step): string {
  try {
    const words = step.act === 'remove' ? ownWords(step.path) : [];
    act(step, step.path);
    return step.act === 'remove' ? ['destroyed', ...words].join(' ') : 'done';
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

async function run(step: Step): Promise<string> {
  const isMade = step.act === 'write';
  if (step.isThereOnly === true) return runAtOnce(step);
  for (let tries = 0; !isMade && tries < 5000 && resolvePath(step.path) === null; tries += 1) await wait(1);
  if (step.after !== undefined) await wait(step.after);
  const file = isMade ? step.path : resolvePath(step.path);
  if (file === null) return 'not there';
  try {
    act(step, file);
    return 'done';
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

const lines = readline.createInterface({ input: process.stdin });
const write = (line: string): void => void process.stdout.write(`${line}\n`);
lines.on('line', (line) => void run(JSON.parse(line) as Step).then(write));
