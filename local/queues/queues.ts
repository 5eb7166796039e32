import { join } from 'node:path';
import { SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { startFauxqs } from 'fauxqs';
import { onLoopback } from './loopback-listening.ts';
import { bucketName } from '../template/names.ts';
import { ACCOUNT, REGION, type Resolved, type Template } from '../template/template.ts';

/** The stack's queues in the embedded queue engine. */
export interface Queues {
  readonly endpoint: string;
  /** The queue's name by its URL or its ARN. */
  readonly nameOf: (urlOrArn: string) => string;
  /** The engine's own address of a queue, bypassing the AWS endpoint. */
  urlOf(name: string): string;
  /** Receivable and in-flight messages of a queue, and when the next one becomes visible (epoch ms). */
  state(name: string): { ready: number; inFlight: number; nextAt: number | undefined };
  stop(): Promise<void>;
}

/**
 * Starts the queue engine with the template's queues, dead-letter queues first. The stack's queue URLs point to the AWS
 * endpoint, because the SDK sends to the host of a queue's URL, whatever its endpoint setting is.
 */
export async function startQueues(
  template: Template,
  dataFolder: string | undefined,
  awsUrl: string,
): Promise<Queues> {
  const server = await onLoopback(() =>
    startFauxqs({
      port: 0,
      host: '127.0.0.1',
      logger: false,
      defaultRegion: REGION,
      ...(dataFolder && { dataDir: join(dataFolder, 'queues') }),
    }),
  );
  const endpoint = `http://127.0.0.1:${server.port}`;
  const urlOf = (name: string) => `${endpoint}/${ACCOUNT}/${name}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint, region: REGION, credentials });
  const names = nameQueues(template, awsUrl);
  for (const [id] of template.ofType('AWS::S3::Bucket')) server.createBucket(bucketName(id));
  const withRedrive = (name: string) => (template.properties(name).RedrivePolicy ? 1 : 0);
  for (const name of [...names].sort((a, b) => withRedrive(a) - withRedrive(b)))
    await provide(name, attributesOf(template.properties(name), name));

  /** Creates a queue unless the data folder already has it, because that would empty it. */
  async function provide(name: string, attributes: Record<string, string>): Promise<void> {
    if (!server.inspectQueue(name)) server.createQueue(name, { region: REGION, attributes });
    else if (Object.keys(attributes).length > 0)
      await sqs.send(new SetQueueAttributesCommand({ QueueUrl: urlOf(name), Attributes: attributes }));
  }

  return {
    endpoint,
    urlOf,
    nameOf: (urlOrArn) => urlOrArn.split(/[:/]/).at(-1) ?? '',
    state(name) {
      const messages = server.inspectQueue(name)?.messages;
      if (!messages) throw new Error(`there is no queue ${name}`);
      return stateOf(messages, Date.now());
    },
    stop() {
      sqs.destroy();
      return server.stop();
    },
  };
}

/** Names the stack's queues by their logical ids, at the endpoint's address; returns those names. */
function nameQueues(template: Template, awsUrl: string): string[] {
  const names = template.ofType('AWS::SQS::Queue').map(([id]) => id);
  for (const name of names)
    template.name(name, {
      ref: `${awsUrl}/${ACCOUNT}/${name}`,
      Arn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`,
      QueueName: name,
      QueueUrl: `${awsUrl}/${ACCOUNT}/${name}`,
    });
  return names;
}

type QueueEngine = Awaited<ReturnType<typeof startFauxqs>>;
type Messages = NonNullable<ReturnType<QueueEngine['inspectQueue']>>['messages'];

/** A message whose time has come counts as ready, even if the engine has not noticed yet. */
function stateOf({ ready, delayed, inflight }: Messages, now: number): ReturnType<Queues['state']> {
  const later = [
    ...delayed.map(({ delayUntil }) => delayUntil ?? now),
    ...inflight.map(({ visibilityDeadline }) => visibilityDeadline),
  ];
  let nextAt: number | undefined;
  for (const at of later) if (at > now && (nextAt === undefined || at < nextAt)) nextAt = at;
  return {
    ready: ready.length + later.filter((at) => at <= now).length,
    inFlight: inflight.filter(({ visibilityDeadline }) => visibilityDeadline > now).length,
    nextAt,
  };
}

const ATTRIBUTES = [
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'DelaySeconds',
  'MaximumMessageSize',
  'ReceiveMessageWaitTimeSeconds',
];

function attributesOf(properties: Record<string, Resolved>, name: string): Record<string, string> {
  if (properties.FifoQueue === true) throw new Error(`the local cloud does not run FIFO queues (${name})`);
  const plain = ATTRIBUTES.flatMap((attribute) => {
    const value = properties[attribute];
    return value === undefined ? [] : [[attribute, String(value)] as const];
  });
  const redrive = properties.RedrivePolicy;
  return { ...Object.fromEntries(plain), ...(redrive ? { RedrivePolicy: JSON.stringify(redrive) } : {}) };
}
