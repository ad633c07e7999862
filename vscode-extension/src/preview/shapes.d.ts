declare module "gbr:shapes" {
  /** By the letter of a man: his outline in a square of 100 units, and the lines within it. */
  const shapes: Record<string, [outline: string, inner: string]>;
  export default shapes;
}
