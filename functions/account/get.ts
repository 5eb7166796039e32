import { readAccount } from '../../lib/account/account.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { accountAnswer, accountAnswerShape } from '../../lib/wire/account.ts';
import { read, part } from '../../lib/route.ts';

/** GET /account: the tenant's own account, with the health of its webhook and of its payment account. */
export const declared = endpoint({
  name: 'account/get',
  at: 'GET /account',
  uses: part(read, { publicUrl: true }),
  tag: 'Account',
  summary: 'Read the account',
  description: 'Its settings, and the health of its webhook and its payment account.',
  answers: accountAnswerShape,
  example: {},
  input: () => undefined,
  run: async ({ app, rights }) => accountAnswer(await readAccount(app), rights),
});

export const { create } = declared;

export const handler = create(live);
