// Zod compiles parsers with `new Function`, and first tries whether that is allowed. A strict policy
// reports the attempt, so it is turned off before any schema exists: import this file first.
import * as z from 'zod';

z.config({ jitless: true });
