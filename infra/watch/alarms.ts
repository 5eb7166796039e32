import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarm, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { QueueName } from '../../lib/footprint.ts';
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
import { requestsCounted } from './access-log.ts';
import { description, PERIOD, Pager } from './alarm.ts';
import { expiry } from './certificate-expiry.ts';

const SUM = { statistic: Stats.SUM, period: PERIOD };
const MAXIMUM = { statistic: Stats.MAXIMUM, period: PERIOD };
const SECONDS_PER_MINUTE = 60;

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
    this.all.push(this.pager.raise(API_FAILS, { when: shareFailed(state), reaches: API_FAILS.percent }));
    const refused = {
      when: requestsCounted('RequestsThrottled', settings, { period: PERIOD }),
      reaches: API_THROTTLES.requests,
      // A paused stage refuses everybody on purpose.
      ...(settings.paused && { actionsEnabled: false }),
    };
    this.all.push(this.pager.raise(API_THROTTLES, refused));
    if (settings.domain)
      this.all.push(
        this.pager.raise(CERTIFICATE_EXPIRES, expiry(this, settings.domain, CERTIFICATE_EXPIRES.days)),
      );
    const throttled = state.table.metricThrottled(SUM);
    this.all.push(this.pager.raise(TABLE_THROTTLES, { when: throttled, reaches: 1 }));
    for (const loss of MEASURED_LOSSES)
      this.all.push(this.pager.raise(loss, { when: this.own(loss), reaches: loss.reaches }));
    this.watchKey(state);
  }

  private watchQueues({ queues }: StateStack): void {
    for (const loss of DEAD_LETTERS) {
      const dead = loss.queues.map((name): [QueueName, Metric] => [
        name,
        queues.named(name).deadLetters.metricApproximateNumberOfMessagesVisible(MAXIMUM),
      ]);
      const when = together(dead, (terms) => terms.map((term) => `FILL(${term}, 0)`).join(' + '));
      this.all.push(this.pager.raise(loss, { when, reaches: 1 }));
    }
    for (const loss of BACKLOG) {
      const minutes = Object.entries(loss.minutes) as [QueueName, number][];
      const ages = minutes.map(([name]): [QueueName, Metric] => [
        name,
        queues.named(name).queue.metricApproximateAgeOfOldestMessage(MAXIMUM),
      ]);
      const [[, most] = ['', 0]] = minutes;
      // Each age is measured by what the first of the queues is allowed.
      const when = together(ages, (terms) => {
        const scaled = terms.map(
          (term, at) => `FILL(${term}, 0)${at === 0 ? '' : ` * ${most} / ${minutes[at]?.[1]}`}`,
        );
        return `MAX([${scaled.join(', ')}])`;
      });
      this.all.push(this.pager.raise(loss, { when, reaches: most * SECONDS_PER_MINUTE }));
    }
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
            input: RuleTargetInput.fromText(description(KEY_IN_DANGER)),
          }),
        },
      ],
    });
  }

  private own({ metric: metricName, largest, minutes }: Measured): IMetric {
    return new Metric({
      namespace: metricsNamespace(this.settings),
      metricName,
      statistic: largest ? Stats.MAXIMUM : Stats.SUM,
      period: minutes === undefined ? PERIOD : Duration.minutes(minutes),
    });
  }
}

/** Server errors in a hundred requests, if they are more than a few. */
function shareFailed({ address: { http } }: StateStack): MathExpression {
  return new MathExpression({
    expression: `IF(FILL(failed, 0) >= ${API_FAILS.requests}, 100 * FILL(failed, 0) / FILL(asked, 1), 0)`,
    label: 'failed requests, percent',
    usingMetrics: { failed: http.metricServerError(SUM), asked: http.metricCount(SUM) },
    period: PERIOD,
  });
}

/** One metric as it is, or what several come to. */
function together(
  all: readonly (readonly [QueueName, Metric])[],
  expressionOf: (terms: string[]) => string,
): IMetric {
  const [[, only] = []] = all;
  if (only && all.length === 1) return only;
  const named = all.map(([name, metric]): [string, Metric] => [name.replaceAll('-', ''), metric]);
  return new MathExpression({
    expression: expressionOf(named.map(([term]) => term)),
    label: named.map(([term]) => term).join(' and '),
    usingMetrics: Object.fromEntries(named),
    period: PERIOD,
  });
}
