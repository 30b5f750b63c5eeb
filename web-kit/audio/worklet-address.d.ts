/** The address of a script that was bundled by itself, for `audioWorklet.addModule`. */
declare module "*?worker&url" {
  const address: string;
  export default address;
}
