// A runtime client as Lambda's own: it loads the handler, asks for the next invocation and posts what became of it.
const { AWS_LAMBDA_RUNTIME_API: api, BUNDLE: bundle } = process.env;
const { request } = process.getBuiltinModule('node:http');
const [host, port] = api.split(':');

function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, method, path: `/2018-06-01/runtime${path}` }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => resolve({ id: answer.headers['lambda-runtime-aws-request-id'], text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const { handler } = await import(bundle);
for (;;) {
  const { id, text } = await ask('GET', '/invocation/next');
  const began = Date.now();
  const context = { awsRequestId: id, getRemainingTimeInMillis: () => 29_000 - (Date.now() - began) };
  const result = await handler(JSON.parse(text), context);
  await ask('POST', `/invocation/${id}/response`, JSON.stringify(result ?? null));
}
