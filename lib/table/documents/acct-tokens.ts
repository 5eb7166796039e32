import type { AcctAccount } from '../../acct/acct.ts';
import type { StoredTokens, TokenStore } from '../../acct/tokens.ts';
import type { CallsAcct, CoreApp } from '../../runtime/app.ts';
import { acctOwner } from './acct-owner.ts';
import { fieldsOf, jsonFields } from '../fields.ts';
import { key } from '../schema.ts';
import { tryWrite, type Condition } from '../table.ts';

/**
 * The shared, encrypted store of a tenant's access tokens for the invoicing provider. Tokens of another account, from
 * before the tenant changed it, count as absent and are overwritten.
 */
export function acctTokens(app: CoreApp & CallsAcct, tenant: string, account: AcctAccount): TokenStore {
  const at = key.acctTokens(tenant);
  const owner = acctOwner(account);
  return {
    async read() {
      const item = await app.table.get(at, { consistent: true });
      if (item?.owner !== owner) return undefined;
      const of = fieldsOf(item);
      const opened = await app.secrets.decrypt(tenant, 'acct', of.text('sealed'));
      return tokensFrom(opened.reveal(), of.number('version'));
    },
    async replace(next, ifVersion) {
      const sealed = await app.secrets.encrypt(tenant, 'acct', JSON.stringify(next));
      const writer = app.newNonce();
      const version = (ifVersion ?? 0) + 1;
      const put = { ...at, owner, version, writer, sealed };
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
