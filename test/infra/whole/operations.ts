import {
  API_FAILS,
  API_THROTTLES,
  BACKLOG,
  CERTIFICATE_EXPIRES,
  DEAD_LETTERS,
  KEY_IN_DANGER,
  TABLE_THROTTLES,
} from '../../../infra/watch/alarm-catalogue.ts';
import { runbookPage } from '../../../infra/watch/alarm.ts';
import { MEASURED_LOSSES } from '../../../infra/watch/measured-losses.ts';
import type { Measured } from '../../../infra/watch/measured-losses.ts';
import { QUEUE_NAMES } from '../../../lib/footprint.ts';
import { METRICS } from '../../../lib/runtime/metrics.ts';
import { alarm } from './alarm.ts';
import type { Metric } from './alarm.ts';
import { dashboard } from './dashboard.ts';
import { stateNames } from './state-names.ts';
import { sumOf, throttled } from './throttled.ts';
import { attribute, part, ref, tags } from './parts.ts';
import type { Part, Place } from './parts.ts';

/** Everything that watches the state and the service's own metrics. */
export function operationsParts(place: Place): Part[] {
  return [
    ...QUEUE_NAMES.flatMap((name) => queueAlarms(name, place)),
    apiAlarm(place),
    throttlingAlarm(place),
    ...certificateAlarm(place),
    ...(['Read', 'Write'] as const).map((what) => throttleAlarm(what, place)),
    ...MEASURED_LOSSES.map((loss) => measuredAlarm(loss, place)),
    keyRule(place),
    dashboard(place),
  ];
}

function queueAlarms(name: (typeof QUEUE_NAMES)[number], place: Place): Part[] {
  const { queue, deadLetters } = stateNames(place);
  const of = (metric: string, id: string): Metric => ({
    of: 'AWS/SQS',
    name: metric,
    by: [['QueueName', attribute(id, 'QueueName')]],
  });
  const largest = { statistic: 'Maximum' } as const;
  return [
    alarm(
      DEAD_LETTERS[name],
      of('ApproximateNumberOfMessagesVisible', deadLetters(name)),
      { threshold: 1, ...largest },
      place,
    ),
    alarm(
      BACKLOG[name],
      of('ApproximateAgeOfOldestMessage', queue(name)),
      { threshold: 60 * BACKLOG[name].minutes, ...largest },
      place,
    ),
  ];
}

function measuredAlarm(loss: Measured, place: Place): Part {
  const { metric, of, except, reaches, minutes = 5, largest } = loss;
  const counted = (...values: string[]): Metric => ({
    of: `Billing/${place.settings.stage}`,
    name: metric,
    by: values.map((value) => [METRICS[metric].by, value]),
  });
  const looksAt = except && {
    expression: `FILL(all, 0) - FILL(${except.join(', 0) - FILL(')}, 0)`,
    label: `${metric} but ${except.join(' and ')}`,
    from: { all: counted(), ...Object.fromEntries(except.map((value) => [value, counted(value)])) },
  };
  const judgement = { threshold: reaches, minutes, statistic: largest ? 'Maximum' : 'Sum' } as const;
  return alarm(loss, looksAt ?? counted(...(of === undefined ? [] : [of])), judgement, place);
}

/** ACM counts the days of the domain's certificate down; a certificate that has expired is counted no more. */
function certificateAlarm(place: Place): Part[] {
  const { domain } = place.settings;
  if (!domain) return [];
  const looksAt = {
    of: 'AWS/CertificateManager',
    name: 'DaysToExpiry',
    by: [['CertificateArn', domain.certificateArn]] as const,
  };
  const judgement = { threshold: 20, minutes: 24 * 60, statistic: 'Minimum', absent: true } as const;
  return [alarm(CERTIFICATE_EXPIRES, looksAt, judgement, place)];
}

function apiAlarm(place: Place): Part {
  const of = (name: string): Metric => ({
    of: 'AWS/ApiGateway',
    name,
    by: [['ApiId', ref(place.state('AddressHttp'))]],
  });
  const looksAt = {
    expression: 'IF(FILL(failed, 0) >= 5, 100 * FILL(failed, 0) / FILL(asked, 1), 0)',
    label: 'failed requests, percent',
    from: { failed: of('5xx'), asked: of('Count') },
  };
  return alarm(API_FAILS, looksAt, { threshold: 1 }, place);
}

/** A stage that is paused refuses everybody on purpose, and tells nobody. */
function throttlingAlarm(place: Place): Part {
  const { paused, stage } = place.settings;
  const refused: Metric = { of: `Billing/${stage}`, name: 'RequestsThrottled', by: [] };
  return alarm(API_THROTTLES, refused, { threshold: 100, tellsNobody: paused }, place);
}

function throttleAlarm(what: 'Read' | 'Write', place: Place): Part {
  const from = throttled(what, place);
  const looksAt = { expression: sumOf(from), label: `${what.toLowerCase()}s throttled`, from };
  return alarm(TABLE_THROTTLES[what], looksAt, { threshold: 1 }, place);
}

/** The trail tells of a key in danger before anything fails. */
function keyRule(place: Place): Part {
  const { loss, id } = KEY_IN_DANGER;
  return part('Events::Rule', {
    Description: loss,
    EventPattern: {
      source: ['aws.kms'],
      'detail-type': ['AWS API Call via CloudTrail'],
      detail: {
        eventName: ['DisableKey', 'ScheduleKeyDeletion', 'DisableKeyRotation', 'PutKeyPolicy'],
        resources: { ARN: [stateNames(place).key.arn] },
      },
    },
    State: 'ENABLED',
    Targets: [
      {
        Arn: ref(place.state('AlarmsTopic')),
        Id: 'Target0',
        Input: JSON.stringify(`${loss} What to do: ${runbookPage(id)}`),
      },
    ],
    ...tags(place.settings),
  });
}
