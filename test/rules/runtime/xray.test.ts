import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { forTenants } from '../../../lib/http/endpoint.ts';
import { live } from '../../../lib/runtime/live.ts';
import { subsegmentPacket, type TracedWork } from '../../../lib/runtime/trace.ts';
import { addShop, call, REQUEST_ID, stage, START } from '../http/stage.ts';
import { routeNamed } from '../../../functions/routes.ts';

const TRACE = 'Root=1-6789-abc;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:2:3';
const WORK: TracedWork = {
  name: 'plans/list',
  requestId: 'request 1',
  tenant: 'a',
  startedAt: 1_500,
  endedAt: 2_250,
};

describe('a trace', () => {
  it('has a subsegment for each piece of work, found by the id of the request', () => {
    const [header, segment = ''] = subsegmentPacket(WORK, TRACE, '0123456789abcdef')?.split('\n') ?? [];
    expect(header).toBe('{"format":"json","version":1}');
    expect(JSON.parse(segment)).toEqual({
      type: 'subsegment',
      name: 'plans/list',
      id: '0123456789abcdef',
      trace_id: '1-6789-abc',
      parent_id: '53995c3f42cd8ad8',
      start_time: 1.5,
      end_time: 2.25,
      annotations: { request_id: 'request 1', tenant: 'a' },
    });
  });

  it.each(['', TRACE.replace('Sampled=1', 'Sampled=0'), 'Root=1-2-3;Sampled=1'])(
    'has none where the invocation is not sampled: %j',
    (header) => {
      expect(subsegmentPacket(WORK, header, 'id')).toBeUndefined();
    },
  );

  it.each([false, true])('shows an HTTP request, refused or failed as well: %s', async (isBroken) => {
    const on = stage();
    const shop = await addShop(on);
    const traced: TracedWork[] = [];
    const run = async () => {
      on.clock.now += 70;
      if (isBroken) throw new TypeError('broken');
      return {};
    };
    const handler = forTenants(routeNamed('plans/list'), { input: () => undefined, run });
    await call(handler({ ...on.app, trace: (work) => void traced.push(work) }), 'plans/list', shop);
    expect(traced).toEqual([
      {
        name: 'plans/list',
        requestId: REQUEST_ID,
        tenant: shop.id,
        startedAt: START,
        endedAt: START + 70,
      },
    ]);
  });

  it('reaches the daemon that Lambda runs beside the function', async () => {
    const daemon = createSocket('udp4').bind(0, '127.0.0.1');
    onTestFinished(() => void daemon.close());
    await once(daemon, 'listening');
    vi.stubEnv('AWS_XRAY_DAEMON_ADDRESS', `127.0.0.1:${daemon.address().port}`);
    vi.stubEnv('_X_AMZN_TRACE_ID', TRACE);
    onTestFinished(() => void vi.unstubAllEnvs());
    live.trace?.(WORK);
    const [packet] = (await once(daemon, 'message')) as [Buffer];
    expect(packet.toString()).toContain('"request_id":"request 1"');
  });
});
