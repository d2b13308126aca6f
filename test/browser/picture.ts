/** Pictures of pages: taken in the deep run, kept for the documentation with `SCREENSHOTS=1`. */

import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isDeep } from '../deep';

const folder = path.join(import.meta.dirname, '../../docs/screenshots');
/** Letters differ a little from machine to machine. */
const keepsPictures = process.env['SCREENSHOTS'] === '1';

export async function picture(tab: Page, name: string): Promise<void> {
  if (!isDeep && !keepsPictures) return;
  const place = keepsPictures ? { path: path.join(folder, `${name}.png`) } : {};
  const bytes = await tab.screenshot({ animations: 'disabled', ...place });
  expect(bytes.length).toBeGreaterThan(10_000);
}
