/** The address of a font. */
declare module '*.ttf' {
  const url: string;
  export default url;
}
