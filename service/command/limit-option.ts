/** Names a limit as the command line does: `monthlyCharacters` → `monthly-characters`. */
export function limitOption(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
