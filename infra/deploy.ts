import { spawnSync } from 'node:child_process';
import { deploy } from './deploy/deploy.ts';

process.exitCode = deploy(process.argv.slice(2), {
  run: (program, args, cwd) => spawnSync(program, args, { cwd, stdio: 'inherit' }).status ?? 1,
  read: (program, args) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
    return { status: status ?? 1, stdout, stderr: error ? error.message : stderr };
  },
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
