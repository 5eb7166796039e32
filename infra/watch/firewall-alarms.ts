import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import { AlarmTopic } from '../state/alarm-topic.ts';
import { FIREWALL_BLOCKS, FIREWALL_CERTIFICATE_EXPIRES } from './alarm-catalogue.ts';
import { PERIOD, Pager } from './alarm.ts';
import { expiry } from './certificate-expiry.ts';

/**
 * The alarms on a firewall, with a topic of their own: CloudFront's metrics and certificate are in a region of their own,
 * an alarm must be in the region of its metric, and its topic in that of the alarm.
 */
export class FirewallAlarms extends Construct {
  /** `webAcl` is the metric name of the firewall's rules. */
  constructor(
    scope: Construct,
    id: string,
    settings: StageSettings,
    firewall: { readonly certificateArn: string; readonly webAcl: string },
  ) {
    super(scope, id);
    const topic = new AlarmTopic(this, 'Topic', {
      sender: `Billing firewall of ${settings.stage}`,
      address: settings.alarmAddress,
    });
    const pager = new Pager(this, 'Pager', settings, { alarmTopic: topic, tenantAlarmTopic: topic });
    pager.raise(FIREWALL_CERTIFICATE_EXPIRES, expiry(this, firewall, FIREWALL_CERTIFICATE_EXPIRES.days));
    pager.raise(FIREWALL_BLOCKS, {
      when: new Metric({
        namespace: 'AWS/WAFV2',
        metricName: 'BlockedRequests',
        dimensionsMap: { WebACL: firewall.webAcl, Rule: 'ALL' },
        statistic: Stats.SUM,
        period: PERIOD,
      }),
      reaches: FIREWALL_BLOCKS.requests,
    });
  }
}
