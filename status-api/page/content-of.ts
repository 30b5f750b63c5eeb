/** The content of a kind of page. */
export interface ContentOf<Kind extends string, View> {
  readonly kind: Kind;
  readonly view: View;
}
