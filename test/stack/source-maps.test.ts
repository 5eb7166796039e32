import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { archiveSourceMaps } from '../../infra/deploy/source-maps.ts';
import { BACKGROUND } from '../../lib/background-functions.ts';
import { ROUTES } from '../../functions/routes.ts';
import { tools } from './deploy-tools.ts';

describe('source maps of what was deployed', () => {
  const names = [...ROUTES, ...BACKGROUND].map(({ name }) => name);

  /** A folder in which every function was built. */
  function built(code: string) {
    const root = mkdtempSync(join(tmpdir(), 'deploy-'));
    for (const name of names) {
      for (const [kind, file] of [
        ['functions', 'index.mjs'],
        ['maps', 'index.mjs.map'],
      ] as const) {
        mkdirSync(join(root, '.build', kind, name), { recursive: true });
        writeFileSync(join(root, '.build', kind, name, file), code);
      }
    }
    const outputs = join(root, 'prod.json');
    writeFileSync(outputs, JSON.stringify({ 'Billing-prod-State': { DocumentsBucket: 'the-bucket' } }));
    return { root, outputs, maps: join(root, '.deploy/maps'), region: 'eu-central-1' };
  }

  it('are stored under the hash of the code, each once, and all uploaded to the bucket of the stage', () => {
    const [of, machine] = [built('first'), tools()];
    expect(archiveSourceMaps(of, machine)).toBeUndefined();
    expect(archiveSourceMaps(of, machine)).toBeUndefined();
    expect(readdirSync(join(of.maps, names[0]!))).toEqual(['a7937b64b8caa58f.mjs.map']);
    expect(machine.ran[0]).toBe(
      `aws s3 sync ${of.maps} s3://the-bucket/source-maps --region eu-central-1 --only-show-errors`,
    );
    expect(machine.said).toEqual([
      `${names.length} new source maps are in s3://the-bucket/source-maps.`,
      '0 new source maps are in s3://the-bucket/source-maps.',
    ]);
  });

  it('stay on the machine where the bucket refuses them, with the command to run', () => {
    const of = built('first');
    expect(archiveSourceMaps(of, tools({}, 1))).toBe(
      `The source maps are in ${of.maps} only. Archive them: aws s3 sync ${of.maps} s3://the-bucket/source-maps --region eu-central-1`,
    );
  });

  it('are not uploaded where the outputs of the stage name no bucket', () => {
    const of = built('first');
    writeFileSync(of.outputs, JSON.stringify({ 'Billing-prod-State': {} }));
    expect(() => archiveSourceMaps(of, tools())).toThrow(`${of.outputs} names no DocumentsBucket`);
  });

  it('turn a frame into a place of the source by the command of the runbook', () => {
    const folder = mkdtempSync(join(tmpdir(), 'frame-'));
    const [source, code] = ['cause.mjs', 'index.mjs'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(source, 'const nobody = undefined;\n\nconsole.log("first");\nconsole.log(nobody.name);\n');
    buildSync({ entryPoints: [source], outfile: code, minify: true, bundle: true, sourcemap: 'external' });
    const { stderr } = spawnSync(process.execPath, [code], { encoding: 'utf8' });
    const [, line = '', column = ''] = /index\.mjs:(\d+):(\d+)\)?\n/.exec(stderr) ?? [];

    const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook/README.md'), 'utf8');
    const command = /^node -p .+$/m.exec(runbook)?.[0] ?? '';
    const filled = command.replace(/\S+\/HASH\.mjs\.map LINE COLUMN$/, `${code}.map ${line} ${column}`);
    expect(filled).not.toBe(command);
    const { stdout } = spawnSync('bash', ['-c', filled], { encoding: 'utf8' });
    expect(stdout).toContain('cause.mjs');
    expect(stdout).toContain('lineNumber: 4,');
  });
});
