import { randomFrom } from './forecast.ts';
import type { Pixels } from './png.ts';

export const TIMES_OF_DAY = ['dawn', 'noon', 'dusk', 'night'] as const;
export type TimeOfDay = (typeof TIMES_OF_DAY)[number];

type Color = readonly [red: number, green: number, blue: number];

interface Palette {
  readonly zenith: Color;
  readonly horizon: Color;
  readonly light: Color;
  /** The position of the sun or the moon: 0 is the left or upper edge, 1 the right or lower one. */
  readonly lightAt: readonly [x: number, y: number];
  readonly far: Color;
  readonly near: Color;
}

const PALETTES: Record<TimeOfDay, Palette> = {
  dawn: {
    zenith: [88, 108, 178],
    horizon: [255, 205, 178],
    light: [255, 240, 220],
    lightAt: [0.28, 0.56],
    far: [170, 140, 178],
    near: [52, 48, 92],
  },
  noon: {
    zenith: [58, 134, 222],
    horizon: [206, 232, 250],
    light: [255, 252, 236],
    lightAt: [0.7, 0.2],
    far: [140, 178, 196],
    near: [36, 88, 84],
  },
  dusk: {
    zenith: [46, 34, 96],
    horizon: [255, 146, 96],
    light: [255, 214, 140],
    lightAt: [0.68, 0.56],
    far: [150, 82, 128],
    near: [30, 20, 56],
  },
  night: {
    zenith: [8, 12, 34],
    horizon: [44, 60, 110],
    light: [232, 236, 250],
    lightAt: [0.76, 0.24],
    far: [38, 48, 88],
    near: [8, 12, 28],
  },
};

const WIDTH = 480;
const HEIGHT = 270;
const RIDGES = 5;

/** Paints hills under a sky: the same hills at every time of day. */
export function paintLandscape(time: TimeOfDay): Pixels {
  const palette = PALETTES[time];
  const random = randomFrom('hills 7');
  const ridges = Array.from({ length: RIDGES }, (_, index) => ridgeLine(index, random));
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let color = sky(palette, x, y);
      for (const [index, ridge] of ridges.entries()) {
        const covered = clamp(y - (ridge[x] ?? HEIGHT) + 0.5);
        if (covered > 0) color = mix(color, mix(palette.far, palette.near, index / (RIDGES - 1)), covered);
      }
      rgb.set(color, (y * WIDTH + x) * 3);
    }
  }
  return { width: WIDTH, height: HEIGHT, rgb };
}

/** The height of one chain of hills at every column, as the distance from the upper edge. */
function ridgeLine(index: number, random: () => number): Float64Array {
  const nearness = index / (RIDGES - 1);
  const waves = [1, 2.3, 5.1, 11.7].map((frequency) => ({
    frequency: frequency * (0.7 + random() * 0.6) * (1.4 - nearness * 0.6),
    phase: random() * Math.PI * 2,
    size: (26 - nearness * 8) / frequency ** 0.9,
  }));
  const base = HEIGHT * (0.6 + nearness * 0.3);
  return Float64Array.from({ length: WIDTH }, (_, x) =>
    waves.reduce(
      (height, { frequency, phase, size }) => height + Math.sin((x / WIDTH) * Math.PI * 2 * frequency + phase) * size,
      base,
    ),
  );
}

function sky({ zenith, horizon, light, lightAt: [lightX, lightY] }: Palette, x: number, y: number): Color {
  const gradient = mix(zenith, horizon, clamp(y / (HEIGHT * 0.72)) ** 1.3);
  const distance = Math.hypot(x - lightX * WIDTH, y - lightY * HEIGHT);
  const disc = clamp(21 - distance);
  const glow = Math.exp(-distance / 60) * 0.55;
  return mix(gradient, light, Math.max(disc, glow));
}

function mix(from: Color, to: Color, share: number): Color {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
