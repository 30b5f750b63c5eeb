/** What a kind of page shows. */
export interface ContentOf<Kind extends string, View> {
  readonly kind: Kind;
  readonly view: View;
}
