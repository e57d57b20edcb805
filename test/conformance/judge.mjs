// The verdict. It is stricter than the suite's own, which passes clients that do nothing, crash or cause warnings.

/**
 * Why a scenario does not count as passed; empty if it does.
 * @param {{ checks: object[], report: { ok: boolean, error?: string } } | undefined} result undefined: it did not run
 * @returns {string[]}
 */
export function faultsOf(result) {
  if (!result) return ['did not run'];
  const { checks, report } = result;
  const faults = report.ok ? [] : [`client: ${report.error}`];
  if (!checks.some(({ status }) => status === 'SUCCESS')) faults.push('no check succeeded');
  const failed = checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(
      ({ status, name, errorMessage, details, description }) =>
        `${status === 'WARNING' ? 'warning: ' : ''}${name}: ${errorMessage ?? details?.message ?? description}`,
    );
  return [...faults, ...failed];
}

/** Scenarios by the requirement that they prove together. It is proved if all of them pass. */
const REQUIREMENTS = {
  'CF-01': { '2025-11-25': ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'] },
  'CF-02': { '2025-11-25': authScenarios(), '2026-07-28': authScenarios() },
  'CF-03': {
    '2026-07-28': [
      'request-metadata',
      'sep-2322-client-request-state',
      'http-standard-headers',
      'http-custom-headers',
      'http-invalid-tool-headers',
      'json-schema-ref-no-deref',
      'tools_call',
    ],
  },
  'CF-04': {
    '2026-07-28': [
      'resource-mismatch',
      'offline-access-scope',
      'offline-access-not-supported',
      'authorization-server-migration',
      'iss-supported',
      'iss-not-advertised',
      'iss-supported-missing',
      'iss-wrong-issuer',
      'iss-unexpected',
      'iss-normalized',
      'metadata-issuer-mismatch',
    ].map((name) => `auth/${name}`),
  },
  'CF-05': { '2025-03-26': ['auth/2025-03-26-oauth-metadata-backcompat', 'auth/2025-03-26-oauth-endpoint-fallback'] },
  'CF-06': { '2025-11-25': extensionScenarios(), '2026-07-28': extensionScenarios() },
  'SK-20': { '2026-07-28': ['sep-2640-client-no-prefetch'] },
  'SK-18': { '2026-07-28': ['sep-2640-client-verify-digest', 'sep-2640-client-verify-size'] },
  'SK-19': { '2026-07-28': ['sep-2640-client-verify-frontmatter'] },
  'CF-07': { '2025-11-25': ['json-schema-2020-12-preservation'], '2026-07-28': ['json-schema-2020-12-preservation'] },
};

function authScenarios() {
  return [
    'metadata-default',
    'metadata-var1',
    'metadata-var2',
    'metadata-var3',
    'basic-cimd',
    'scope-from-www-authenticate',
    'scope-from-scopes-supported',
    'scope-omitted-when-undefined',
    'scope-step-up',
    'scope-retry-limit',
    'token-endpoint-auth-basic',
    'token-endpoint-auth-post',
    'token-endpoint-auth-none',
    'pre-registration',
  ].map((name) => `auth/${name}`);
}

function extensionScenarios() {
  return [
    'client-credentials-jwt',
    'client-credentials-basic',
    'enterprise-managed-authorization',
    'dpop',
    'dpop-nonce',
    'wif-jwt-bearer',
  ].map((name) => `auth/${name}`);
}

/**
 * The title of a scenario as a test. It names a requirement's id only if the requirement as a whole is proved.
 * @param {Record<string, string[]>} passing names of the scenarios that passed, by revision
 */
export function titleOf(revision, scenario, passing) {
  const ids = Object.entries(REQUIREMENTS)
    .filter(([, needed]) => needed[revision]?.includes(scenario))
    .filter(([, needed]) =>
      Object.entries(needed).every(([of, names]) => names.every((name) => passing[of]?.includes(name))),
    )
    .map(([id]) => ` [${id}]`);
  return `${revision} ${scenario}${ids.join('')}`;
}
