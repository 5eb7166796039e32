import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendOnce as askAcct } from '../../../lib/acct/parasut/http.ts';
import { exchange as askPay } from '../../../lib/pay/iyzico/exchange.ts';
import { pouring, serverAnswering, type RawServer } from '../../behaviour/webhooks/servers.ts';

/** Longer than a test may take: who waits for it has not given up by itself. */
const DEADLINE_MS = 60_000;

const CLIENTS = {
  'the payment provider': (url: URL) =>
    askPay({ method: 'GET', url, headers: {}, body: '', deadlineMs: DEADLINE_MS, freshConnection: true }),
  'the invoicing provider': (url: URL) => askAcct(url, { method: 'GET', headers: {} }, DEADLINE_MS),
};

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

const NO_ANSWERS: Record<string, () => Promise<RawServer>> = {
  'switches the protocol': () =>
    says('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  'never gets past interim answers': () => pouring('', 'HTTP/1.1 103 Early\r\n\r\n'.repeat(100)),
  'comes in tiny chunks': () => pouring(CHUNKED, '1\r\na\r\n'.repeat(1_000)),
  'comes in tiny chunks with kilobytes that are no body': () =>
    pouring(CHUNKED, `1;${'x'.repeat(9_000)}\r\na\r\n`),
};

function says(text: string): Promise<RawServer> {
  return serverAnswering((socket: Socket) => void socket.write(text));
}

describe.each(Object.entries(CLIENTS))('an answer of %s', (_, ask) => {
  const answerOf = async (opened: Promise<RawServer>) => {
    const { port, close } = await opened;
    onTestFinished(close);
    return ask(new URL(`http://127.0.0.1:${port}/`));
  };

  it.each(Object.entries(NO_ANSWERS))('that %s is none, long before the deadline', async (_way, open) => {
    expect(await answerOf(open())).toEqual({ is: 'connectionLost' });
  });

  it('counts after some interim answers, and in thousands of pieces', async () => {
    const pieces = `${(600).toString(16)}\r\n${'a'.repeat(600)}\r\n`.repeat(1_700);
    const whole = await answerOf(
      says(`${'HTTP/1.1 103 Early\r\n\r\n'.repeat(9)}${CHUNKED}${pieces}0\r\n\r\n`),
    );
    expect(whole).toMatchObject({ is: 'answered' });
    expect('body' in whole && whole.body).toHaveLength(1_020_000);
  });
});
