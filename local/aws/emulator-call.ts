import { Agent, request } from 'node:http';
import { bodyOf } from '../queues/forward.ts';

const agent = new Agent({ keepAlive: true });

/**
 * Calls an emulator of ours in AWS's JSON protocol, with `target` such as `AmazonSQS.ReceiveMessage`. It checks no
 * signature, so none is made: an SDK's client takes several times as long over a call. Rejects with the emulator's own
 * words where it refuses.
 */
export async function callEmulator<T extends object>(
  endpoint: string,
  target: string,
  body: object,
): Promise<Partial<T>> {
  const sent = JSON.stringify(body);
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': target,
    'content-length': String(Buffer.byteLength(sent)),
  };
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request(endpoint, { agent, method: 'POST', headers }, (answer) => {
      bodyOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 502, text: bytes.toString() }),
        reject,
      );
    });
    asked.on('error', reject);
    asked.end(sent);
  });
  if (status !== 200) throw new Error(`${target} was answered with ${status}: ${text}`);
  return JSON.parse(text) as Partial<T>;
}
