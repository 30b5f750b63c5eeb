/** File descriptor over which an embedded database speaks PostgreSQL's protocol with the process that it works for. */
export const CONNECTION = 3;
