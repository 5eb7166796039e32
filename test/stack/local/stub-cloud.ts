import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startLocalCloud, type LocalCloud } from '../../../local/local-cloud.ts';
import type { LogLine } from '../../../local/functions/logs.ts';
import type { RecordedCall } from '../../../local/functions/calls.ts';
import type { Step, StepResult } from './stub.ts';
import { stubTemplate, type Template } from './stub-template.ts';

/** A local cloud that runs the stub stack, and short ways to what tests ask of it. */
export interface StubCloud extends LocalCloud {
  /** What the cloud complained of. */
  readonly complaints: string[];
  /** Has the function `api` do something; one result for each step. */
  act(...steps: Step[]): Promise<StepResult[]>;
  /** The answer of the function `api` as it is, for steps that break it. */
  actRaw(...steps: Step[]): Promise<Response>;
  advance(duration: string): Promise<void>;
  /** What a function printed, oldest first. */
  printed<T>(functionName: string): Promise<T[]>;
  calls(functionName: string): Promise<RecordedCall[]>;
}

/** Writes an assembly as `cdk synth` would; without a bundle, for stacks that are refused before anything runs. */
export function writeAssembly(template: Template): string {
  const folder = mkdtempSync(join(tmpdir(), 'stub-'));
  const manifest = { artifacts: { Stub: { type: 'aws:cloudformation:stack' } } };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'Stub.template.json'), JSON.stringify(template));
  mkdirSync(join(folder, 'bundle'));
  return folder;
}

export async function startStub(options: { template?: Template; data?: string } = {}): Promise<StubCloud> {
  const assembly = writeAssembly(options.template ?? stubTemplate());
  await build({
    entryPoints: [join(import.meta.dirname, 'stub.ts')],
    outfile: join(assembly, 'bundle/index.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire('/');" },
  });
  const complaints: string[] = [];
  const local = await startLocalCloud({
    assembly,
    data: options.data,
    complain: (line) => complaints.push(line),
  });
  const actRaw = (...steps: Step[]) =>
    fetch(`${local.stack.baseUrl}/do`, {
      method: 'POST',
      body: JSON.stringify(steps),
      headers: { 'content-type': 'application/json' },
    });
  return {
    ...local,
    complaints,
    actRaw,
    async act(...steps) {
      const answer = await actRaw(...steps);
      if (!answer.ok) throw new Error(`the stub answered ${answer.status}`);
      return ((await answer.json()) as { results: StepResult[] }).results;
    },
    advance: async (duration) => void (await local.control('POST', '/clock', { advance: duration })),
    async printed<T>(name: string) {
      const { lines } = await local.control<{ lines: LogLine[] }>('GET', `/logs?function=${name}`);
      return lines.map(({ line }) => line as T);
    },
    async calls(name) {
      const { calls } = await local.control<{ calls: RecordedCall[] }>('GET', '/calls');
      return calls.filter((call) => call.function === name);
    },
    async stop() {
      await local.stop();
      rmSync(assembly, { recursive: true, force: true });
    },
  };
}
