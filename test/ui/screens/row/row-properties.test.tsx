/** The properties of a note that is not a row, as its panel shows them. docs/page.md#a-row */

import { render } from 'preact';
import { expect, it } from 'vitest';
import { eventually } from '../../../eventually';
import { Pictures } from '../../../../src/ui/components/cells/cell-picture';
import { RowProperties } from '../../../../src/ui/screens/row/row-properties';
import type { Edits } from '../../../../src/ui/changes/edits';
import { testServices } from '../../test-services';

it('shows an embedded picture as cells do, and other links as links', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  const asked: string[][] = [];
  const find = (target: string, source: string): Promise<string> => {
    asked.push([target, source]);
    return Promise.resolve('data:image/png;base64,');
  };
  const properties = { cover: '![[cover.png]]', shots: ['![[a.jpg]]', '[[b.png]]'], 'made by': '[[Ann]]' };
  const note = { path: 'Diary/Note.md', body: '', row: null, properties };
  render(
    <Pictures.Provider value={find}>
      <RowProperties {...{ note }} services={testServices()} edits={{} as Edits} canWrite={false} />
    </Pictures.Provider>,
    container,
  );
  await eventually(() => {
    const pictures = [...container.querySelectorAll('img')].map(({ alt }) => alt);
    expect(pictures).toEqual(['cover.png', 'a.jpg']);
  });
  expect(asked).toEqual([
    ['cover.png', 'Diary/Note.md'],
    ['a.jpg', 'Diary/Note.md'],
  ]);
  expect([...container.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual(['', '', 'b.png', 'Ann']);
  render(null, container);
  container.remove();
});
