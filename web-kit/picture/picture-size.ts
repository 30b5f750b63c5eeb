/** The size in pixels that link previews show without cropping. */
export const PICTURE_SIZE = { width: 1200, height: 630 };
