/** Makes something of an address again only when that changes: once, when the service begins to listen. */
export function rememberedByUrl<Made>(make: (url: string) => Made): (url: string) => Made {
  let last: { readonly url: string; readonly made: Made } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, made: make(url) };
    return last.made;
  };
}
