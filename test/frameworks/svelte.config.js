// svelte-check would look for a configuration in the workspace's vite.config.ts.
export default {};
