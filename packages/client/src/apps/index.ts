export { appsExtension, appUriOf, isToolFor } from '../protocol/apps.ts';
export { AppBridge, type AppBridgeOptions } from './app-bridge.ts';
export type { AppContext, AppModelContext } from './app-messages.ts';
export { type AppDomains, type AppPolicy, policyOf } from './app-policy.ts';
export { APP_PERMISSIONS, type AppPermission, type LoadedApp, loadApp } from './load-app.ts';
