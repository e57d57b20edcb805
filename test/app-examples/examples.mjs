const BASIC = ['vanillajs', 'react', 'vue', 'svelte', 'preact', 'solid'];
const SHADER = 'void mainImage(out vec4 color, in vec2 at) { color = vec4(at / iResolution.xy, 0.5, 1.0); }';

/**
 * The examples that are published for npm. Left out are those that need more than their own server (map, pdf, video-resource,
 * wiki-explorer), and threejs: its app evaluates code, which the policy of the specification forbids.
 *
 * `shows` is a selector of what the app shows once it has the result.
 */
export const EXAMPLES = [
  ...BASIC.map((name) => ({ name: `basic-${name}`, tool: 'get-time', shows: 'text=/20\\d\\d-\\d\\d-\\d\\dT/' })),
  { name: 'budget-allocator', tool: 'get-budget-data', shows: 'text=Allocated: $100,000' },
  { name: 'cohort-heatmap', tool: 'get-cohort-data', shows: 'text=M11' },
  { name: 'customer-segmentation', tool: 'get-customer-data', shows: 'text=/\\(\\d+\\)/' },
  { name: 'debug', tool: 'debug-tool', shows: 'text=debugInfo' },
  { name: 'scenario-modeler', tool: 'get-scenario-data', shows: 'text=Your Scenario' },
  { name: 'shadertoy', tool: 'render-shadertoy', args: { fragmentShader: SHADER }, shows: 'canvas' },
  { name: 'sheet-music', tool: 'play-sheet-music', args: { abcNotation: 'X:1\nK:C\nCDEF|' }, shows: 'svg path' },
  { name: 'system-monitor', tool: 'get-system-info', shows: 'text=/\\d GB/' },
  { name: 'transcript', tool: 'transcribe', shows: 'text=Start' },
];
