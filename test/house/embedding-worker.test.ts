/** The thread of local models: no dynamic code, and nothing of it in what loading the plugin evaluates. docs/adr/0007-local-models.md */

import { expect, it } from 'vitest';
import { longStringsOfPlugin } from '../models/shipped-assets';

it(
  'stands in main.js only as strings inside of functions, and turns no text into code',
  { timeout: 60_000 },
  async () => {
    const strings = await longStringsOfPlugin();
    // The page of the server is the third one.
    expect(strings.map(({ isInFunction }) => isInFunction)).toEqual([true, true, true]);
    const [script = ''] = strings.map(({ text }) => text).filter((text) => text.includes('threadPort'));
    expect(script).not.toMatch(/\beval\s*\(|\bnew\s+Function\b/);
  },
);
