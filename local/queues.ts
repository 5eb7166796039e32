import { join } from 'node:path';
import { startFauxqs, type FauxqsServer } from 'fauxqs';
import { ACCOUNT, REGION, type Resolved, type Template } from './template.ts';

/** The stack's queues in the embedded queue engine. */
export interface Queues {
  readonly endpoint: string;
  readonly server: FauxqsServer;
  /** The queue's name by its URL or its ARN. */
  nameOf(urlOrArn: string): string;
  readonly arnOf: (url: string) => string | undefined;
  urlOf(name: string): string;
  /** How many messages of a queue could be received now, and when (epoch ms) the next other one will be. */
  state(name: string): { ready: number; inFlight: number; nextAt: number | undefined };
  stop(): Promise<void>;
}

/**
 * Starts the queue engine with every queue of the template, dead-letter queues first. The stack's own queue URLs lead
 * to the front, since the SDK sends to the host of a queue's URL whatever its endpoint is.
 */
export async function startQueues(
  template: Template,
  dataFolder: string | undefined,
  frontUrl: string,
): Promise<Queues> {
  const server = await startFauxqs({
    port: 0,
    host: '127.0.0.1',
    logger: false,
    defaultRegion: REGION,
    ...(dataFolder && { dataDir: join(dataFolder, 'queues') }),
  });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const names = template.ofType('AWS::SQS::Queue').map(([id]) => id);
  const urlOf = (name: string) => `${endpoint}/${ACCOUNT}/${name}`;
  for (const name of names)
    template.name(name, {
      ref: `${frontUrl}/${ACCOUNT}/${name}`,
      Arn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`,
      QueueName: name,
    });
  const withRedrive = (name: string) => (template.properties(name).RedrivePolicy ? 1 : 0);
  for (const name of [...names].sort((a, b) => withRedrive(a) - withRedrive(b)))
    server.createQueue(name, { region: REGION, attributes: attributesOf(template.properties(name)) });
  return {
    endpoint,
    server,
    urlOf,
    nameOf: (urlOrArn) => urlOrArn.split(/[:/]/).at(-1) ?? '',
    arnOf: (url) => {
      const name = url.split('/').at(-1) ?? '';
      return names.includes(name) ? `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}` : undefined;
    },
    state(name) {
      const messages = server.inspectQueue(name)?.messages;
      if (!messages) throw new Error(`there is no queue ${name}`);
      const now = Date.now();
      const later = [
        ...messages.delayed.map(({ delayUntil }) => delayUntil ?? now),
        ...messages.inflight.map(({ visibilityDeadline }) => visibilityDeadline),
      ];
      return {
        ready: messages.ready.length + later.filter((at) => at <= now).length,
        inFlight: messages.inflight.filter(({ visibilityDeadline }) => visibilityDeadline > now).length,
        nextAt: later.filter((at) => at > now).sort((a, b) => a - b)[0],
      };
    },
    stop: () => server.stop(),
  };
}

const ATTRIBUTES = {
  VisibilityTimeout: 'VisibilityTimeout',
  MessageRetentionPeriod: 'MessageRetentionPeriod',
  DelaySeconds: 'DelaySeconds',
  ReceiveMessageWaitTimeSeconds: 'ReceiveMessageWaitTimeSeconds',
} as const;

function attributesOf(properties: Record<string, Resolved>): Record<string, string> {
  const plain = Object.entries(ATTRIBUTES).flatMap(([name, attribute]) =>
    properties[name] === undefined ? [] : [[attribute, String(properties[name])]],
  );
  const redrive = properties.RedrivePolicy;
  return {
    ...(Object.fromEntries(plain) as Record<string, string>),
    ...(redrive ? { RedrivePolicy: JSON.stringify(redrive) } : {}),
  };
}
