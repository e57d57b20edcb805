// Zod compiles parsers with `new Function` and probes for it first. A page with a strict policy
// reports that probe, so it is switched off before any schema exists: import this file first.
import * as z from 'zod';

z.config({ jitless: true });
