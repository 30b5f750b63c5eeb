/** The element that the renderer of the reference takes. */
export const RENDERER_ROOT_ID = "reference";
