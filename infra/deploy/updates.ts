import { join } from 'node:path';
import { deployedTemplate } from './deployed.ts';
import { withheldInTurn, WITHHELD } from './table-indexes.ts';
import type { Tools } from './tools.ts';

/**
 * The context value that leaves the alarms about absent rounds out of a synthesis. A stage is first deployed without
 * them: they could go off because no round has run yet, and their metrics do not exist.
 */
export const BEFORE_FIRST_ROUND = 'beforeFirstRound';

/** All stacks of functions are deployed at once, so that a release takes one canary's time, in which it is watched as a whole. */
const STACKS_AT_ONCE = 10;

interface Deployment {
  readonly stage: string;
  readonly region: string;
  /** The repository's folder, with the synthesised assembly in `cdk.out`. */
  readonly root: string;
  /** The file that receives the stage's outputs. */
  readonly outputs: string;
}

/** One run of `cdk deploy`. */
interface Update {
  readonly options: readonly string[];
  /** Why it is a run of its own. */
  readonly because?: string;
}

/**
 * The runs of `cdk deploy` that bring a stage up to date, in their order: one for each new index of the table but the
 * last, one for everything, and, the first time, one for the alarms that wait for the first round. Throws if what is
 * deployed cannot be read, or cannot be updated.
 */
export function updatesOf({ stage, region, root, outputs }: Deployment, tools: Tools): Update[] {
  const [state, background] = [`Billing-${stage}-State`, `Billing-${stage}-Background`];
  const indexes = withheldInTurn({ state, region, assembly: join(root, 'cdk.out') }, tools);
  const isFirst = deployedTemplate(background, region, tools) === undefined;
  const everything = ['--all', '--concurrency', String(STACKS_AT_ONCE), '--outputs-file', outputs];
  return [
    ...indexes.map((withheld) => ({
      options: [state, '--exclusively', ...context(WITHHELD, withheld.join(','))],
      because: `The table gets one index at a time; ${withheld.length} wait for the next update.`,
    })),
    { options: isFirst ? [...everything, ...context(BEFORE_FIRST_ROUND, 'true')] : everything },
    ...(isFirst
      ? [
          {
            options: [background, '--exclusively'],
            because:
              'The alarms about sweeps and comparisons that do not run come last: they could have gone off before the first sweep.',
          },
        ]
      : []),
  ];
}

function context(name: string, value: string): string[] {
  return ['--context', `${name}=${value}`];
}
