import { describe, expect, it } from 'vitest';
import { checked } from '../../infra/settings.ts';
import type { StageSettings } from '../../infra/settings.ts';
import { FULL_STAGE } from './synthesised.ts';

/** Every setting there is. */
const ALL: StageSettings = {
  ...FULL_STAGE,
  adopt: {
    tableName: 'restored',
    bucketName: 'restored-documents',
    keyArn: 'arn:aws:kms:eu-central-1:111111111111:key/mrk-1',
  },
};
/** What a stage may do without. */
const OPTIONAL = /^(domain|firewall|messages|alarmAddress|tenantAlarmAddress|adopt\.\w+)$/;

type Settings = Record<string, unknown>;

const isGroup = (value: unknown): value is Settings => typeof value === 'object';

function namesIn(settings: Settings, group = ''): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [
    group + name,
    ...(isGroup(value) ? namesIn(value, `${group}${name}.`) : []),
  ]);
}

const names = namesIn({ ...ALL });
const groups = ['', ...names.filter((name) => names.some((other) => other.startsWith(`${name}.`)))];

/** What is said of the settings after a change of the group that holds the named one. */
function said(name: string, change: (group: Settings, last: string) => void): string {
  const settings: Settings = structuredClone({ ...ALL });
  const path = name.split('.');
  const last = path.pop() ?? '';
  change(
    path.reduce<Settings>((at, key) => at[key] as Settings, settings),
    last,
  );
  try {
    checked(settings as unknown as StageSettings);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('settings that are not of their kind', () => {
  it('are none of these', () => {
    expect(checked(ALL)).toBe(ALL);
    expect(names.length).toBeGreaterThan(20);
  });

  it.each(names)('%s is refused by its name where it is a list, or nothing', (name) => {
    for (const value of [[], null])
      expect(said(name, (group, last) => (group[last] = value))).toMatch(
        new RegExp(`wrong: ${name} must be .+, and is ${value === null ? 'null' : String.raw`\[\]`}$`),
      );
  });

  it.each(names.filter((name) => !groups.includes(name)))(
    '%s is refused by its name where it is a text in place of a value, or the other way round',
    (name) => {
      const other = (value: unknown) => (typeof value === 'string' ? 7 : JSON.stringify(value));
      expect(said(name, (group, last) => (group[last] = other(group[last])))).toContain(`${name} must be `);
    },
  );

  it.each(names.filter((name) => !OPTIONAL.test(name)))('%s is refused where it is missing', (name) => {
    expect(said(name, (group, last) => Reflect.deleteProperty(group, last))).toContain(`${name} must be `);
  });

  it.each(groups)(
    'in "%s" a setting that there is not is refused, so that none has a letter wrong',
    (group) => {
      const name = group === '' ? 'pause' : `${group}.pause`;
      expect(said(name, (holder, last) => (holder[last] = true))).toMatch(`there is no setting ${name}`);
    },
  );

  it.each(['debug', 'INFO'])('the log level %s is refused, as there is none', (level) => {
    expect(said('logLevel', (group) => (group.logLevel = level))).toContain(
      `logLevel must be one of info, warn, error, and is "${level}"`,
    );
  });

  it('a retention that CloudWatch Logs has not is refused', () => {
    expect(said('logRetention', (group) => (group.logRetention = 366))).toMatch(
      /logRetention must be one of .*365, 400.*, and is 366/,
    );
  });
});
