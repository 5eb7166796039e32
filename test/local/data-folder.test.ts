import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { claimDataFolder } from '../../local/data-folder.ts';
import { Ends } from '../../local/ends.ts';

const folder = mkdtempSync(join(tmpdir(), 'claimed-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a data folder', () => {
  it('belongs to one cloud until that one has ended', async () => {
    const first = new Ends();
    const second = new Ends();
    claimDataFolder(folder, first);
    expect(() => claimDataFolder(folder, second)).toThrow(
      `${folder} is in use by another local cloud; stop it, or choose another with --data DIR`,
    );
    await first.stop();
    claimDataFolder(folder, second);
    await second.stop();
  });

  it('is made where there is none', async () => {
    const ends = new Ends();
    claimDataFolder(join(folder, 'new', 'inner'), ends);
    await ends.stop();
  });
});
