/** The highest port of TCP and UDP. */
export const HIGHEST_PORT = 65_535;
