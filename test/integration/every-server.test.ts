import { SERVER_CASES } from './server-cases.ts';
import { describeServer } from './server-suite.ts';

for (const server of SERVER_CASES) describeServer(server);
