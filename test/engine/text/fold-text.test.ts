/** Which letters are one to a search and to icontains. docs/search.md#the-fold */

import { describe, expect, it } from 'vitest';
import { column, openVault } from '../open-vault';

/** A text, what finds it, and what must not. */
const TEXTS: readonly {
  readonly text: string;
  readonly found: readonly string[];
  readonly missed: readonly string[];
}[] = [
  { text: 'バカ', found: ['バカ', 'ハ\u3099カ', 'ﾊﾞｶ'], missed: ['ハカ', 'ハ'] },
  { text: 'ポパイ', found: ['ホ\u309aハ\u309aイ', 'ﾎﾟﾊﾟｲ'], missed: ['ボバイ', 'ホハイ'] },
  { text: 'किताब', found: ['किताब', 'किता'], missed: ['कतब'] },
  { text: 'กิน', found: ['กิน'], missed: ['กน', 'กัน'] },
  { text: 'กัน', found: ['กัน'], missed: ['กน', 'กิน'] },
  { text: 'мой', found: ['мои\u0306', 'МОЙ', 'МОИ\u0306'], missed: ['мои', 'мо и'] },
  { text: 'ёлка', found: ['Е\u0308ЛКА', 'ё'], missed: ['елка'] },
  { text: 'їжак', found: ['і\u0308жак', 'ЇЖАК'], missed: ['іжак'] },
  { text: 'Елі́т', found: ['еліт'], missed: [] },
  { text: 'Øystein', found: ['oystein', 'ØYSTEIN'], missed: [] },
  { text: 'łódź', found: ['lodz', 'ŁÓDŹ'], missed: [] },
  { text: 'Đorđe', found: ['dorde', 'đORĐE'], missed: [] },
  { text: 'Œuvre d’Ægir', found: ['oeuvre', 'aegir'], missed: [] },
  { text: 'ﬁancé', found: ['fiance', 'FIANCE\u0301'], missed: [] },
  { text: 'Diyarbakır', found: ['diyarbakir', 'DIYARBAKIR'], missed: [] },
  { text: 'Straße', found: ['strasse', 'STRAẞE'], missed: [] },
  { text: 'Ώρα', found: ['ωρα'], missed: [] },
  { text: 'العَرَبِيَّة', found: ['العربية'], missed: [] },
  { text: 'שָׁלוֹם', found: ['שלום'], missed: [] },
];

const definition = {
  name: 'texts',
  description: 'Texts.',
  filename: '{title}',
  columns: [column('title', 'string', { required: true }), column('text', 'string')],
};

describe('a search and icontains', () => {
  it.each(TEXTS)('find $text by its letters', async ({ text, found, missed }) => {
    const vault = await openVault({});
    await vault.run('create_table', definition);
    await vault.run('insert_row', { table: 'texts', values: { title: 'one', text } });
    const finds = async (query: string): Promise<readonly unknown[]> => [
      ((await vault.run('search_notes', { query })) as { total: number }).total,
      ((await vault.run('select_rows', { table: 'texts', where: { text: { icontains: query } } })) as { total: number })
        .total,
    ];
    for (const query of found) expect([query, ...(await finds(query))]).toEqual([query, 1, 1]);
    for (const query of missed) expect([query, ...(await finds(query))]).toEqual([query, 0, 0]);
  });
});
