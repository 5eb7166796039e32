import { startTable } from '../../nightly/engines/dynoxide.ts';
import { alike } from './alike.ts';
import { tableContract } from './contract.ts';

tableContract('on the embedded engine', startTable);
alike('on the embedded engine', startTable, { runs: 300 });
