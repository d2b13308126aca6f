/**
 * The house rules that a linter can hold (docs/architecture.md, CONTRIBUTING.md).
 *
 * The plugin directory's own rules (eslint-plugin-obsidianmd) apply to all of src, because its scanner reads all of src;
 * where code never runs in the app, or gets its clock and timers from a port, single rules are off.
 */
import eslintComments from '@eslint-community/eslint-plugin-eslint-comments';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import obsidianmd from 'eslint-plugin-obsidianmd';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const source = ['src/**/*.{ts,tsx}'];
const tests = ['test/**/*.{ts,tsx}', 'bench/**/*.ts'];
const nodeSide = ['src/headless.ts', 'src/headless/**/*.ts', 'src/hosts/node/**/*.ts', 'test/memory-host/**/*.ts'];

/** The plugin's recommended set, for our sources alone. */
const forObsidian = obsidianmd.configs.recommended.map((config) =>
  config.files?.includes('package.json') ? config : { ...config, files: source },
);

const noDefaultExport = {
  restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true, namespaceFrom: true },
};

const clockAndChance = [
  ["CallExpression[callee.object.name='Date'][callee.property.name='now']", 'the Clock port'],
  ["NewExpression[callee.name='Date'][arguments.length=0]", 'the Clock port'],
  ["CallExpression[callee.name='Date']", 'the Clock port'],
  ["MemberExpression[object.name='Temporal'][property.name='Now']", 'the Clock port'],
  ["MemberExpression[object.name='Math'][property.name='random']", 'the Ids port'],
].map(([selector, port]) => ({ selector, message: `The engine has no clock and no chance of its own: ask ${port}.` }));

const noModuleState = {
  selector:
    'Program > VariableDeclaration[kind="let"], Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
  message:
    'What a module keeps outlives the vault that it came from: keep it in an object of the vault, or in a WeakMap.',
};

const styleOfComponents = [
  {
    selector: "JSXAttribute[name.name='style'] Property:not([key.value=/^--ndb-/])",
    message: 'No inline styles: a class with the prefix ndb-, or a custom property --ndb-….',
  },
  { selector: "JSXAttribute[name.name='style'] Literal:not(Property Literal)", message: 'No inline styles.' },
  { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'No HTML from text.' },
];

/** A new layout would be missing in each such place: `src/ui/layouts/layout-registry.ts` knows what layouts differ in. */
const layoutsByName = [
  'BinaryExpression[operator=/^[!=]==?$/]:has(> Literal):has(> :matches([name=/[lL]ayout$/], [property.name="layout"]))',
  'SwitchStatement[discriminant.name=/[lL]ayout$/], SwitchStatement[discriminant.property.name="layout"]',
].map((selector) => ({ selector, message: 'Ask the registry of layouts, not the name of one.' }));

const testsRun = {
  selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo)$/]',
  message: 'A test runs, or it is not there.',
};

/** Theirs is one copy of the modules and of the globals (vitest.config.mts). */
const testsShareModules = {
  selector:
    'CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|doMock|stubGlobal|stubEnv|useFakeTimers|resetModules)$/]',
  message: 'The tests of the engine share their modules: what one puts in their place, the others would meet.',
};

export default defineConfig([
  globalIgnores([
    'main.js',
    'dist/',
    'coverage/',
    'demo-vault/',
    'test/fixtures/',
    'bench/node_modules/',
    'bench/.build/',
  ]),

  ...forObsidian,

  {
    files: [...source, ...tests, '*.mts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  {
    files: source,
    rules: {
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'no-restricted-exports': ['error', noDefaultExport],
      'no-undef': 'off', // the compiler knows better
      eqeqeq: 'error',
      'prefer-const': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },
  { files: ['src/{main,local-models}.ts'], rules: { 'no-restricted-exports': 'off' } },
  {
    files: ['src/{engine,kernel}/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...clockAndChance, noModuleState] },
  },
  { files: ['src/ui/**/*.tsx'], rules: { 'no-restricted-syntax': ['error', ...styleOfComponents] } },
  {
    files: ['src/ui/**/*.{ts,tsx}'],
    ignores: ['src/ui/layouts/**'],
    rules: { 'no-restricted-syntax': ['error', ...styleOfComponents, ...layoutsByName] },
  },
  {
    // The page is no Obsidian document and these have no app: its helpers, timers and request function are not there.
    files: [
      ...nodeSide,
      'src/{engine,kernel}/**/*.ts',
      'src/server/**/*.ts',
      'src/page.tsx',
      'src/ui/shells/page/**/*.{ts,tsx}',
      'src/ui/components/**/*.{ts,tsx}',
    ],
    rules: { 'obsidianmd/prefer-create-el': 'off', 'obsidianmd/prefer-window-timers': 'off' },
  },
  {
    files: nodeSide,
    languageOptions: { globals: globals.node },
    rules: {
      'obsidianmd/no-nodejs-modules': 'off',
      'obsidianmd/hardcoded-config-path': 'off',
      'no-restricted-globals': 'off',
    },
  },
  {
    files: ['src/headless.ts'],
    rules: { 'obsidianmd/rule-custom-message': 'off' }, // a program prints
  },

  {
    files: tests,
    extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
    plugins: { 'eslint-comments': eslintComments },
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      'max-lines': ['error', 500],
      'no-restricted-exports': ['error', noDefaultExport],
      'no-undef': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': ['error', testsRun],
      'eslint-comments/require-description': 'error',
    },
  },
  {
    // A host's promise has its own limit (test/contracts, test/hosts); whatever else comes is waited for.
    files: ['test/{plugin,ui,host,server,headless,demo}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'vi',
          property: 'waitFor',
          message: 'Gives up after a second: use `eventually` (test/eventually.ts).',
        },
      ],
    },
  },
  {
    files: ['test/{engine,conformance,model}/**/*.ts'],
    ignores: ['test/engine/link-targets.test.ts'],
    rules: { 'no-restricted-syntax': ['error', testsRun, testsShareModules] },
  },
  {
    files: ['scripts/**/*.mjs', '*.mjs', 'bench/**/*.mjs'],
    extends: [js.configs.recommended],
    languageOptions: { globals: globals.node },
  },
]);
