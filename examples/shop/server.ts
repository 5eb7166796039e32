import { billing } from '../../client/src/billing.ts';
import { Events } from './events.ts';
import { shopServer } from './shop.ts';

const { BASE = '', KEY = '', SECRET = '', WEBHOOK_SECRET = '', PORT = '4000' } = process.env;
if (BASE === '' || KEY === '' || SECRET === '')
  giveUp('BASE, KEY and SECRET are not set; run ". .local/env" first');

const url = `http://127.0.0.1:${PORT}`;
const client = billing({ baseUrl: BASE, apiKey: KEY, apiSecret: SECRET });
const { data: webhook } = await client.account
  .setWebhook({ url: `${url}/webhooks` })
  .catch((error: unknown) =>
    giveUp(
      `${wordsOf(error).replace(/\.$/, '')}: is the service running, started with --allow 127.0.0.1:${PORT}?`,
    ),
  );
const secret = webhook.secret ?? WEBHOOK_SECRET;
if (secret === '') giveUp('WEBHOOK_SECRET is not set; run ". .local/env" first');
const events = new Events([secret]);
shopServer({ billing: client, events, url })
  .on('error', (error) => giveUp(`${error.message}: stop what listens there, such as examples/receiver.mjs`))
  .listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is open at ${url}`));

function giveUp(why: string): never {
  console.error(why);
  process.exit(1);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
