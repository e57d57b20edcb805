/** The look of a host, as apps know it: the standard variables of the specification. */

type Meaning = 'info' | 'danger' | 'success' | 'warning';
type Rank = 'primary' | 'secondary';
type Size = 'xs' | 'sm' | 'md' | 'lg';

/** The custom properties that the specification names. The official SDK refuses a host that sends any other. */
export type AppStyleVariable =
  | `--color-${'background' | 'text' | 'border'}-${Rank | Meaning | 'tertiary' | 'inverse' | 'ghost' | 'disabled'}`
  | `--color-ring-${Rank | Meaning | 'inverse'}`
  | `--font-${'sans' | 'mono'}`
  | `--font-weight-${'normal' | 'medium' | 'semibold' | 'bold'}`
  | `--font-text-${Size}-${'size' | 'line-height'}`
  | `--font-heading-${Size | 'xl' | '2xl' | '3xl'}-${'size' | 'line-height'}`
  | `--border-radius-${Size | 'xl' | 'full'}`
  | '--border-width-regular'
  | `--shadow-${'hairline' | 'sm' | 'md' | 'lg'}`;

/** CSS values for the look of apps. Each app uses of them what it likes. */
export interface AppStyles {
  /** Colors that depend on the theme are `light-dark(…)`. Give all colors or none: apps have defaults for the rest. */
  readonly variables?: Readonly<Partial<Record<AppStyleVariable, string | undefined>>> | undefined;
  readonly css?:
    | {
        /** `@font-face` and `@import` rules. An app can load only fonts of domains that its own server declared. */
        readonly fonts?: string | undefined;
      }
    | undefined;
}
