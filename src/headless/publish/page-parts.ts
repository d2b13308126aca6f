/** The style and the script of a published page, word for word: the policy of the page has their hashes. docs/publish.md */

export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
input { font: inherit; min-height: 44px; padding: 0 .6rem; box-sizing: border-box; max-width: 100%; }
.scroll { overflow: auto; max-height: 80vh; border: 1px solid GrayText; }
table { border-collapse: collapse; min-width: 100%; }
th, td { padding: .4rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid color-mix(in srgb, GrayText 40%, transparent); white-space: pre-line; overflow-wrap: anywhere; min-width: 4rem; max-width: 32rem; }
th { position: sticky; top: 0; background: Canvas; padding: 0; }
th button { all: unset; cursor: pointer; display: block; box-sizing: border-box; width: 100%; min-height: 44px; padding: .6rem .7rem; font-weight: 600; white-space: nowrap; }
th button:focus-visible { outline: 2px solid Highlight; outline-offset: -2px; }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
tr:target { background: color-mix(in srgb, Highlight 25%, transparent); }
@media print { .scroll { max-height: none; overflow: visible; border: 0; } label { display: none; } }
`;

/** Only the first rows are in the document, and more as the reader scrolls: a table of ten thousand takes seconds to lay out. Without scripts all are. */
export const PAGE_SCRIPT = `
(() => {
  const PART = 300;
  const body = document.querySelector('tbody');
  const scroll = document.querySelector('.scroll');
  const rows = [...body.rows];
  const heads = [...document.querySelectorAll('th')];
  const filter = document.querySelector('input');
  const output = document.querySelector('output');
  const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent));
  const known = texts.map((cells) => cells.join('\\n').toLocaleLowerCase());
  const collator = new Intl.Collator(undefined, { numeric: true });
  let order = rows.map((_, index) => index);
  let fitting = order;
  let drawn = 0;
  const more = (count) => {
    const end = Math.min(fitting.length, drawn + count);
    body.append(...fitting.slice(drawn, end).map((index) => rows[index]));
    drawn = end;
  };
  const draw = () => {
    const words = filter.value.toLocaleLowerCase().split(/\\s+/).filter(Boolean);
    fitting = order.filter((index) => words.every((word) => known[index].includes(word)));
    body.replaceChildren();
    drawn = 0;
    scroll.scrollTop = 0;
    more(PART);
    output.textContent = fitting.length + ' of ' + rows.length + ' rows';
  };
  let timer = 0;
  filter.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(draw, 120);
  });
  scroll.addEventListener('scroll', () => {
    if (scroll.scrollTop + 2 * scroll.clientHeight > scroll.scrollHeight) more(PART);
  });
  addEventListener('beforeprint', () => more(Infinity));
  const sort = (column, sign) => {
    const isNumber = heads[column].classList.contains('number');
    const compare = (a, b) => {
      const [left, right] = [texts[a][column], texts[b][column]];
      if (left === '' || right === '') return left === right ? a - b : left === '' ? 1 : -1;
      const order = isNumber ? Number(left) - Number(right) : collator.compare(left, right);
      return order * sign || a - b;
    };
    order.sort(sign === 0 ? (a, b) => a - b : compare);
    draw();
  };
  heads.forEach((head, column) => {
    head.querySelector('button').addEventListener('click', () => {
      const before = head.getAttribute('aria-sort');
      for (const each of heads) each.removeAttribute('aria-sort');
      const next = before === null ? 'ascending' : before === 'ascending' ? 'descending' : null;
      if (next !== null) head.setAttribute('aria-sort', next);
      sort(column, next === null ? 0 : next === 'ascending' ? 1 : -1);
    });
  });
  const reveal = () => {
    const index = Number(location.hash.slice('#row-'.length)) - 1;
    const row = rows[index];
    if (row === undefined || row.isConnected) return;
    if (!fitting.includes(index)) {
      filter.value = '';
      draw();
    }
    more(fitting.indexOf(index) + PART - drawn);
    location.replace(location.hash);
  };
  addEventListener('hashchange', reveal);
  draw();
  reveal();
})();
`;
