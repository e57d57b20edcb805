import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag.startsWith('mcp-');

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
