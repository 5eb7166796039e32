import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../infra/functions/chapters.ts';
import { FAMILIES, KEY_IN_DANGER, RELEASE_BREAKS } from '../../infra/watch/alarm-catalogue.ts';
import { description, runbookSection } from '../../infra/watch/alarm.ts';
import { anchorOf } from '../../site/markdown.ts';
import { alarms, stacks, template } from './alarms.ts';
import { ALARMS, addressOf, subscriberOf } from './checks/paging.ts';
import { FULL_STAGE, referred, resources, synthesised } from './synthesised.ts';

interface PolicyStatement {
  readonly Effect: string;
  readonly Principal: { Service?: string };
  readonly Condition: Record<string, unknown>;
}
/** The statements of each topic's policy, by the topic's id. */
const statements = new Map(
  resources(template, 'AWS::SNS::TopicPolicy').flatMap(([, { Properties }]) => {
    const { PolicyDocument, Topics } = Properties as {
      PolicyDocument: { Statement: PolicyStatement[] };
      Topics: unknown[];
    };
    return Topics.map((topic) => [referred(topic), PolicyDocument.Statement] as const);
  }),
);
const topics = resources(template, 'AWS::SNS::Topic').map(([id]) => id);

const RUNBOOK = join(import.meta.dirname, '../../docs/runbook');

/** The sections of a page, by the anchors of their headings. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const [, ...parts] = readFileSync(join(RUNBOOK, page), 'utf8').split(/^## /m);
  return new Map(
    parts.map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return [anchorOf(title), lines.join('\n')];
    }),
  );
}
const sections = new Map(FAMILIES.map((family) => [`${family}.md`, sectionsOf(`${family}.md`)]));

/** What every alarm and rule tells a person, by its name. */
const TOLD: ReadonlyMap<string, string> = new Map([
  ...[...alarms].map(([id, { AlarmDescription }]) => [id, String(AlarmDescription)] as const),
  [KEY_IN_DANGER.id, description(KEY_IN_DANGER)],
]);
/** The page and the anchor that it names. */
const linkOf = (told: string) =>
  /^[A-Z].*\. What to do: docs\/runbook\/([a-z]+\.md)#([a-z-]+)$/.exec(told)?.slice(1) ?? [];

