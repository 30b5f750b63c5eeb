/** Returns how long a file of audio lasts as the browser sees it; undefined where it cannot tell. */
export async function audioSeconds(file: Blob): Promise<number | undefined> {
  const address = URL.createObjectURL(file);
  const audio = new Audio();
  audio.preload = "metadata";
  const told = new Promise<number | undefined>((resolve) => {
    audio.onloadedmetadata = () =>
      resolve(Number.isFinite(audio.duration) ? audio.duration : undefined);
    audio.onerror = () => resolve(undefined);
  });
  audio.src = address;
  try {
    return await told;
  } finally {
    URL.revokeObjectURL(address);
  }
}
