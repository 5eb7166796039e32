import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAPTERS } from '../../infra/functions/chapters.ts';
import { FAMILIES, KEY_IN_DANGER, RELEASE_BREAKS } from '../../infra/watch/alarm-catalogue.ts';
import { description, runbookSection } from '../../infra/watch/alarm.ts';
import { anchorOf } from '../../site/markdown.ts';
import { alarms, template } from './alarms.ts';
import { FULL_STAGE, referred, resources, synthesised, type Template } from './synthesised.ts';

/** Alarms about what one tenant loses and has to mend itself: nobody is woken by them. */
const OF_ONE_TENANT: readonly string[] = [
  'RecordsDisagreeWithProvider',
  'RecordsOfAnotherAccount',
  'NotificationsUnmatched',
  'EventsNotAccepted',
  'ProviderRefusesTenants',
  'InvoicesCannotBeMade',
  'CardsAreTried',
  'InvoicesWaitForTheirTenant',
];

/** The address to which a stage that has two sends an alarm. */
const addressOf = (id: string) =>
  OF_ONE_TENANT.includes(id) ? FULL_STAGE.tenantAlarmAddress : FULL_STAGE.alarmAddress;

const subscriberOf = (of: Template, topic: string) =>
  resources(of, 'AWS::SNS::Subscription')
    .filter(([, { Properties }]) => referred(Properties.TopicArn) === topic)
    .map(([, { Properties }]) => String(Properties.Endpoint))
    .join();

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
    expect(alarms.size).toBeGreaterThan(30);
    for (const [name, { AlarmActions, ActionsEnabled }] of alarms) {
      const told = (AlarmActions as unknown[]).map((one) => subscriberOf(template, referred(one)));
      expect(told, name).toEqual([addressOf(name)]);
      expect(ActionsEnabled, name).not.toBe(false);
    }
  });

  it.each([
    ['an address of their own', { tenantAlarmAddress: 'https://t.example.com/' }, 'https://t.example.com/'],
    ['none', { tenantAlarmAddress: undefined }, FULL_STAGE.alarmAddress],
  ])('whose alarms about one tenant have %s', (_, change, address) => {
    const { template: changed } = synthesised({ ...FULL_STAGE, ...change });
    const told = resources(changed, 'AWS::SNS::Topic').map(([id]) => subscriberOf(changed, id));
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
});
