/** The policies under which the packages promise to work. */
export { CALLBACK_POLICY, POLICY, SCRIPT_TAG_POLICY, withTrustedTypes } from '../support/policies.mjs';
