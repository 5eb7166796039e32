import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { answer, serverTalkingFirst } from '../../webhooks/servers.ts';
import { ANSWERS } from './rogue-answers.ts';
import { RogueWorld } from './rogue-world.ts';

/** The seed gives the same answers again, but not the same order of what happens at once on the wire. */
const SEED = Number(process.env.SEED ?? 4);
const WORLDS = Number(process.env.WORLDS ?? 20);
const AT_ONCE = 24;
/** Interim answers and tiny chunks of a body are only counted, and each may be as long as headers may be. */
const BYTES_MAX = 17 * 1024 * 1024;
const LATE_MS = 1_000;

/** What the worlds add up to. */
class Total {
  readonly violations: string[] = [];
  readonly states: Record<string, number> = {};
  readonly ways = new Set<string>();
  posts = 0;
  attempts = 0;
  latestMs = 0;

  async add(seed: number, world: RogueWorld): Promise<void> {
    this.violations.push(...(await world.judge()).map((what) => `seed ${seed}: ${what}`));
    for (const { state, attempts } of await world.recorded()) {
      this.states[state] = (this.states[state] ?? 0) + 1;
      this.attempts += attempts.length;
    }
    for (const { way } of world.posts) this.ways.add(way);
    this.posts += world.posts.length;
    this.latestMs = Math.max(this.latestMs, world.latestMs);
  }
}

/** All connections that are opened until the end of the test, with what was read from them. */
function watchConnections(): readonly Socket[] {
  const sockets: Socket[] = [];
  const opened = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
  diagnostics.subscribe('net.client.socket', opened);
  onTestFinished(() => void diagnostics.unsubscribe('net.client.socket', opened));
  return sockets;
}

test('whatever its receiver does on the wire, an event is delivered or given up exactly as specified', async () => {
  const elsewhere = await serverTalkingFirst((socket) => socket.end(answer(200, 'followed')));
  onTestFinished(elsewhere.close);
  const sockets = watchConnections();
  const total = new Total();
  const play = async (seed: number) => {
    const world = new RogueWorld(seed);
    await world.play(`http://127.0.0.1:${elsewhere.port}/`).finally(() => world.stop());
    await total.add(seed, world);
  };
  const seeds = Array.from({ length: WORLDS }, (_, i) => SEED * 1_000_000 + i);
  while (seeds.length > 0) await Promise.all(seeds.splice(0, AT_ONCE).map(play));
  const mostRead = Math.max(...sockets.map(({ bytesRead }) => bytesRead));
  const { violations, states, ways, posts, attempts, latestMs } = total;
  console.log(
    `delivery, rogue receivers: seed ${SEED}, ${WORLDS} worlds, ${attempts} attempts, ${posts} POSTs, ${sockets.length} connections, ${states.DELIVERED} delivered, ${states.EXHAUSTED} exhausted, ${mostRead} bytes read of one at most, ${Math.round(latestMs)} ms late at most, ${violations.length} violations`,
  );
  expect(violations).toEqual([]);
  expect(elsewhere.connections()).toBe(0);
  expect(mostRead).toBeLessThan(BYTES_MAX);
  expect(latestMs).toBeLessThan(LATE_MS);
  expect(Object.keys(ANSWERS).filter((way) => !ways.has(way))).toEqual([]);
  expect(states.DELIVERED).toBeGreaterThan(5 * WORLDS);
  expect(states.EXHAUSTED).toBeGreaterThan(WORLDS);
});
