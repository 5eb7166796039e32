import { DAY_MS } from '../../limits.ts';
import type { AcctAccount } from '../../acct/acct.ts';
import type { StoredTokens, TokenStore } from '../../acct/tokens.ts';
import type { CallsAcct, CoreApp, OfTenant } from '../../runtime/app.ts';
import { acctOwner } from './acct-owner.ts';
import { fieldsOf, jsonFields } from '../fields.ts';
import { due, NOT_DUE } from '../work/due.ts';
import { key } from '../schema.ts';
import { opening } from '../tenants/opening.ts';
import { tryWrite, type Condition } from '../table.ts';
import { tokensWork } from '../work/works.ts';

/** Unused tokens are renewed this often: nobody says how long a refresh token lives that is not used. */
export const TOKENS_IDLE_MS = 7 * DAY_MS;

/** Makes a tenant's tokens due at `at` (epoch ms), with `ifDueAt` only if they were not stored anew since they were due. */
export async function tokensDue(app: CoreApp & OfTenant, at: number, ifDueAt?: number): Promise<void> {
  const update = key.acctTokens(app.tenantId);
  const asHandedOut: Condition = ifDueAt === undefined ? [] : [{ attribute: 'dueAt', is: ifDueAt }];
  await tryWrite(() =>
    app.table.apply({
      update,
      set: { ...due('job', at, tokensWork(app.tenantId)) },
      if: [{ present: true }, ...asHandedOut],
    }),
  );
}

/** A tenant without an account has no tokens to keep. */
export async function tokensSettled(app: CoreApp & OfTenant): Promise<void> {
  const update = key.acctTokens(app.tenantId);
  await tryWrite(() => app.table.apply({ update, remove: NOT_DUE, if: [{ present: true }] }));
}

/** That the provider refuses a tenant's login, since `now` (epoch ms) unless it is known: new tokens take it away. */
export async function noteAcctRefused(app: CoreApp & OfTenant, now: number): Promise<void> {
  const update = key.acctTokens(app.tenantId);
  const set = { refusedAt: now };
  await tryWrite(() => app.table.apply({ update, set, if: [{ attribute: 'refusedAt', missing: true }] }));
}

/** Since when the provider refuses a tenant's login (epoch ms); null while it does not. */
export async function lookUpAcctRefused(app: CoreApp & OfTenant): Promise<number | null> {
  const item = await app.table.get(key.acctTokens(app.tenantId), { consistent: true });
  return fieldsOf(item ?? {}).numberOrNull('refusedAt');
}

/** The shared, encrypted store of a tenant's tokens at the invoicing provider; another account's count as absent. Throws CannotOpen. */
export function acctTokens(app: CoreApp & CallsAcct & OfTenant, account: AcctAccount): TokenStore {
  const at = key.acctTokens(app.tenantId);
  const owner = acctOwner(account);
  return {
    async read() {
      const item = await app.table.get(at, { consistent: true });
      if (item?.owner !== owner) return undefined;
      const of = fieldsOf(item);
      const version = of.number('version');
      return opening(async () => {
        const opened = await app.secrets.decrypt(app.tenantId, 'acct', of.text('sealed'));
        return tokensFrom(opened.reveal(), version);
      });
    },
    async replace(next, ifVersion) {
      const sealed = await opening(() => app.secrets.encrypt(app.tenantId, 'acct', JSON.stringify(next)));
      const writer = app.newNonce();
      const version = (ifVersion ?? 0) + 1;
      const dueAt = app.clock() + TOKENS_IDLE_MS;
      const put = { ...at, owner, version, writer, sealed, ...due('job', dueAt, tokensWork(app.tenantId)) };
      return tryWrite(
        () => app.table.apply({ put, if: unchanged(owner, ifVersion) }),
        (found) => found?.writer === writer,
      );
    },
  };
}

function unchanged(owner: string, ifVersion: number | undefined): Condition {
  if (ifVersion === undefined) return [{ attribute: 'owner', isNot: owner }];
  return [
    { attribute: 'owner', is: owner },
    { attribute: 'version', is: ifVersion },
  ];
}

function tokensFrom(text: string, version: number): StoredTokens {
  const of = jsonFields('tokens', text);
  return {
    accessToken: of.text('accessToken'),
    refreshToken: of.text('refreshToken'),
    expiresAt: of.number('expiresAt'),
    renewingUntil: of.number('renewingUntil'),
    version,
  };
}
