import { deploy } from './deploy/deploy.ts';
import { TERMINAL } from './deploy/tools.ts';

process.exitCode = deploy(process.argv.slice(2), TERMINAL);
