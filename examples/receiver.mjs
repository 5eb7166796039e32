// A webhook receiver: verifies each delivery and prints what arrived. `node examples/receiver.mjs`, with the secret in
// WEBHOOK_SECRET and the port in PORT (4000 unless given).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET: secret, PORT: port = '4000' } = process.env;
if (!secret) throw new Error('WEBHOOK_SECRET is not set; run ". .local/env" first');

function isGenuine(rawBody, headers) {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));
  return ['x-svc-signature', 'x-svc-signature-next'].some((name) => {
    const given = Buffer.from(headers[name] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function receive(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const rawBody = Buffer.concat(chunks);
  const genuine = isGenuine(rawBody, request.headers);
  response.writeHead(genuine ? 200 : 401).end();
  if (!genuine) return console.log('refused: the signature is wrong');
  const { notificationType, subtype = '', data } = JSON.parse(rawBody);
  // Of an example that POST /account/webhook/test sent nothing happened: it gives nobody access.
  const what = request.headers['x-svc-test'] === 'true' ? 'verified, but only a test' : 'verified';
  console.log(`${what}: ${notificationType} ${subtype} for ${data.customer?.email ?? 'an erased customer'}`);
}

// A sender that hangs up before the end of its body does not end the receiver.
createServer((request, response) => {
  receive(request, response).catch(({ message }) => console.error(`not received: ${message}`));
})
  .on('error', ({ message }) => {
    console.error(`${message}: stop what listens there, or choose another PORT`);
    process.exitCode = 1;
  })
  .listen(Number(port), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${port}/`));
