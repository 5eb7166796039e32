import tseslint from 'typescript-eslint';
import { HOUSE } from './lint/rules.ts';

export default tseslint.config(
  {
    ignores: ['node_modules', '.build', '.local', 'cdk.out', 'coverage', 'reports', 'client/dist'],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['eslint.config.js'] } } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
      'no-nested-ternary': 'error',
      'no-console': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off', // asymmetric matchers are of type any
      '@typescript-eslint/no-floating-promises': 'error',
      'no-nested-ternary': 'off',
    },
  },
  {
    files: ['local/**/*.ts'],
    rules: { '@typescript-eslint/no-base-to-string': 'off' }, // values of a template are resolved before they are read
  },
  { plugins: { house: HOUSE } },
  {
    files: ['{functions,lib,infra}/**/*.ts'],
    rules: { 'house/rooms': 'error', 'house/bounded-memory': 'error', 'house/conflict-by-name': 'error' },
  },
  {
    files: ['{functions,lib}/**/*.ts'],
    ignores: ['lib/runtime/live.ts', 'lib/pages/payment/form-script.ts'], // the latter runs in browsers
    rules: { 'house/clock-and-chance': 'error' },
  },
  { files: ['lib/**/*.ts'], rules: { 'house/read-json': 'error' } },
  {
    files: ['{functions,lib}/**/*.ts'],
    ignores: ['lib/runtime/for-tenant.ts'],
    rules: { 'house/one-tenant': 'error' },
  },
  {
    files: ['lib/table/table.ts', 'lib/table/tenants/refusal-for.ts', 'lib/frame.ts'],
    rules: { 'house/conflict-by-name': 'off' },
  },
  {
    files: ['{functions,lib,infra,cli,local,sandbox,openapi,bench}/**/*.ts'],
    rules: { 'house/no-cast-away': 'error' },
  },
  {
    files: ['{functions,lib,infra,cli,local,sandbox,bench,site,lint}/**/*.ts', 'client/src/*.ts'],
    ignores: ['client/src/generated.ts'],
    rules: { 'house/documented': 'error' },
  },
  {
    files: ['{functions,lib,infra,cli,local,sandbox,openapi,bench,site,test}/**/*.ts', 'client/src/*.ts'],
    ignores: ['client/src/generated.ts', 'test/faults/walks/**'], // the walks have names for what customers do
    rules: { 'house/field-words': 'error' },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [tseslint.configs.disableTypeChecked] },
);
