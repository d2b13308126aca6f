/** Settings of a layout as a view has them. docs/views.md#layouts */

import { expect, it } from 'vitest';
import { EMPTY_SPEC, withDisplay } from '../../../src/ui/rows/view-spec';
import { type SettingField, readSettings, withSetting } from '../../../src/ui/layouts/layout-settings';
import type { Json } from '../../../src/engine/index';

const FIELDS = {
  size: { kind: 'choice', label: 'Size', words: { small: 'Small', large: 'Large' } },
  fits: { kind: 'check', label: 'Fit the picture' },
  cover: { kind: 'column', label: 'Cover' },
} as const satisfies Readonly<Record<string, SettingField>>;

const specWith = (cards: Json) => withDisplay(EMPTY_SPEC, { more: { title: 'Kept', cards } });

it('reads each setting', () => {
  expect(readSettings('cards', FIELDS, specWith({ size: 'large', fits: true, cover: 'image' }))).toEqual({
    size: 'large',
    fits: true,
    cover: 'image',
  });
});

it.each<[string, Json]>([
  ['nothing', {}],
  ['other values', { size: 'huge', fits: 'yes', cover: 7 }],
  ['something else than settings', 'large'],
  ['the name of a method', { size: 'toString' }],
])('has the defaults where a hand edit put %s', (_, stored) => {
  expect(readSettings('cards', FIELDS, specWith(stored))).toEqual({ size: 'small', fits: false, cover: null });
});

it('stores what is not the default, and keeps every other key', () => {
  const large = withSetting(specWith({ moons: 2 }), { layout: 'cards', name: 'size', field: FIELDS.size }, 'large');
  expect(large.display.more).toEqual({ title: 'Kept', cards: { moons: 2, size: 'large' } });
  const small = withSetting(large, { layout: 'cards', name: 'size', field: FIELDS.size }, 'small');
  expect(small.display.more).toEqual({ title: 'Kept', cards: { moons: 2 } });
});

it('leaves out the settings of a layout that has only defaults', () => {
  const target = { layout: 'cards', name: 'fits', field: FIELDS.fits };
  expect(withSetting(specWith({ fits: true }), target, false).display.more).toEqual({ title: 'Kept' });
});
