/** What axe-core has against a screen. docs/page.md#for-everybody */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

const script = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Context {
  readonly include: readonly (readonly string[])[];
  readonly exclude: readonly (readonly string[])[];
}

/** As `rule: element`, of the part of the page at the selector, without what is at the other one. */
export async function axeFindings(tab: Page, part = 'body', without: string | null = null): Promise<readonly string[]> {
  if (!(await tab.evaluate(() => 'axe' in window))) await tab.evaluate(await script);
  const context: Context = { include: [[part]], exclude: without === null ? [] : [[without]] };
  const violations = await tab.evaluate(async (place) => {
    const { axe } = window as unknown as { axe: { run(context: Context): Promise<{ violations: Found[] }> } };
    return (await axe.run(place)).violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target }) => ({ target })),
    }));
  }, context);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
