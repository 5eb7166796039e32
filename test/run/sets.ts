/** A named list of test files: `vitest --project <name>` runs it. */
export interface Project {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

const filesIn = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `test/${folder}/${name}.test.ts`);

/**
 * What takes seconds without a local cloud and tells little that others do not: bundled, packed, compiled, synthesised time and
 * again, of thousands or of months.
 */
const LONG_UNIT = [
  ...filesIn('infra', 'absent-rounds', 'alarm-metrics', 'bundle', 'deploy', 'firewall', 'little-time'),
  ...filesIn('infra', 'paging', 'rollback', 'settings', 'shipped-clients', 'stack-one-machine'),
  ...filesIn('infra', 'access-log', 'updates'),
  ...filesIn('bench', 'figures'),
  ...filesIn('account', 'former-merchant', 'suspension'),
  ...filesIn('acct', 'lines'),
  ...filesIn('checkout', 'card-retry-cut-short', 'import', 'large-account', 'lost-charges'),
  ...filesIn('cli', 'every-command'),
  ...filesIn('client', 'packed'),
  ...filesIn('documents', 's3'),
  ...filesIn('footprints', 'footprints'),
  ...filesIn('guides', 'typed'),
  ...filesIn('invoicing', 'calls', 'crashes', 'retry'),
  ...filesIn('local', 'clock', 'fair'),
  ...filesIn('openapi', 'examples'),
  ...filesIn('pay', 'list-subscriptions', 'pace'),
  ...filesIn('queue', 'closed-accounts'),
  ...filesIn('reconciliation', 'retry-turn'),
  ...filesIn('security', 'guard-hostile'),
  ...filesIn('spec', 'provider-account', 'subscribers-cancel-around-renewal'),
  ...filesIn('table', 'dynoxide', 'model'),
  ...filesIn('webhooks', 'feed-writers', 'list-cost', 'replay-crashes'),
  'test/architecture/port-answers.test.ts',
];

/** A purchase from form to webhook on the stack as it is synthesised, and a crawl of everything that it opens. */
const FIRST_FLOWS = ['test/cloud/{checkout,ships}.test.ts'];

/** Attacks and kills of a local cloud: they measure who is served in time, so they have the machine for themselves. */
const ATTACKS = ['test/faults/{attacks,restarts}/**/*.faults.ts'];

/** Some of every kind of call: reads, writes, lists, money, many at once. */
const SAMPLE_AT_ENGINE = [
  'test/spec/{checkout-initialize-direct,subscribers-cancel,subscribers-list,events-list,idempotency}.test.ts',
];

/** Every way of running tests, but for mutants: a file runs in at least one of these. */
export const PROJECTS = {
  // Rules, rooms, wire contracts, stack and the specification: everything that needs no running local cloud.
  unit: {
    include: ['test/**/*.test.ts'],
    exclude: [
      ...LONG_UNIT,
      'test/{cloud,browser,runtimes,peers,engines}/**',
      'test/table/dynamodb-local.test.ts',
    ],
  },
  // Whole flows on the local cloud, which runs the synthesised template with its roles enforced.
  cloud: { include: FIRST_FLOWS },
  'unit-long': { include: LONG_UNIT },
  // The guides, the README and the operator's runbook followed line by line, and longer flows.
  'cloud-long': { include: ['test/cloud/**/*.test.ts'], exclude: FIRST_FLOWS },
  // Pages in a real headless Chromium, on the local cloud.
  browser: { include: ['test/browser/**/*.test.ts'] },
  // Everything that tries to break the promises; each suite prints one line with its seed and counts.
  faults: { include: ['test/**/*.faults.ts'], exclude: ATTACKS },
  // Some of the specification once more, with the table at a DynamoDB engine.
  engine: { include: SAMPLE_AT_ENGINE },
  // Others' tools on what we make: templates, description, deliveries, sandbox. Installs them first.
  peers: { include: ['test/peers/**/*.test.ts'] },
  // All of the specification at the engine, feed and lists under load there, the table's contract on AWS's own engine, and
  // two years of a subscriber on the local cloud.
  'engine-night': {
    include: [
      'test/{spec,invoicing,checkout}/**/*.test.ts',
      'test/engines/**/*.test.ts',
      'test/table/dynamodb-local.test.ts',
    ],
    // It passes days of refusals minute by minute, which takes ten times as long here and shows nothing else.
    exclude: ['test/spec/provider-account.test.ts'],
  },
  // The same suites as `faults`, each with many more cases.
  'faults-night': { include: ['test/**/*.faults.ts'], exclude: ATTACKS },
  // The code of the guides in other languages; wants Python, PHP, Go, Java and Mono.
  runtimes: { include: ['test/runtimes/**/*.test.ts'] },
  attacks: { include: ATTACKS },
  // Steady load on the local cloud: takes minutes of real time, alone as well.
  load: { include: ['test/load/**/*.load.ts'] },
} as const satisfies Record<string, Project>;

export type ProjectName = keyof typeof PROJECTS;

/** What each command runs: the projects of a round side by side, the rounds one after the other. */
export const SETS = {
  test: [['unit', 'cloud']],
  gate: [['unit-long', 'cloud-long', 'browser', 'faults', 'engine'], ['peers']],
  nightly: [['engine-night', 'faults-night', 'runtimes'], ['attacks'], ['load']],
} as const satisfies Record<string, readonly (readonly ProjectName[])[]>;
