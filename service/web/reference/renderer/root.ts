/** The id of the element in which the reference is rendered. */
export const RENDERER_ROOT_ID = "reference";
