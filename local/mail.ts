import { join } from 'node:path';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { MovableClock } from '../sandbox/clock.ts';
import { Mailbox } from '../sandbox/mail/mailbox.ts';
import { mailboxAnswer } from '../sandbox/mail/pages.ts';
import type { Ends } from './ends.ts';
import type { Inbox } from './operator/inbox.ts';
import type { Queues } from './queues/queues.ts';
import { ACCOUNT, entriesOf, REGION, type Template } from './template/template.ts';

interface MailParts {
  readonly template: Template;
  readonly queues: Queues;
  readonly inbox: Inbox;
  readonly clock: MovableClock;
  readonly dataFolder: string | undefined;
  /** Wakes whoever polls the queues. */
  readonly poke: () => void;
}

const arnOf = (set: string) => `arn:aws:ses:${REGION}:${ACCOUNT}:configuration-set/${set}`;

/** Serves the stand-in for SES and its mailbox beside the inbox: for the template's domains, sets and rules, and no others. */
export function serveMail({ template, queues, inbox, clock, dataFolder, poke }: MailParts, ends: Ends): void {
  const sqs = new SQSClient({
    endpoint: queues.endpoint,
    region: REGION,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const told = new Set(toldTypes(template));
  const takers = takersOf(template);
  const mailbox = new Mailbox({
    clock,
    arnOf,
    account: {
      domains: sendersIn(template),
      configurationSets: template
        .ofType('AWS::SES::ConfigurationSet')
        .map(([id]) => String(template.properties(id).Name)),
      perSecond: PER_SECOND,
    },
    tell: async (event) => {
      if (!('detail' in event) || !told.has(typeIn(event.detail))) return;
      for (const queue of takers)
        await sqs.send(
          new SendMessageCommand({ QueueUrl: queues.urlOf(queue), MessageBody: JSON.stringify(event) }),
        );
      poke();
    },
    ...(dataFolder !== undefined && { dataFile: join(dataFolder, 'mail.db') }),
  });
  ends.add(async () => {
    mailbox.close();
    sqs.destroy();
  });
  inbox.serve((request, response, url) => mailboxAnswer(mailbox, request, response, url));
}

/** The domains that a stage sends from. */
export const sendersIn = (template: Template): string[] =>
  template.ofType('AWS::SES::EmailIdentity').map(([id]) => String(template.properties(id).EmailIdentity));

/** As many as an account has that has left SES's sandbox; the local stage keeps within it. */
const PER_SECOND = 50;

/** The configuration sets' event types, which the template spells `SEND` or `send`. */
function toldTypes(template: Template): string[] {
  return template.ofType('AWS::SES::ConfigurationSetEventDestination').flatMap(([id]) => {
    const { MatchingEventTypes } = template.properties(id).EventDestination as {
      MatchingEventTypes: string[];
    };
    return MatchingEventTypes.map((type) => type.toLowerCase());
  });
}

const typeIn = (detail: unknown): string =>
  typeof detail === 'object' && detail !== null && 'eventType' in detail
    ? String(detail.eventType).toLowerCase()
    : '';

/** The queues that a rule hands SES's events to. */
function takersOf(template: Template): string[] {
  return template.ofType('AWS::Events::Rule').flatMap(([id]) => {
    const { EventPattern, Targets } = template.properties(id);
    const { source, resources } = (EventPattern ?? {}) as { source?: string[]; resources?: string[] };
    if (!source?.includes('aws.ses')) return [];
    const sets = template
      .ofType('AWS::SES::ConfigurationSet')
      .map(([set]) => String(template.properties(set).Name));
    if (!resources?.some((one) => sets.map(arnOf).includes(one)))
      throw new Error(`the rule ${id} takes the events of no configuration set`);
    return entriesOf(Targets).map(({ Arn }) => mayBeSentTo(template, String(Arn)));
  });
}

/** EventBridge drops what a queue does not let it send; here the start fails. */
function mayBeSentTo(template: Template, queueArn: string): string {
  const name = queueArn.split(':').at(-1) ?? '';
  const policies = template.ofType('AWS::SQS::QueuePolicy').map(([id]) => template.properties(id));
  const isAllowed = policies.some(
    ({ Queues, PolicyDocument }) =>
      (Queues as string[]).some((url) => url.endsWith(`/${name}`)) &&
      JSON.stringify(PolicyDocument).includes('"Service":"events.amazonaws.com"'),
  );
  if (!isAllowed) throw new Error(`EventBridge may not send to ${name}`);
  return name;
}
