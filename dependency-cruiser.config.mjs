/**
 * Who may import whom (docs/architecture.md). Dependencies point downwards in the list of rooms; there are no cycles.
 */

/** The engine's rooms from top to bottom. Rooms in one line may import each other as long as no cycle comes of it. */
const engineRooms = [
  ['index.ts'],
  ['engine.ts', 'running-engine.ts', 'operation-infos.ts'],
  ['operations/'],
  ['undo/'],
  ['propagate/'],
  ['rows/', 'infer/', 'query/plan/'],
  ['contexts.ts', 'engine-parts.ts'],
  ['commit/'],
  ['rules/', 'webhooks/'],
  ['followers/'],
  ['approval/', 'feed/', 'problems/', 'search/', 'semantic/', 'graph/'],
  ['history/'],
  ['integrity/', 'query/(?!plan/)'],
  ['storage/'],
  ['schemas/'],
  ['catalog/'],
  ['formula/'],
  ['links/', 'values/'],
  // json.ts is only the JSON type, which ports and errors speak too.
  ['note/'],
  ['yaml/'],
  ['text/', 'ports/', 'errors.ts', 'json.ts'],
];

/** The only packages that the engine may use: pure computation. A new one needs a line in docs/adr/0001-dependencies.md. */
const enginePackages = ['zod', 'yaml', 'temporal-polyfill', 'minisearch', 'jsep'];

