/** The size in pixels that previews of links take without cutting it. */
export const PICTURE_SIZE = { width: 1200, height: 630 };
