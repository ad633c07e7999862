declare module "gbr:shapes" {
  /** SVG paths for each letter of a man, such as `K`: the outline in a square of 100 units, and the inner lines. */
  const shapes: Record<string, [outline: string, inner: string]>;
  export default shapes;
}