const inEngine = (names) => `^src/engine/(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;
const inPackages = (names) => `node_modules/(${names.join('|')})/`;
const obsidian = '^(obsidian|electron)$|node_modules/(obsidian|electron)/';
const publicFace = '^src/engine/(index|operation-infos)\\.ts$';

const roomRules = engineRooms.slice(1).map((names, i) => ({
  name: `engine-room-${names[0].replace(/\W+(ts)?$/, '')}`,
  comment: 'A room of the engine imports a room above its own.',
  severity: 'error',
  from: { path: inEngine(names) },
  to: { path: inEngine(engineRooms.slice(0, i + 1).flat()), pathNot: inEngine(names) },
}));

/** The interface's rooms from bottom to top. */
const uiRooms = ['components', 'client', 'rows', 'changes', 'layouts', 'screens', 'shells'];

const uiRoomRules = uiRooms.slice(0, -1).map((name, i) => ({
  name: `ui-room-${name}`,
  comment: 'A room of the interface imports a room above its own.',
  severity: 'error',
  from: { path: `^src/ui/${name}/` },
  to: { path: `^src/ui/(${uiRooms.slice(i + 1).join('|')})/` },
}));

const forbidden = [
  ...roomRules,
  {
    name: 'kernel-stands-alone',
    comment: 'Everything may import the kernel; it imports nothing but itself.',
    severity: 'error',
    from: { path: '^src/kernel/' },
    to: { pathNot: '^src/kernel/' },
  },
  {
    name: 'engine-has-only-known-rooms',
    comment: 'A file of the engine lies in no room of docs/architecture.md.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^src/engine/', pathNot: inEngine(engineRooms.flat()) },
  },
  {
    name: 'engine-knows-no-host',
    comment: 'The engine imports only itself and pure packages.',
    severity: 'error',
    from: { path: '^src/engine/' },
    to: { couldNotResolve: false, pathNot: ['^src/(engine|kernel)/', inPackages(enginePackages)] },
  },
  {
    name: 'hosts-know-only-ports',
    comment:
      "An adapter implements the engine's ports and sees nothing else of it but what is true of any text or path.",
    severity: 'error',
    from: { path: '^src/hosts/' },
    to: {
      path: '^src/',
      pathNot: [
        '^src/(hosts|kernel)/',
        '^src/engine/(index|errors|json)\\.ts$',
        '^src/engine/(ports|note|text)/',
        // The port of mirrors, and the values in it.
        '^src/mirror/(mirror-target|table-shape|shape-difference|cell-value)\\.ts$',
      ],
    },
  },
  {
    name: 'hosts-are-leaves',
    comment: 'A host imports no other host; only the desktop half of the Obsidian host has Node too.',
    severity: 'error',
    from: { path: '^src/hosts/([^/]+)/', pathNot: '^src/hosts/obsidian/desktop-parts\\.ts$' },
    to: { path: '^src/hosts/[^/]+/', pathNot: '^src/hosts/$1/' },
  },
  {
    name: 'obsidian-stays-in-its-places',
    comment: 'Only main.ts with plugin/, local-models.ts, hosts/obsidian and ui/shells/obsidian know the app.',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/((main|local-models)\\.ts$|plugin/|hosts/obsidian/|ui/shells/obsidian/)' },
    to: { path: obsidian },
  },
  {
    name: 'server-knows-only-the-public-face',
    severity: 'error',
    from: { path: '^src/server/' },
    to: { path: '^src/', pathNot: ['^src/(server|kernel)/', publicFace] },
  },
  {
    name: 'server-has-no-sockets',
    comment: 'The server turns a request into a response; a host owns the socket.',
    severity: 'error',
    from: { path: '^src/server/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'mirror-knows-only-answers-of-operations',
    comment: 'A mirror is a client: it has types of the public face, and no part of the engine.',
    severity: 'error',
    from: { path: '^src/mirror/' },
    to: { path: '^src/', pathNot: ['^src/(mirror|kernel)/', '^src/engine/index\\.ts$'] },
  },
  {
    name: 'mirror-has-no-engine',
    severity: 'error',
    from: { path: '^src/mirror/' },
    to: { path: '^src/engine/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'ui-asks-only-the-operations',
    severity: 'error',
    from: { path: '^src/ui/' },
    to: { path: '^src/', pathNot: ['^src/(ui|kernel)/', publicFace] },
  },
  ...uiRoomRules,
  {
    name: 'ui-has-only-known-rooms',
    comment: 'A file of the interface lies in no room of docs/architecture.md.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^src/ui/', pathNot: `^src/ui/(${uiRooms.join('|')})/` },
  },
  {
    name: 'ui-knows-only-types-of-the-engine',
    comment:
      'The page talks to an engine that runs elsewhere: a value of it would put the whole engine into its bundle.',
    severity: 'error',
    from: { path: '^src/ui/', pathNot: '^src/ui/shells/' },
    to: { path: '^src/engine/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'shells-know-not-each-other',
    comment: 'The app and the page each put their own parts around the views.',
    severity: 'error',
    from: { path: '^src/(page\\.tsx$|ui/shells/page/)' },
    to: { path: '^src/(ui/shells/obsidian|plugin|headless|server|hosts)/' },
  },
  {
    name: 'roots-see-the-public-face',
    comment:
      'main.ts with plugin/, and headless.ts with headless/, put the parts together and reach into none of them.',
    severity: 'error',
    from: { path: '^src/(main\\.ts$|plugin/|headless(\\.ts$|/))' },
    to: { path: '^src/engine/', pathNot: [publicFace, '^src/engine/ports/'] },
  },
  {
    name: 'nobody-imports-a-root',
    severity: 'error',
    from: {},
    to: { path: '^src/(main\\.ts|local-models\\.ts|headless\\.ts|page\\.tsx|embedding-worker\\.ts)$' },
  },
  {
    name: 'embedding-worker-stands-alone',
    comment: 'The thread of local models is a bundle of its own, which nothing of the programs belongs in.',
    severity: 'error',
    from: { path: '^src/embedding-worker\\.ts$' },
    to: { path: '^src/' },
  },
  {
    name: 'local-models-plugin-stands-alone',
    comment:
      'The plugin of local models shares the form of its runtime with the plugin that takes it, and nothing else.',
    severity: 'error',
    from: { path: '^src/(local-models|hosts/obsidian/model-plugin)\\.ts$' },
    to: { path: '^src/', pathNot: '^src/hosts/obsidian/model-plugin\\.ts$' },
  },
  {
    name: 'no-dead-files',
    comment: 'Neither a program nor the page needs this file.',
    severity: 'error',
    from: { path: '^src/(main\\.ts|headless\\.ts|page\\.tsx|plugin/packed-texts\\.ts)$' },
    to: {
      path: '^src/',
      pathNot:
        '^src/(main\\.ts|local-models\\.ts|headless\\.ts|page\\.tsx|embedding-worker\\.ts|plugin/packed-texts\\.ts)$',
      reachable: false,
    },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolved',
    severity: 'error',
    from: {},
    // The app provides these at run time; their packages hold types only.
    to: { couldNotResolve: true, pathNot: '^(obsidian|electron)$' },
  },
];

export default {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
