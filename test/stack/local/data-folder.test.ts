import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { claimDataFolder, emptyDataFolder } from '../../../local/data-folder.ts';
import { Ends } from '../../../local/ends.ts';

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

  it('is emptied for a start that is to begin anew, but not while a cloud has it', async () => {
    const kept = join(folder, 'kept');
    const owner = new Ends();
    claimDataFolder(kept, owner);
    mkdirSync(join(kept, 'queues'));
    writeFileSync(join(kept, 'table.db'), 'kept');
    await expect(emptyDataFolder(kept)).rejects.toThrow('is in use by another local cloud');
    expect(readdirSync(kept)).toContain('table.db');
    await owner.stop();
    await emptyDataFolder(kept);
    expect(readdirSync(kept).filter((name) => !name.startsWith('lock.db'))).toEqual([]);
  });

  it('is not emptied where it holds what no cloud has put there', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'mine');
    await expect(emptyDataFolder(other)).rejects.toThrow('it is no data folder of a local cloud');
    expect(readdirSync(other)).toEqual(['letter.txt']);
  });

  it('is made where there is none', async () => {
    const ends = new Ends();
    claimDataFolder(join(folder, 'new', 'inner'), ends);
    await ends.stop();
  });
});
