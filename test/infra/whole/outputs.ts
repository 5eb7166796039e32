import { QUEUE_NAMES } from '../../../lib/footprint.ts';
import type { Template } from '../synthesised.ts';
import { stateNames } from './state-names.ts';
import { attribute, ref } from './parts.ts';
import type { Place } from './parts.ts';

/** What the state puts out for operators and their command line. What it puts out for other stacks is named by CDK. */
export function stateOutputs(place: Place): Readonly<Record<string, unknown>> {
  const { settings, state } = place;
  const { bucket, deadLetters, key, queue, table, url } = stateNames(place);
  const { bucketName } = settings.adopt;
  const queues = QUEUE_NAMES.flatMap((name) => {
    const title = name.replaceAll(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());
    return [
      [`${title}QueueUrl`, ref(queue(name))],
      [`${title}DeadLettersUrl`, ref(deadLetters(name))],
    ] as const;
  });
  return {
    AlarmTopic: ref(state('AlarmsTopic')),
    TenantAlarmTopic: ref(state('TenantAlarmsTopic')),
    ApiUrl: url,
    DocumentsBucket: bucket.name,
    DocumentsBucketArn: bucketName ? `arn:aws:s3:::${bucketName}` : attribute(state('DocumentsBucket')),
    ...(!bucketName && { DocumentsAccessLogBucket: ref(state('DocumentsAccessLog')) }),
    KeyId: key.id,
    TableName: table.name,
    ...(settings.domain && { DomainTarget: attribute(state('AddressDomain'), 'RegionalDomainName') }),
    ...Object.fromEntries(queues),
  };
}

/** The outputs of a stack that have names of ours. */
export function namedOutputs({ Outputs = {} }: Partial<Template>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(Outputs)
      .filter(([name]) => !name.startsWith('PublishOutput'))
      .map(([name, output]) => [name, (output as { readonly Value: unknown }).Value]),
  );
}
