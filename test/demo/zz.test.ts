import { it } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { openVault } from '../engine/open-vault';
import { readDemoVault } from './read-demo-vault';
const KEEP: Record<string, string[]> = { search_notes: ['total'], update_rows: ['matched', 'changed'] };
it('m', async () => {
  const qs = JSON.parse(readFileSync('/tmp/q.json', 'utf8'));
  const vault = await openVault({ files: readDemoVault(), now: Date.UTC(2026, 10, 24, 9) });
  let out = '';
  let n = 0;
  for (const [q, ui, op, args] of qs) {
    if (q === '#') { out += `## ${ui}\n\n`; continue; }
    n += 1;
    const a: any = await vault.run(op, args);
    const one = (x: unknown) => '```json\n' + JSON.stringify(x) + '\n```\n\n';
    let shown: any;
    if (op === 'select_rows' && args.explain) shown = { total: a.total, explain: { note: { in_result: a.explain.note.in_result, failing: a.explain.note.failing } } };
    else if (op === 'select_rows') {
      const rows = a.rows.map((r: any) => { const { path, ...rest } = r; return args.columns?.includes('path') || !args.columns ? r : rest; });
      shown = a.total === rows.length ? { rows } : { rows, total: a.total };
    } else if (op === 'search_notes') shown = { total: a.total, results: a.results.map((r: any) => ({ path: r.path })) };
    else shown = Object.fromEntries(KEEP[op].map((k) => [k, a[k]]));
    out += `### ${q}\n\nIn the interface: ${ui}\n\n\`${op}\`:\n\n${one(args)}Answer:\n\n${one(shown)}`;
  }
  writeFileSync('/tmp/questions-body.md', out);
  console.log(n);
}, 60000);
