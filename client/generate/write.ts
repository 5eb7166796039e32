import { writeTypes } from './generated.ts';

await writeTypes();
