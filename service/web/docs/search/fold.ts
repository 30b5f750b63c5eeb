/** A text as it is searched: lower case, and letters without their marks, so that "yaziya" finds "Yazıya". */
export function folded(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "");
}
