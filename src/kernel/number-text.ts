/** Numbers as people read and type them, in the form of their locale. */

interface NumberForm {
  readonly decimal: string;
  readonly group: string;
}

const forms = new Map<string, NumberForm>();

function formOf(locale: string | undefined): NumberForm {
  const known = forms.get(locale ?? '');
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.5);
  const part = (type: Intl.NumberFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? '';
  const form = { decimal: part('decimal') || '.', group: part('group') };
  forms.set(locale ?? '', form);
  return form;
}

/** Without groups, which nobody types, and with all digits that the number has. */
export function numberText(value: number, locale?: string): string {
  const text = String(value);
  return text.includes('e') ? text : text.replace('.', formOf(locale).decimal);
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const SPACES = /[\s\u00a0\u202f]/g;

/**
 * Null for what is no number. `4,5` is one where the locale writes it so, and `1,234` is 1234 where it parts thousands so; a point is a
 * decimal sign wherever it can't part thousands. Hexadecimal and other forms of programs are none.
 */
export function readNumber(text: string, locale?: string): number | null {
  const { decimal, group } = formOf(locale);
  const plain = text
    .trim()
    .replace(/^\u2212/, '-')
    .replace(SPACES, '');
  const parted = isParted(plain, group, decimal) ? plain.split(group).join('') : plain;
  const pointed = decimal === '.' ? parted : parted.replace(decimal, '.');
  if (!DECIMAL.test(pointed)) return null;
  const number = Number(pointed);
  return Number.isFinite(number) ? number : null;
}

/** Whether the group sign stands between threes of digits and nowhere else. Spaces are gone already. */
function isParted(text: string, group: string, decimal: string): boolean {
  if (group === '' || group.trim() === '' || !text.includes(group)) return false;
  const [whole = '', ...rest] = text.split(decimal);
  if (rest.length > 1 || (rest[0] ?? '').includes(group)) return false;
  const [first = '', ...threes] = whole.replace(/^[+-]/, '').split(group);
  return /^\d{1,3}$/.test(first) && threes.length > 0 && threes.every((three) => /^\d{3}$/.test(three));
}
