import type { CoreApp } from '../../runtime/app.ts';
import { fieldsOf } from '../fields.ts';
import { InstanceCache } from '../instance-cache.ts';
import { key } from '../schema.ts';
import { tryWrite } from '../table.ts';

const KNOWN = new InstanceCache<string>();

/** The secret that makes challenges of the console ours; undefined as long as nobody was ever invited. */
export function readChallengeKey(app: CoreApp): Promise<string | undefined> {
  return KNOWN.find(app, 'secret', async () => {
    const item = await app.table.get(key.challengeKey(), { consistent: true });
    return item && fieldsOf(item).text('secret');
  });
}

/** Makes that secret before the first person is there: without it nobody can register a passkey or sign in. */
export async function makeChallengeKey(app: CoreApp): Promise<void> {
  if ((await readChallengeKey(app)) !== undefined) return;
  const put = { ...key.challengeKey(), secret: app.newSecret() };
  await tryWrite(() => app.table.apply({ put, if: [{ absent: true }] }));
}
