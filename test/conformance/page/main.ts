/** The client under test: a page that runs one scenario on request, and reports the outcome. */
import { authScenarios, signInFirst } from './auth-scenarios.ts';
import { type Scenario, scenarios } from './scenarios.ts';

interface Report {
  ok: boolean;
  error?: string;
}

declare global {
  var runScenario: (scenario: Scenario & { scenario: string }) => Promise<Report>;
}

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} forbids ${blockedURI}`);
});

globalThis.runScenario = async ({ scenario: name, ...scenario }) => {
  const run = scenarios.get(name) ?? authScenarios.get(name) ?? (name.startsWith('auth/') ? signInFirst : undefined);
  if (!run) return { ok: false, error: `the page has no handler for ${name}` };
  try {
    await run(scenario);
  } catch (error) {
    return { ok: false, error: describe(error) };
  }
  return violations.length > 0 ? { ok: false, error: violations.join('; ') } : { ok: true };
};

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? ` (${String(error.code)})` : '';
  return `${error.name}${code}: ${error.message}`;
}
