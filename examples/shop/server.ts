import { billing } from '../../client/src/billing.ts';
import { Events } from './events.ts';
import { shopServer } from './shop.ts';

const { BASE = '', KEY = '', SECRET = '', WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
if (BASE === '' || KEY === '' || SECRET === '') {
  console.error('BASE, KEY and SECRET are not set; run ". .local/env" first');
  process.exit(1);
}

const url = `http://127.0.0.1:${PORT}`;
const client = billing({ baseUrl: BASE, apiKey: KEY, apiSecret: SECRET });
const { data: webhook } = await client.account.setWebhook({ url: `${url}/webhooks` });
const events = new Events([webhook.secret ?? WEBHOOK_SECRET]);
shopServer({ billing: client, events, url }).listen(Number(PORT), '127.0.0.1', () =>
  console.log(`The shop is open at ${url}`),
);
