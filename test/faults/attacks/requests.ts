import type { Keys, Running } from '../../cloud/running.ts';

type Body = Record<string, unknown>;

/** A request that was not answered with success. */
export interface Failure {
  readonly request: string;
  readonly status: number;
  readonly error: unknown;
}

/** A tenant's requests, and what became of them. */
export class Requests {
  count = 0;
  slowestMs = 0;
  readonly failures: Failure[] = [];
  readonly #cloud: Running;
  readonly #keys: Keys;

  constructor(cloud: Running, keys: Keys) {
    this.#cloud = cloud;
    this.#keys = keys;
  }

  forget(): void {
    this.count = 0;
    this.slowestMs = 0;
    this.failures.splice(0);
  }

  /** The answer, or undefined where it was no success. */
  async ask(method: string, path: string, body?: Body): Promise<Body | undefined> {
    const began = performance.now();
    const answer = await this.#cloud.api(method, path, body, this.#keys);
    this.count++;
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    if (answer.status === 200) return answer.body;
    const request = `${method} ${path.replace(/\?.*/, '')}`;
    this.failures.push({ request, status: answer.status, error: answer.body.error });
    return undefined;
  }
}
