type Handler = (event: unknown, context: object) => Promise<unknown>;

/**
 * A runtime client for machines on which Lambda's own cannot be compiled: it loads the handler, asks for the next
 * invocation and posts what became of it. It is handed to a process as its text, so that no loader of ours is part of
 * what is measured.
 */
async function runtimeClient(): Promise<void> {
  const { AWS_LAMBDA_RUNTIME_API: api = '' } = process.env;
  const [, bundle = ''] = process.argv;
  const { request } = process.getBuiltinModule('node:http');
  const [host = '', port = ''] = api.split(':');
  const ask = (method: string, path: string, body?: string) =>
    new Promise<{ id: string; text: string }>((resolve, reject) => {
      const asked = request({ host, port, method, path: `/2018-06-01/runtime${path}` }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () =>
          resolve({ id: String(answer.headers['lambda-runtime-aws-request-id']), text }),
        );
      });
      asked.on('error', reject);
      asked.end(body);
    });
  const { handler } = (await import(bundle)) as { handler: Handler };
  for (;;) {
    const { id, text } = await ask('GET', '/invocation/next');
    const began = Date.now();
    const context = { awsRequestId: id, getRemainingTimeInMillis: () => 29_000 - (Date.now() - began) };
    const result = await handler(JSON.parse(text), context);
    await ask('POST', `/invocation/${id}/response`, JSON.stringify(result ?? null));
  }
}

/** What a process of Node runs to be such a client; its one argument is the address of the handler's module. */
export const OWN_CLIENT = `await (${runtimeClient.toString()})();`;
