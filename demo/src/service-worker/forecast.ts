import * as z from 'zod';

const CONDITIONS = ['sunny', 'cloudy', 'windy', 'rainy', 'snowy'] as const;

/** The output schema of the forecast tool. */
export const forecastSchema = z.object({
  city: z.string(),
  unit: z.literal('celsius'),
  source: z.literal('made up'),
  days: z.array(
    z.object({
      day: z.int().describe('1 is today'),
      condition: z.enum(CONDITIONS),
      high: z.int(),
      low: z.int(),
      rainChance: z.number().min(0).max(1),
    }),
  ),
});

export type Forecast = z.infer<typeof forecastSchema>;

/** Makes up weather that is the same for the same city every time. */
export function makeUpForecast(city: string, dayCount: number): Forecast {
  const random = randomFrom(city.trim().toLowerCase());
  const climate = Math.floor(random() * 30);
  const days = Array.from({ length: dayCount }, (_, index) => {
    const high = climate + Math.floor(random() * 7) - 3;
    const wanted = CONDITIONS[Math.floor(random() * CONDITIONS.length)] ?? 'sunny';
    return {
      day: index + 1,
      condition: wanted === 'snowy' && high > 3 ? 'rainy' : wanted,
      high,
      low: high - 4 - Math.floor(random() * 6),
      rainChance: Math.round(random() * 100) / 100,
    } as const;
  });
  return { city: city.trim(), unit: 'celsius', source: 'made up', days };
}

/** A repeatable sequence of numbers from 0 up to, but not including, 1 (xorshift32). */
export function randomFrom(seed: string): () => number {
  let state = 0x9e3779b9;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  state ||= 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}
