/** Sign-in without a user, for workers and for pages that may have such credentials. */
export { clientCredentials, type ClientCredentialsOptions } from './client-credentials.ts';
export { type EnterpriseClient, enterpriseManaged, type EnterpriseManagedOptions } from './enterprise-managed.ts';
export type { MachineOptions } from './machine-authorizer.ts';
export { workloadIdentity, type WorkloadIdentityOptions } from './workload-identity.ts';
