import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Bundles } from '../build/bundle.ts';
import type { StageSettings } from '../settings.ts';
import type { StateStack } from '../state/state-stack.ts';
import { FunctionAlarms } from '../watch/function-alarms.ts';
import { rowsOf } from './chapters.ts';
import type { Chapter } from './chapters.ts';
import { Functions } from './functions.ts';
import { allowLoopback } from './loopback.ts';
import { Releases } from './release.ts';
import { Timer } from './schedule.ts';

interface FunctionsStackProps {
  readonly settings: StageSettings;
  readonly state: StateStack;
  readonly code: Bundles;
}

/** The functions of one chapter, with their routes and triggers; in that of the background the alarms on failing code. Stateless. */
export class FunctionsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    chapter: Chapter,
    { settings, state, code }: FunctionsStackProps,
  ) {
    super(scope, id, {
      description: `Subscription billing: functions of ${chapter}`,
      env: { region: settings.region },
    });
    const timers = {
      schedule: new Timer(this, 'EveryMinute', 'schedule', settings),
      nightly: new Timer(this, 'EveryNight', 'nightly', settings),
    };
    const functions = new Functions(this, 'Functions', rowsOf(chapter, settings), {
      code,
      settings,
      state,
      timers,
    });
    // Without a canary an alias points to new code at once.
    if (settings.canary) {
      const releases = new Releases(this, 'Releases', settings);
      for (const [, handler] of functions.all) releases.watch(handler);
    }
    const { schedule, nightly, ...others } = Object.fromEntries(
      functions.all.flatMap(([row, handler]) => ('triggeredBy' in row ? [[row.triggeredBy, handler]] : [])),
    );
    if (schedule && nightly)
      new FunctionAlarms(this, 'Alarms', settings, state, { schedule, nightly, ...others });
    if (this.node.tryGetContext('local') === 'true') allowLoopback(this, functions);
  }
}
