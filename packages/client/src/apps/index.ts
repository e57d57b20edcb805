export { appsExtension, appUriOf, isToolFor } from '../protocol/apps.ts';
export { AppBridge } from './app-bridge.ts';
export type { AppContext, AppDisplayMode, AppModelContext } from './app-messages.ts';
export type { AppBridgeOptions } from './app-options.ts';
export type { AppStyles, AppStyleVariable } from './app-styles.ts';
export { type AppDomains, type AppPolicy, policyOf } from './app-policy.ts';
export { APP_PERMISSIONS, type AppPermission, type LoadedApp, loadApp } from './load-app.ts';
