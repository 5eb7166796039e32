import { writeFileSync } from 'node:fs';
import { GENERATED, generated } from './generated.ts';

writeFileSync(GENERATED, await generated());
