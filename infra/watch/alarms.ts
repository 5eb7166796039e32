import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarm, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { METRICS } from '../../lib/runtime/metrics.ts';
import { QUEUE_NAMES } from '../../lib/footprint.ts';
import { metricsNamespace } from '../functions/handler.ts';
import type { StageSettings } from '../settings.ts';
import type { StateStack } from '../state/state-stack.ts';
import {
  API_FAILS,
  API_THROTTLES,
  BACKLOG,
  CERTIFICATE_EXPIRES,
  DEAD_LETTERS,
  KEY_IN_DANGER,
  TABLE_THROTTLES,
} from './alarm-catalogue.ts';
import { MEASURED_LOSSES } from './measured-losses.ts';
import type { Measured } from './measured-losses.ts';
import { PERIOD, Pager, runbookPage } from './alarm.ts';
import { expiry } from './certificate-expiry.ts';
import { throttledRequests } from './throttled-requests.ts';

const SUM = { statistic: Stats.SUM, period: PERIOD };
const MAXIMUM = { statistic: Stats.MAXIMUM, period: PERIOD };

/** Below this many failed answers in five minutes, or this share of all, nobody is paged. */
const API_FAILURES_MIN = 5;
const API_FAILURES_PERCENT = 1;

/** Alarms on the state and on the service's own metrics. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  private readonly pager: Pager;
  private readonly settings: StageSettings;

  constructor(scope: Construct, id: string, settings: StageSettings, state: StateStack) {
    super(scope, id);
    this.settings = settings;
    this.pager = new Pager(this, 'Pager', settings, state);
    this.watchQueues(state);
    this.watchApi(state);
    if (settings.domain)
      this.all.push(
        this.pager.raise(CERTIFICATE_EXPIRES, expiry(this, settings.domain, CERTIFICATE_EXPIRES.days)),
      );
    for (const what of ['Read', 'Write'] as const) {
      const when = state.table.metricThrottled(what, SUM);
      this.all.push(this.pager.raise(TABLE_THROTTLES[what], { when, reaches: 1 }));
    }
    for (const loss of MEASURED_LOSSES)
      this.all.push(this.pager.raise(loss, { when: this.own(loss), reaches: loss.reaches }));
    this.watchKey(state);
  }

  private watchQueues({ queues }: StateStack): void {
    for (const name of QUEUE_NAMES) {
      const { deadLetters, queue } = queues.named(name);
      const dead = deadLetters.metricApproximateNumberOfMessagesVisible(MAXIMUM);
      const age = queue.metricApproximateAgeOfOldestMessage(MAXIMUM);
      this.all.push(
        this.pager.raise(DEAD_LETTERS[name], { when: dead, reaches: 1 }),
        this.pager.raise(BACKLOG[name], { when: age, reaches: BACKLOG[name].minutes * 60 }),
      );
    }
  }

  private watchApi({ address }: StateStack): void {
    const share = new MathExpression({
      expression: `IF(FILL(failed, 0) >= ${API_FAILURES_MIN}, 100 * FILL(failed, 0) / FILL(asked, 1), 0)`,
      label: 'failed requests, percent',
      usingMetrics: { failed: address.http.metricServerError(SUM), asked: address.http.metricCount(SUM) },
      period: PERIOD,
    });
    this.all.push(this.pager.raise(API_FAILS, { when: share, reaches: API_FAILURES_PERCENT }));
    const refused = {
      when: throttledRequests(this.settings, { period: PERIOD }),
      reaches: API_THROTTLES.requests,
      // A paused stage refuses everybody on purpose.
      ...(this.settings.paused && { actionsEnabled: false }),
    };
    this.all.push(this.pager.raise(API_THROTTLES, refused));
  }

  /** A key has no metric that warns in time; CloudTrail reports who disables or deletes it. */
  private watchKey({ alarmTopic, key }: StateStack): void {
    new Rule(this, KEY_IN_DANGER.id, {
      description: KEY_IN_DANGER.loss,
      eventPattern: {
        source: ['aws.kms'],
        detailType: ['AWS API Call via CloudTrail'],
        detail: {
          eventName: ['DisableKey', 'ScheduleKeyDeletion', 'DisableKeyRotation', 'PutKeyPolicy'],
          resources: { ARN: [key.key.keyArn] },
        },
      },
      targets: [
        {
          bind: () => ({
            arn: alarmTopic.topic.topicArn,
            input: RuleTargetInput.fromText(
              `${KEY_IN_DANGER.loss} What to do: ${runbookPage(KEY_IN_DANGER.id)}`,
            ),
          }),
        },
      ],
    });
  }

  private own({ metric: metricName, of, except, largest, minutes }: Measured): IMetric {
    const period = minutes === undefined ? PERIOD : Duration.minutes(minutes);
    const counted = (value: string | undefined) =>
      new Metric({
        namespace: metricsNamespace(this.settings),
        metricName,
        ...(value !== undefined && { dimensionsMap: { [METRICS[metricName].by]: value } }),
        statistic: largest ? Stats.MAXIMUM : Stats.SUM,
        period,
      });
    if (!except) return counted(of);
    return new MathExpression({
      expression: ['all', ...except].map((id) => `FILL(${id}, 0)`).join(' - '),
      label: `${metricName} but ${except.join(' and ')}`,
      usingMetrics: {
        all: counted(undefined),
        ...Object.fromEntries(except.map((value) => [value, counted(value)])),
      },
      period,
    });
  }
}
