/** The steps of a journey as tests, with either hand. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep } from '../deep';
import { type Hand, keyboard, mouse } from './hand';
import { type Home, Journey } from './journey';

const HANDS = { mouse, keyboard };

export interface OpenHome extends Home {
  readonly errors: readonly string[];
  close(): Promise<void>;
}

export type OpensHome = (hand: (tab: Page) => Hand) => Promise<OpenHome>;

/** Milliseconds between the keys: as fast as it goes, a fast typist, a slow one. */
const SPEEDS = [0, 60, 150];

/** By the keyboard alone; in the deep run with the mouse, too. */
export function testJourneys(open: OpensHome): void {
  testJourney('keyboard', open);
  if (isDeep) testJourney('mouse', open);
}

function testJourney(by: keyof typeof HANDS, open: OpensHome): void {
  describe(`by ${by}`, () => {
    let home: OpenHome;
    let journey: Journey;
    beforeAll(async () => {
      home = await open(HANDS[by]);
      journey = new Journey(home);
    });
    afterAll(() => home.close());

    it('makes a table of a folder of notes', () => journey.makesATable());
    it('edits each type at any speed', () => journey.editsEachType(SPEEDS));
    it('is refused in place, and corrects', () => journey.isRefusedAndCorrects());
    it('pastes fifty rows of a spreadsheet', () => journey.pastesFiftyRows());
    it('filters, groups and saves the view', () => journey.makesAView());
    it('opens a row, and the block in its note follows', () => journey.opensARow());
    it('takes a program back from its notice', () => journey.undoesFromANotice());
    it('takes a part of a write back', () => journey.undoesAPart());
    it('has nothing to complain of', () => expect(home.errors).toEqual([]));
  });
}
