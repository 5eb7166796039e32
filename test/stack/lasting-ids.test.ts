import { describe, expect, it } from 'vitest';
import { stacks } from './alarms.ts';
import { resources } from './synthesised.ts';

/**
 * The logical ids of everything that holds data, or has an address or a subscription outside. CloudFormation takes a
 * resource with another id for another one: it makes an empty table, queue or key beside the old one, or fails because
 * the domain is taken. A construct that moves or is renamed has to keep these (`overrideLogicalId`), whatever the
 * other tests make of it.
 */
const LASTING: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  State: {
    'DynamoDB::GlobalTable': ['Table710B521B'],
    'S3::Bucket': ['DocumentsAccessLog7582B9B5', 'DocumentsBucket089EA665'],
    'KMS::Key': ['Key9BCD29C7'],
    'SQS::Queue': [
      'QueuesdeliveriesDeadLettersDACCD629',
      'QueuesdeliveriesQueueB95AC882',
      'QueuesinvoicingDeadLettersF34D3723',
      'QueuesinvoicingQueue334E7687',
      'QueuesmessageeventsDeadLettersE6AD6043',
      'QueuesmessageeventsQueue2858CCDF',
      'QueuesmessagesDeadLettersD0DF03FA',
      'QueuesmessagesQueue869B80A1',
      'QueuesreconciliationDeadLettersBE42C86B',
      'QueuesreconciliationQueue4CD31654',
      'QueuesslowdeliveriesDeadLetters5D8EA502',
      'QueuesslowdeliveriesQueue83DE8D5C',
      'QueuessweepsDeadLettersB4A59986',
      'QueuessweepsQueue3733EE87',
    ],
    'ApiGatewayV2::Api': ['AddressHttpDD1FD702'],
    'ApiGatewayV2::DomainName': ['AddressDomain156BCBCB'],
    'SNS::Topic': ['AlarmsTopic3A2DFEBA', 'TenantAlarmsTopicE585FEB6'],
  },
  Api: { 'ApiGatewayV2::Stage': ['Stage0E8C2AF5'], 'ApiGatewayV2::ApiMapping': ['MappingE24B359D'] },
  Firewall: {
    'CloudFront::Distribution': ['Distribution830FAC52'],
    'SNS::Topic': ['FirewallAlarmsTopic8B1C1633'],
  },
};

describe('what holds data or an address', () => {
  it.each(Object.entries(LASTING))('keeps its logical ids in %s', (name, types) => {
    const stack = stacks.get(name)!;
    const found = Object.keys(types).map((type) => [
      type,
      resources(stack, `AWS::${type}`)
        .map(([id]) => id)
        .toSorted(),
    ]);
    expect(Object.fromEntries(found)).toEqual(types);
  });
});
