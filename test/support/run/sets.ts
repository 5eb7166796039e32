/** A named list of test files: `vitest --project <name>` runs it. */
export interface Project {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

const filesIn = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `test/${folder}/${name}.test.ts`);

/**
 * What takes three seconds and more for itself, or belongs to the tools around the service: months that pass, faults at every
 * call, bundles, synthesised and packed things, thousands of something. `npm test` has two minutes.
 */
const LONG_UNIT = [
  ...filesIn('behaviour/account', 'former-merchant', 'suspension'),
  ...filesIn('behaviour/cancel', 'subscribers-cancel-around-renewal', 'subscribers-cancel-survives-failures'),
  ...filesIn('behaviour/checkout', 'checkout-initialize-direct-outcome', 'large-account', 'lost-charges'),
  ...filesIn('behaviour/client', 'packed'),
  ...filesIn('behaviour/events', 'events-replay'),
  ...filesIn('behaviour/import', 'import'),
  ...filesIn('behaviour/invoices', 'calls', 'crashes', 'pace', 'retry'),
  'test/behaviour/operator/*.test.ts',
  ...filesIn('behaviour/plan-changes', 'subscribers-change-plan-refused'),
  ...filesIn('behaviour/portal', 'portal'),
  ...filesIn('behaviour/provider-variants', 'provider-account'),
  ...filesIn('behaviour/queues', 'closed-accounts'),
  'test/behaviour/reconciliation/*.test.ts',
  ...filesIn('behaviour/sweep', 'newer-items'),
  ...filesIn('behaviour/webhooks', 'feed-writers', 'list-cost', 'replay-crashes'),
  ...filesIn('flows/guides', 'typed'),
  ...filesIn('promises/footprints', 'footprints'),
  ...filesIn('promises/forms', 'hostile'),
  ...filesIn('promises/openapi', 'examples'),
  ...filesIn('promises/requests', 'identical-at-once'),
  ...filesIn('promises/security', 'canaries'),
  ...filesIn('rules/acct', 'lines'),
  ...filesIn('rules/documents', 's3'),
  ...filesIn('rules/pay', 'failures', 'list-subscriptions', 'pace'),
  ...filesIn('rules/table', 'dynoxide'),
  'test/stack/**/*.test.ts',
];

/** A purchase from form to webhook on the stack as it is synthesised, and a crawl of everything that it opens. */
const FIRST_FLOWS = ['test/promises/ships/*.test.ts'];

/** Attacks and kills of a local cloud: they measure who is served in time, so they have the machine for themselves. */
const ATTACKS = ['test/nightly/{attacks,restarts}/**/*.faults.ts'];

/** Some of every kind of call: reads, writes, lists, money, many at once. */
const SAMPLE_AT_ENGINE = [
  'test/behaviour/checkout/checkout-initialize-direct.test.ts',
  'test/behaviour/{cancel/subscribers-cancel,subscribers/subscribers-list,events/events-list}.test.ts',
  'test/promises/requests/idempotency.test.ts',
];

/** What tells nothing more at an engine, or passes days minute by minute, which takes ten times as long there. */
const NOT_AT_ENGINE = [
  'test/behaviour/{client,console,operator,queues,reconciliation,sweep,webhooks}/**',
  'test/behaviour/provider-variants/provider-account.test.ts',
];

/** Flows on a running cloud, in a browser, by others' tools, and what wants an engine or other languages. */
const NOT_BY_ITSELF = [
  'test/flows/{cloud,browser,peers}/**',
  'test/promises/ships/**',
  'test/nightly/{engines,runtimes}/**',
  'test/rules/table/dynamodb-local.test.ts',
];

/** Every way of running tests: a file runs in at least one of these. */
export const PROJECTS = {
  // Rules, rooms, wire contracts, stack and the specification: everything that needs no running local cloud.
  unit: {
    include: ['test/**/*.test.ts'],
    exclude: [...LONG_UNIT, ...NOT_BY_ITSELF],
  },
  // Whole flows on the local cloud, which runs the synthesised template with its roles enforced.
  cloud: { include: FIRST_FLOWS },
  'unit-long': { include: LONG_UNIT },
  // The guides, the README and the operator's runbook followed line by line, and longer flows.
  'cloud-long': { include: ['test/flows/cloud/**/*.test.ts'] },
  // Pages in a real headless Chromium, on the local cloud.
  browser: { include: ['test/flows/browser/**/*.test.ts'] },
  // Everything that tries to break the promises; each suite prints one line with its seed and counts.
  faults: { include: ['test/**/*.faults.ts'], exclude: ATTACKS },
  // Some of the specification once more, with the table at a DynamoDB engine.
  engine: { include: SAMPLE_AT_ENGINE },
  // Others' tools on what we make: templates, description, deliveries, sandbox. Installs them first.
  peers: { include: ['test/flows/peers/**/*.test.ts'] },
  // All of the specification at the engine, feed and lists under load there, the table's contract on AWS's own engine, and
  // two years of a subscriber on the local cloud.
  'engine-night': {
    include: [
      'test/{behaviour,promises/requests}/**/*.test.ts',
      'test/nightly/engines/**/*.test.ts',
      'test/rules/table/dynamodb-local.test.ts',
    ],
    exclude: NOT_AT_ENGINE,
  },
  // The same suites as `faults`, each with many more cases.
  'faults-night': { include: ['test/**/*.faults.ts'], exclude: ATTACKS },
  // The code of the guides in other languages; wants Python, PHP, Go, Java and Mono.
  runtimes: { include: ['test/nightly/runtimes/**/*.test.ts'] },
  attacks: { include: ATTACKS },
  // Steady load on the local cloud: takes minutes of real time, alone as well.
  load: { include: ['test/nightly/load/**/*.load.ts'] },
} as const satisfies Record<string, Project>;

export type ProjectName = keyof typeof PROJECTS;

/** What each command runs: the projects of a round side by side, the rounds one after the other. */
export const SETS = {
  test: [['unit', 'cloud']],
  gate: [['unit-long', 'cloud-long', 'browser', 'faults', 'engine'], ['peers']],
  nightly: [['engine-night', 'faults-night', 'runtimes'], ['attacks'], ['load']],
} as const satisfies Record<string, readonly (readonly ProjectName[])[]>;

/** What is run where a path is named: its tests, however long they take. */
export const BY_PATH = ['unit', 'unit-long', 'cloud'] as const satisfies readonly ProjectName[];
