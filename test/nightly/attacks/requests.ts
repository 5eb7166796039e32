import type { Running } from '../../flows/cloud/running.ts';
import type { DemoTenant } from '../../../local/demo-tenant.ts';

type Body = Record<string, unknown>;

/** A request that was not answered with success. */
export interface Failure {
  readonly request: string;
  readonly status: number;
  readonly error: unknown;
  /** What the service logged of the tenant's last request that failed. */
  readonly because: string;
}

/** A tenant's requests, and what became of them. */
export class Requests {
  count = 0;
  slowestMs = 0;
  readonly failures: Failure[] = [];
  readonly #cloud: Running;
  readonly #tenant: DemoTenant;

  constructor(cloud: Running, tenant: DemoTenant) {
    this.#cloud = cloud;
    this.#tenant = tenant;
  }

  forget(): void {
    this.count = 0;
    this.slowestMs = 0;
    this.failures.splice(0);
  }

  /** The answer, or undefined where it was no success. */
  async ask(method: string, path: string, body?: Body): Promise<Body | undefined> {
    const began = performance.now();
    const answer = await this.#cloud.api(method, path, body, this.#tenant);
    this.count++;
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    if (answer.status === 200) return answer.body;
    const request = `${method} ${path.replace(/\?.*/, '')}`;
    const because = await this.#lastFailure();
    this.failures.push({ request, status: answer.status, error: answer.body.error, because });
    return undefined;
  }

  async #lastFailure(): Promise<string> {
    const { lines } = (await this.#cloud.json('GET', `${this.#cloud.stack.controlUrl}/logs`)) as unknown as {
      lines: { line: { what?: string; tenant?: string; errorName?: string; code?: string } }[];
    };
    const own = lines.map(({ line }) => line).filter(({ tenant }) => tenant === this.#tenant.tenantId);
    const failed = own.findLast(({ what }) => what === 'request failed');
    return failed ? `${failed.errorName ?? ''} ${failed.code ?? ''}` : '';
  }
}
