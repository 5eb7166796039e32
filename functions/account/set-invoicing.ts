import { orSettingsRefused } from '../../lib/account/settings-refused.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { connectAcct } from '../../lib/verbs/connect-acct.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { invoicingAnswer, invoicingAnswerShape } from '../../lib/wire/account.ts';
import { invoicingBody, invoicingInput } from '../../lib/wire/acct-settings.ts';
import { guarded, part } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** PUT /account/invoicing: connects the tenant's account at the invoicing provider, or changes what is set of it. */
export const declared = endpoint({
  name: 'account/set-invoicing',
  at: 'PUT /account/invoicing',
  uses: part(guarded, { decrypts: ['acct'], encrypts: ['acct'], timeoutSeconds: 29 }),
  verb: connectAcct,
  tag: 'Account',
  summary: 'Connect the invoicing provider',
  description:
    'The first time `companyId`, `clientId`, `clientSecret`, `productId`, `siteUrl` and either `username` with `password` or `refreshToken` are needed; later, what is absent stays, and null takes away what may be missing. Everything is tried before it is stored: 409 `settings_refused` says in words what is wrong; nothing is changed then. Secrets are never shown again.',
  asks: { body: invoicingBody },
  answers: invoicingAnswerShape,
  refusals: ['settings_refused'],
  example: {
    body: {
      companyId: SAMPLE.invoicing.companyId,
      clientId: SAMPLE.invoicing.clientId,
      clientSecret: SAMPLE.invoicing.clientSecret,
      username: SAMPLE.invoicing.username,
      password: SAMPLE.invoicing.password,
      productId: SAMPLE.invoicing.productId,
      moneyAccounts: { TRY: SAMPLE.moneyAccount },
      vatRate: 20,
      siteUrl: 'https://shop.example',
    },
  },
  input: ({ body, localRun }) => invoicingInput(body, localRun),
  run: async ({ input, ...call }) =>
    invoicingAnswer(await orSettingsRefused(() => byKey(connectAcct, call, input))),
});

export const { create } = declared;

export const handler = create(live);