describe('an alarm reaches a person', () => {
  it('because every alarm acts on the topic of whoever can mend it', () => {
    expect([...alarms.keys()].toSorted()).toEqual(ALARMS.toSorted());
    for (const [name, { AlarmActions, ActionsEnabled }] of alarms) {
      const told = (AlarmActions as unknown[]).map((one) =>
        subscriberOf(template, referred(one), 'cloudwatch'),
      );
      expect(told, name).toEqual([addressOf(name)]);
      expect(ActionsEnabled, name).not.toBe(false);
    }
  });

  it('because every alarm is beside its topic: it can tell none of another region', () => {
    for (const [name, stack] of stacks) {
      const isFar = name === 'Firewall';
      for (const [id, { Properties }] of resources(stack, 'AWS::CloudWatch::Alarm'))
        for (const topic of Properties.AlarmActions as unknown[])
          expect('Ref' in (topic as object), `${id} in ${name}`).toBe(isFar);
    }
  });

  it('because each topic lets CloudWatch publish for the alarms of this account', () => {
    expect(topics).toHaveLength(3);
    for (const topic of topics) {
      const region = topic.startsWith('Firewall') ? 'us-east-1' : 'eu-central-1';
      const allowed = statements
        .get(topic)
        ?.find(({ Principal }) => Principal.Service === 'cloudwatch.amazonaws.com');
      expect(allowed?.Condition.StringEquals).toEqual({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } });
      expect(JSON.stringify(allowed?.Condition.ArnLike)).toContain(`:cloudwatch:${region}:`);
      expect(JSON.stringify(allowed?.Condition.ArnLike)).toContain(':alarm:*');
    }
  });

  it('because no topic denies anything that CloudWatch does', () => {
    for (const topic of topics) {
      const denied = statements.get(topic)?.filter(({ Effect }) => Effect === 'Deny');
      expect(denied).toHaveLength(1);
      expect(denied?.[0]?.Condition).toEqual({ Bool: { 'aws:SecureTransport': 'false' } });
    }
  });

  it.each([
    ['an address of their own', { tenantAlarmAddress: 'https://t.example.com/' }, 'https://t.example.com/'],
    ['none', { tenantAlarmAddress: undefined }, FULL_STAGE.alarmAddress],
  ])('whose alarms about one tenant have %s', (_, change, address) => {
    const { template: changed } = synthesised({ ...FULL_STAGE, ...change });
    const told = resources(changed, 'AWS::SNS::Topic').map(([id]) => subscriberOf(changed, id, 'cloudwatch'));
    const { alarmAddress } = FULL_STAGE; // of the stage, and of its firewall
    expect(told.toSorted()).toEqual([alarmAddress, alarmAddress, address].toSorted());
  });

  it('and the runbook lists which alarms are about one tenant', () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/runbook/README.md'), 'utf8');
    const listed = [...text.matchAll(/^\| `(\w+)` +\|/gm)].map(([, id]) => id);
    const told = [...alarms.keys()].filter((id) => addressOf(id) === FULL_STAGE.tenantAlarmAddress);
    expect(listed.toSorted()).toEqual(told.toSorted());
  });

  it.each([...TOLD])('who reads what is lost, and the section of the runbook that helps: %s', (_, told) => {
    const [page = '', anchor = ''] = linkOf(told);
    const section = sections.get(page)?.get(anchor) ?? '';
    expect([...section.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, part]) => part)).toEqual([
      ...['Lost', 'Check', 'Run', 'Over'],
    ]);
  });

  it('and finds no section about an alarm that there is not', () => {
    const helping = new Set([...TOLD.values()].map((told) => linkOf(told).join('#')));
    const written = [...sections].flatMap(([page, of]) =>
      [...of.keys()].map((anchor) => `${page}#${anchor}`),
    );
    expect(written.filter((section) => !helping.has(section))).toEqual([
      runbookSection(RELEASE_BREAKS).replace('docs/runbook/', ''),
    ]);
  });

  it('in fifteen pages at most, each of which the index names', () => {
    const pages = readdirSync(RUNBOOK);
    const index = readFileSync(join(RUNBOOK, 'README.md'), 'utf8');
    expect(pages.length).toBeLessThanOrEqual(15);
    expect(pages.filter((page) => page !== 'README.md' && !index.includes(`(${page})`))).toEqual([]);
  });

  it('which says how to ask the log once, of the stacks of all functions', () => {
    const text = readdirSync(RUNBOOK).map((page) => readFileSync(join(RUNBOOK, page), 'utf8'));
    expect(text.join().match(/filter level = "error"/g)).toHaveLength(1);
    const [, loop = ''] = /^for chapter in (.+); do$/m.exec(text.join('\n')) ?? [];
    expect(loop.split(' ')).toEqual([...CHAPTERS]);
  });

  it('also where the key is disabled or deleted', () => {
    const rule = resources(template, 'AWS::Events::Rule')
      .map(([, { Properties }]) => Properties)
      .find(({ EventPattern }) => JSON.stringify(EventPattern ?? {}).includes('aws.kms'));
    const { detail } = rule?.EventPattern as {
      detail: { eventName: string[]; resources: { ARN: unknown[] } };
    };
    expect(rule).toMatchObject({
      EventPattern: { source: ['aws.kms'], 'detail-type': ['AWS API Call via CloudTrail'] },
      State: 'ENABLED',
    });
    expect(detail.eventName).toEqual([
      ...['DisableKey', 'ScheduleKeyDeletion', 'DisableKeyRotation', 'PutKeyPolicy'],
    ]);
    expect(detail.resources.ARN.map(referred)).toEqual(
      resources(template, 'AWS::KMS::Key').map(([id]) => id),
    );
    const told = (rule?.Targets as { Arn: unknown }[]).map(({ Arn }) => referred(Arn));
    expect(told.map((topic) => subscriberOf(template, topic, 'events'))).toEqual([FULL_STAGE.alarmAddress]);
  });
});
