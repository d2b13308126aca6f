/** The steps of a journey as tests, with either hand. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hand, keyboard, mouse } from './hand';
import { type Home, Journey } from './journey';
import type { Page } from 'playwright-core';

const HANDS = { mouse, keyboard };

export interface OpenHome extends Home {
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export type OpensHome = (hand: (tab: Page) => Hand) => Promise<OpenHome>;

/** `pauses`: milliseconds between the keys, a row of values for each. */
export function testJourney(by: keyof typeof HANDS, pauses: readonly number[], open: OpensHome): void {
  describe(`by ${by}`, () => {
    let home: OpenHome;
    let journey: Journey;
    beforeAll(async () => {
      home = await open(HANDS[by]);
      journey = new Journey(home);
    });
    afterAll(() => home.close());

    it('makes a table of a folder of notes', () => journey.makesATable());
    it('edits each type at any speed', () => journey.editsEachType(pauses));
    it('is refused in place, and corrects', () => journey.isRefusedAndCorrects());
    it('pastes fifty rows of a spreadsheet', () => journey.pastesFiftyRows());
    it('filters, groups and saves the view', () => journey.makesAView());
    it('opens a row, and the block in its note follows', () => journey.opensARow());
    it('takes a program back from its notice', () => journey.undoesFromANotice());
    it('takes a part of a write back', () => journey.undoesAPart());
    it('has nothing to complain of', () => expect(home.errors).toEqual([]));
  });
}
