import { describe, expect, it } from 'vitest';
import { fatesSaid } from '../../cli/import.ts';
import { PLANS } from '../account/operator.ts';
import { openCli } from './io.ts';

const TENANT = ['--tenant', 'shop'];

describe('the rehearsal of an import', () => {
  it('suggests the import with the options it was rehearsed with', async () => {
    const { run, operator } = await openCli();
    await operator.shop('shop', PLANS);
    const suggested = async (...options: string[]) =>
      (await run(['import', '--dry-run', ...options, ...TENANT])).out.split('Next:\n')[1];
    expect(await suggested()).toBe('  npx billing import --tenant shop\n');
    expect(await suggested('--announce', '--charges-since', '2026-01-01T00:00Z')).toBe(
      '  npx billing import --tenant shop --announce --charges-since 2026-01-01T00:00:00.000Z\n',
    );
  });
});

describe('what an import says of subscriptions', () => {
  it('counts those that cannot be read in one place, whichever part of them it is', () => {
    expect(fatesSaid([{ fate: 'not readable' }, { fate: 'known' }], 2)).toBe(
      '0 adopted, 1 known, 0 being bought, 0 ended, 0 plan unknown, 0 no e-mail, 3 not readable',
    );
  });
});
